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

/** Whether the values of a key can be sent: a number that is no safe integer is not what was meant. */
const isSendable = (key: object): boolean =>
  Object.values(key).every((value) => typeof value !== "number" || Number.isSafeInteger(value));

/** Asks for many keys, some in a query, and answers each as if it had been asked for alone. */
export async function askMany(
  { query, one }: Asker,
  document: string,
  field: string,
  keys: Iterable<object>,
  { pause = 0, ...options }: ManyOptions = {},
): Promise<unknown[]> {
  const all = [...keys];
  const left: number[] = [];
  // A key that cannot be sent is refused without a request, and keeps none of the others from being asked.
  const answers: unknown[] = all.map((key, at) =>
    isSendable(key) ? left.push(at) : one(key, options).catch((error) => error),
  );
  const gate = { until: 0 };
  while (left.length) {
    const some = left.splice(0, perQuery);
    const variables: Record<string, unknown> = {};
    some.forEach((at, index) => {
      for (const [name, value] of Object.entries(all[at] as object)) variables[`${name}_${index}`] = value;
    });
    const asked = query(repeatField(document, some.length), variables, { ...options, gate });
    some.forEach((at, index) => {
      answers[at] = asked.then((pick) => pick(field, `c_${index}`)).catch((error: RegisterError) => error);
    });
    await asked.catch((error: RegisterError) => {
      if (error.kind === "aborted") throw error;
    });
    gate.until = Date.now() + pause;
  }
  return Promise.all(answers);
}
