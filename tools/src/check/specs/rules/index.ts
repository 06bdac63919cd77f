import type { Rule } from "../problem.ts";
import { cited } from "./cited.ts";
import { described } from "./described.ts";
import { exemplified } from "./exemplified.ts";
import { generated } from "./generated.ts";
import { judged } from "./judged.ts";
import { resolved } from "./resolved.ts";
import { rooted } from "./rooted.ts";
import { worded } from "./worded.ts";

/** The rule, once every `$ref` resolves: before that, it would report the consequences of one that does not. */
export const onceResolved =
  (rule: Rule): Rule =>
  (document, folder) => {
    if (resolved(document, folder).length > 0) return [];
    try {
      return rule(document, folder);
    } catch (error) {
      // Not the shape of an OpenAPI document: `generated` says so, and Redocly's own rules say where.
      if (error instanceof TypeError && generated(document, folder).length > 0) return [];
      throw error;
    }
  };

/** The house rules for `register.openapi.yaml`, by the names that `redocly.yaml` enables them with. */
export const rules: Readonly<Record<string, Rule>> = {
  cited: onceResolved(cited),
  described: onceResolved(described),
  exemplified: onceResolved(exemplified),
  generated: onceResolved(generated),
  judged: onceResolved(judged),
  resolved,
  rooted: onceResolved(rooted),
  worded: onceResolved(worded),
};
