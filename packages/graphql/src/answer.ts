import type { Answer, Fail, GraphQLFailure } from "@court-register/core";
import { type Integers, integerReader, keepIntegers } from "./integers.ts";

/**
 * Picks from an answer: all data, or the value of a field that was asked for, perhaps under an alias with others beside it.
 * Throws the errors that concern it.
 */
export type Picker = (field?: string, alias?: string) => unknown;

/** Makes what reads the answer to a document; undefined where it is none of GraphQL, and its status says why. */
export const answerReader =
  (query: string, integers: Integers | undefined) =>
  ({ status, text }: Answer, fail: Fail, hide: (text: string) => string): Picker | undefined => {
    let answer: unknown;
    // What the parser says is of no use, and quotes half a secret.
    try {
      answer = JSON.parse(text, keepIntegers);
    } catch {}
    let { data = null, errors }: { data: Record<string, unknown> | null; errors: GraphQLFailure[] } = Object(answer);
    errors ??= [];
    if ((status > 400 && status !== 422) || !Array.isArray(errors) || !(errors.length || Object(data) === data)) {
      if (status < 300) throw fail("decode", `GraphQL was promised, got ${text}`);
      return undefined;
    }
    if (errors.length)
      errors = JSON.parse(text, (_key, value) => (typeof value === "string" ? hide(value) : value)).errors;
    const read = integerReader(integers, fail, query);

    return (field = "", alias = field) => {
      // Of several fields, all are concerned by an error that leaves no data, or whose path does not start with the alias of another.
      const own = errors
        .map(
          (error): GraphQLFailure =>
            error?.path?.[0] === alias
              ? { ...error, path: Object.values({ ...(error.path as object), 0: field }) }
              : error,
        )
        .filter((error) => alias === field || !data || !query.includes(`${error?.path?.[0]}:`));
      let value: unknown;
      let problem: unknown;
      try {
        value = read(alias ? data?.[alias] : data, field);
      } catch (error) {
        problem = error;
      }
      if (own.length) {
        // What the service says comes first; data that is not exact is not handed on.
        const message = own.map((error) => error?.message).join("; ");
        const error = Object.assign(fail("graphql", message, problem), { errors: own });
        problem = Object.defineProperty(error, "data", {
          value: problem ? null : field && data ? { [field]: value } : data,
        });
      }
      if (problem) throw problem;
      if (value === undefined) throw fail("decode", `${field} was promised, got nothing`);
      return value;
    };
  };
