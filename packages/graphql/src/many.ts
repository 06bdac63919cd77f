import type { RegisterError } from "@court-register/core";
import type { Ask } from "./execute.ts";
import type { CallOptions, Lookup, ManyOptions } from "./options.ts";

/** Most fields that one query asks for. */
const perQuery = 20;

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

/** The fields of a key, with their values. */
type Fields = [name: string, value: unknown][];

/** Whether a field of a key can be sent: a number that is no safe integer is not what was meant. */
const isSendable = ([, value]: Fields[number]): boolean => typeof value !== "number" || Number.isSafeInteger(value);

/** What becomes of a key that fails: its answer, unless the caller has stopped everything. */
const answerOf = (error: RegisterError): RegisterError => {
  if (error.kind === "aborted") throw error;
  return error;
};

/** Makes what looks a document's field up: for one key, or for many, some in a query, each answered as if asked for alone. */
export function lookup(ask: Ask, document: string): Lookup<object | undefined, unknown> {
  const field = /\{(\w+)/.exec(document)?.[1] as string;
  const one = async (key?: object, options?: CallOptions): Promise<unknown> =>
    (await ask(document, key, options))(field);

  const many = async (keys: Iterable<object>, { pause = 0, ...options }: ManyOptions = {}): Promise<unknown[]> => {
    /** The keys as they are now: the caller may use his own for something else meanwhile. */
    const all: Fields[] = [];
    for (const key of keys) all.push(Object.entries(key));
    /** Places of those to ask for. */
    const left: number[] = [];
    const gate = { until: 0 };
    // A key that cannot be sent is refused without a request, and keeps none of the others from being asked.
    const answers: unknown[] = await Promise.all(
      all.map((key, at) =>
        key.every(isSendable) ? left.push(at) : one(Object.fromEntries(key), options).catch(answerOf),
      ),
    );
    while (left.length) {
      const some = left.splice(0, perQuery);
      const variables: Record<string, unknown> = {};
      for (const [index, at] of some.entries())
        for (const [name, value] of all[at] as Fields) variables[`${name}_${index}`] = value;
      const asked = ask(repeatField(document, some.length), variables, { ...options, gate });
      for (const [index, at] of some.entries())
        answers[at] = await asked.then((pick) => pick(field, `c_${index}`)).catch(answerOf);
      gate.until = Date.now() + pause;
    }
    return answers;
  };
  return Object.assign(one, { many }) as Lookup<object | undefined, unknown>;
}
