import type { Gate, RegisterError } from "@court-register/core";
import type { Picker } from "./execute.ts";
import type { CallOptions, ManyOptions } from "./options.ts";

/** Most fields that one query asks for. */
const perQuery = 20;

/** What asks for a field: with a query of several, or for one key. */
export interface Asker {
  query: (text: string, variables: object, options: CallOptions & { gate: Gate }) => Promise<Picker>;
  one: (key: object, options: CallOptions) => Promise<unknown>;
}

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
  { query, one }: Asker,
  document: string,
  field: string,
  keys: Iterable<object>,
  { pause = 0, ...options }: ManyOptions = {},
): Promise<unknown[]> {
  const all = [...keys];
  const answers: unknown[] = [];
  const gate = { until: 0 };
  while (answers.length < all.length) {
    const some = all.slice(answers.length, answers.length + perQuery);
    const variables: Record<string, unknown> = {};
    some.forEach((key, index) => {
      for (const [name, value] of Object.entries(key)) variables[`${name}_${index}`] = value;
    });
    const asked = query(repeatField(document, some.length), variables, { ...options, gate });
    const settled = some.map((key, index) =>
      asked
        .then((pick) => pick(field, `c_${index}`))
        // A key that cannot be sent keeps none of the others from being asked.
        .catch((error: RegisterError) => (error.path && !error.status ? one(key, options) : error))
        .catch((error: RegisterError) => error),
    );
    answers.push(...(await Promise.all(settled)));
    if (options.signal?.aborted) await asked;
    gate.until = Date.now() + pause;
  }
  return answers;
}
