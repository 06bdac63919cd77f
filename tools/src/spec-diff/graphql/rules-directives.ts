/** Judges changes of directives in the SDL. Only those with an executable location can be used in queries. */
import type { Change as Found } from "@graphql-inspector/core";
import type { GraphQLSchema } from "graphql";
import type { Judgement } from "../change.ts";
import { judgeSchemaChange, subjectOf } from "./rules-schema.ts";

const inQueries =
  /^(QUERY|MUTATION|SUBSCRIPTION|FIELD|FRAGMENT_DEFINITION|FRAGMENT_SPREAD|INLINE_FRAGMENT|VARIABLE_DEFINITION)$/;

/** Judges a change of a directive or of its use. */
export function judgeDirective(change: Found, before: GraphQLSchema, after: GraphQLSchema): Judgement {
  const subject = subjectOf(change);
  if (change.type.startsWith("DIRECTIVE_USAGE")) {
    return {
      rule: "sdl-directive-used",
      verdict: "safe",
      message: `The directives on \`${subject}\` changed; no query sees them.`,
      todo: {},
    };
  }
  const name = subject.split(".")[0]?.slice(1) ?? "";
  const places = [before, after].flatMap((schema) => schema.getDirective(name)?.locations ?? []);
  if (!places.some((place) => inQueries.test(place))) {
    return {
      rule: "sdl-directive-apart",
      verdict: "safe",
      message: `The directive \`${subject}\` changed or is new; no query can use it.`,
      todo: {},
    };
  }
  if (change.type !== "DIRECTIVE_ADDED") return judgeSchemaChange(change);
  return {
    rule: "sdl-directive-added",
    verdict: "safe",
    message: `The directive \`${subject}\` is new.`,
    todo: { graphql: "Nothing; it is available to use.", servers: "Accept it." },
  };
}
