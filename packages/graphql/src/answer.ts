import type { Answer, Fail, GraphQLFailure } from "@court-register/core";
import { type Integers, integerReader, keepIntegers } from "./integers.ts";

/**
 * Picks from a response: all data, or the value of a requested field, perhaps under an alias beside others. Throws the errors
 * that concern it.
 */
export type Picker = (field?: string, alias?: string) => unknown;

/** Makes a reader of the response to a document. It returns undefined if that is not GraphQL, and its status says why. */
export const answerReader =
  (query: string, integers: Integers | undefined) =>
  ({ status, text }: Answer, fail: Fail, hide: (text: string) => string): Picker | undefined => {
    let data: Record<string, unknown> | null = null;
    let errors!: GraphQLFailure[];
    // The parser's message is of no use, and may quote half a secret.
    try {
      ({ data = null, errors } = JSON.parse(text, keepIntegers));
    } catch {}
    errors ??= [];
    // These are about the whole request. Others may be about one field, such as 404, beside the data of the rest.
    if (/40[138]|429|5../.test(`${status}`) || !Array.isArray(errors) || !(errors.length || Object(data) === data)) {
      if (status < 300) throw fail("decode", `GraphQL was promised, got ${text.trim() || "nothing"}`);
      return undefined;
    }
    if (errors.length) {
      // An object with a `toString` of its own, which is no function, cannot become part of a message.
      ({ errors } = JSON.parse(text, (key, value) =>
        key === "toString" ? undefined : typeof value === "string" ? hide(value) : value,
      ));
    }
    const read = integerReader(integers, fail, query);

    return (field = "", alias = field) => {
      // An error concerns every field, unless there is data and its path starts with the alias of another field.
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
        // The errors of the service come first; data that is not exact is not passed on.
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
