import type { Gate, RegisterError } from "@court-register/core";
import type { Pick } from "./execute.ts";
import type { CallOptions, ManyOptions } from "./options.ts";

/** Most fields that one query asks for. */
const perQuery = 20;

/** Sends a query. */
type Ask = (query: string, variables: object, options: CallOptions, gate: Gate) => Promise<Pick>;

/** One query that asks `count` times for the field of a document: as `c_0` with the variables `$…_0`, and so on. */
export function repeatField(document: string, count: number): string {
  const repeat = (text: string): string =>
    Array.from({ length: count }, (_, index) => text.replace(/\$\w+|^c/g, `$&_${index}`)).join(" ");
  // Variables, and the field with its arguments. What it selects stands in a fragment, unless it is one value.
  return document.replace(
    /\((.*?)\)\{(.*?\)(?:\{.*?\})?)/,
    (_, variables, field) => `(${repeat(variables)}){${repeat(`c:${field}`)}`,
  );
}

/** Asks for many keys, some in a query, and answers each as if it had been asked for alone. */
export async function askMany(
  ask: Ask,
  document: string,
  field: string,
  keys: Iterable<object>,
  { pause = 0, ...options }: ManyOptions = {},
): Promise<unknown[]> {
  const all = [...keys];
  const answers: unknown[] = [];
  const gate = { until: 0 };
  const askSome = async (some: object[]): Promise<void> => {
    const variables = some.flatMap((key, index) =>
      Object.entries(key).map(([name, value]) => [`${name}_${index}`, value]),
    );
    let pick: Pick;
    try {
      pick = await ask(repeatField(document, some.length), Object.fromEntries(variables), options, gate);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      // A key that cannot be sent keeps none of the others from being asked.
      if (some.length > 1 && (error as RegisterError).kind === "unsafe-integer") {
        for (const key of some) await askSome([key]);
        return;
      }
      pick = () => {
        throw error;
      };
    }
    some.forEach((_, index) => {
      try {
        answers.push(pick(field, `c_${index}`));
      } catch (error) {
        answers.push(error);
      }
    });
    gate.until = Date.now() + pause;
  };
  while (answers.length < all.length) await askSome(all.slice(answers.length, answers.length + perQuery));
  return answers;
}
