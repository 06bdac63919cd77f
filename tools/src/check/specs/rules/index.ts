import type { Rule } from "../problem.ts";
import { cited } from "./cited.ts";
import { described } from "./described.ts";
import { exemplified } from "./exemplified.ts";
import { worded } from "./worded.ts";

/** The house rules for `register.openapi.yaml`, by the names that `redocly.yaml` enables them with. They judge what nothing refuses. */
export const rules: Readonly<Record<string, Rule>> = { cited, described, exemplified, worded };
