import type { RegisterError } from "@court-register/core";
import { type Answer, type Config, execute, readAnswer } from "./execute.ts";
import type { ManyOptions } from "./options.ts";

/** Most fields that one query asks for. */
const perQuery = 20;

/** One query that asks `count` times for the field of a document: as `c_0` with the variables `$…_0`, and so on. */
export function repeatField(document: string, count: number): string {
  const repeat = (text: string): string =>
    Array.from({ length: count }, (_, index) => text.replace(/\$\w+|^c/g, `$&_${index}`)).join(" ");
  // Variables, and the field with its arguments. What it selects stands in a fragment.
  return document.replace(
    /\((.*?)\)\{(.*?\})/,
    (_, variables, field) => `(${repeat(variables)}){${repeat(`c:${field}`)}`,
  );
}

/** Asks for many keys, some in a query, and answers each as if it had been asked for alone. */
export async function askMany(
  config: Config,
  operation: string,
  document: string,
  field: string,
  keys: Iterable<object>,
  { pause = 0, ...options }: ManyOptions = {},
): Promise<unknown[]> {
  const all = [...keys];
  const answers: unknown[] = [];
  const gate = { until: 0 };
  const ask = async (some: object[]): Promise<void> => {
    const variables = some.flatMap((key, index) =>
      Object.entries(key).map(([name, value]) => [`${name}_${index}`, value]),
    );
    try {
      const query = repeatField(document, some.length);
      const answer = await execute(config, operation, query, Object.fromEntries(variables), options, gate);
      some.forEach((_, index) => {
        try {
          answers.push(readAnswer(partOf(answer, `c_${index}`, field), config, field));
        } catch (error) {
          answers.push(error);
        }
      });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      // A key that cannot be sent keeps none of the others from being asked.
      if (some.length > 1 && (error as RegisterError).kind === "unsafe-integer")
        for (const key of some) await ask([key]);
      else answers.push(...some.map(() => error));
    }
    gate.until = Date.now() + pause;
  };
  while (answers.length < all.length) await ask(all.slice(answers.length, answers.length + perQuery));
  return answers;
}

/** What would have come for one key alone, with the errors that concern no key in particular. */
const partOf = ({ data, errors, fail }: Answer, alias: string, field: string): Answer => ({
  data: data && { [field]: data[alias] },
  errors: errors
    .filter((error) => !error?.path || error.path[0] === alias)
    .map((error) => (error?.path ? { ...error, path: [field, ...error.path.slice(1)] } : error)),
  fail,
});
