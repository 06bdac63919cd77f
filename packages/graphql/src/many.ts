import type { RegisterError } from "@court-register/core";
import type { Ask } from "./execute.ts";
import type { CallOptions, Lookup, ManyOptions } from "./options.ts";

/** Maximum number of fields in one query. */
const perQuery = 20;

/** One query that selects the field of a document `count` times: as `c_0` with the variables `$…_0`, and so on. */
export function repeatField(document: string, count: number): string {
  const repeat = (text: string): string =>
    Array.from({ length: count }, (_, index) => text.replace(/\$\w+|^c/g, `$&_${index}`)).join(" ");
  // Variables, and the field with its arguments. Its selection is in a fragment, unless it is a scalar.
  return document.replace(
    /\((.*?)\)\{(.*?\)(\{.*?\})?)/,
    (_, variables, field) => `(${repeat(variables)}){${repeat(`c:${field}`)}`,
  );
}

/** The fields of a key, with their values. */
type Fields = [name: string, value: unknown][];

/** Whether a field of a key can be sent: a number that is not a safe integer may have been rounded. */
const isSendable = ([, value]: Fields[number]): boolean => typeof value !== "number" || Number.isSafeInteger(value);

/** The result of a key that fails: its error, unless the caller has aborted everything. */
const resultOf = (error: RegisterError): RegisterError => {
  if (error.kind === "aborted") throw error;
  return error;
};

/** Makes the look-up of a document's field: for one key, or for many, several in a query, each with the result it has alone. */
export function lookup(ask: Ask, document: string): Lookup<object | undefined, unknown> {
  const field = /\{(\w+)/.exec(document)?.[1] as string;
  /** The variables that a key holds. Whatever else a caller keeps in the same object is not for the service. */
  const fieldsOf = (key: object = {}): Fields => Object.entries(key).filter(([name]) => document.includes(`$${name}:`));

  const one = async (key?: object, options?: CallOptions): Promise<unknown> =>
    (await ask(document, Object.fromEntries(fieldsOf(key)), options))(field);

  const many = async (keys: Iterable<object>, { pause = 0, ...options }: ManyOptions = {}): Promise<unknown[]> => {
    /** Copies of the keys: the caller may reuse the objects meanwhile. */
    const all: Fields[] = [];
    for (const key of keys) all.push(fieldsOf(key));
    /** Indexes of the keys still to look up. */
    const pending: number[] = [];
    const gate = { until: 0 };
    // A key that cannot be sent is refused without a request, and does not affect the others.
    const results: unknown[] = [];
    for (const [at, key] of all.entries())
      if (key.every(isSendable)) pending.push(at);
      else results[at] = await one(Object.fromEntries(key), options).catch(resultOf);
    while (pending.length) {
      let batch = pending.splice(0, perQuery);
      const variables: Record<string, unknown> = {};
      for (const [index, at] of batch.entries())
        for (const [name, value] of all[at] as Fields) variables[`${name}_${index}`] = value;
      const response = ask(repeatField(document, batch.length), variables, { ...options, gate });
      // Retries have not helped, or the service asks for a longer wait: it gets no more queries, and the other keys this error.
      if (((await response.catch(resultOf)) as RegisterError).status === 429) batch = batch.concat(pending.splice(0));
      for (const [index, at] of batch.entries())
        results[at] = await response.then((pick) => pick(field, `c_${index}`)).catch(resultOf);
      gate.until = Date.now() + pause;
    }
    return results;
  };
  return Object.assign(one, { many }) as Lookup<object | undefined, unknown>;
}
