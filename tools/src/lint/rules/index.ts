import type { Rule } from "../problem.ts";
import { cited } from "./cited.ts";
import { described } from "./described.ts";
import { exemplified } from "./exemplified.ts";
import { generated } from "./generated.ts";
import { judged } from "./judged.ts";
import { named } from "./named.ts";
import { rooted } from "./rooted.ts";
import { worded } from "./worded.ts";

/** The house rules over `register.openapi.yaml`, by the names that `redocly.yaml` switches them on with. */
export const rules: Readonly<Record<string, Rule>> = {
  cited,
  described,
  exemplified,
  generated,
  judged,
  named,
  rooted,
  worded,
};
