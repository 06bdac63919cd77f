import { refusalsOf } from "../../../specs/refusals.ts";
import type { Rule } from "../problem.ts";
import { cited } from "./cited.ts";
import { described } from "./described.ts";
import { exemplified } from "./exemplified.ts";
import { worded } from "./worded.ts";

/** Nothing that cannot be generated, served or judged. */
const servable: Rule = (document) => refusalsOf(document);

/** The rule, for documents that nothing refuses: of others, it would report the consequences. */
const onceServable =
  (rule: Rule): Rule =>
  (document, folder) =>
    refusalsOf(document).length > 0 ? [] : rule(document, folder);

/** The house rules for `register.openapi.yaml`, by the names that `redocly.yaml` enables them with. */
export const rules: Readonly<Record<string, Rule>> = {
  cited: onceServable(cited),
  described: onceServable(described),
  exemplified: onceServable(exemplified),
  servable,
  worded: onceServable(worded),
};
