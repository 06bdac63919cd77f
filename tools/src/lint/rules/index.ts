import type { Rule } from "../problem.ts";
import { cited } from "./cited.ts";
import { described } from "./described.ts";
import { exemplified } from "./exemplified.ts";
import { generated } from "./generated.ts";
import { judged } from "./judged.ts";
import { named } from "./named.ts";
import { resolved } from "./resolved.ts";
import { rooted } from "./rooted.ts";
import { worded } from "./worded.ts";

/** The rule, once every `$ref` resolves: before that, it would report the consequences of one that does not. */
const onceResolved =
  (rule: Rule): Rule =>
  (document, folder) =>
    resolved(document, folder).length > 0 ? [] : rule(document, folder);

/** The house rules for `register.openapi.yaml`, by the names that `redocly.yaml` enables them with. */
export const rules: Readonly<Record<string, Rule>> = {
  cited: onceResolved(cited),
  described: onceResolved(described),
  exemplified: onceResolved(exemplified),
  generated: onceResolved(generated),
  judged: onceResolved(judged),
  named: onceResolved(named),
  resolved,
  rooted: onceResolved(rooted),
  worded: onceResolved(worded),
};
