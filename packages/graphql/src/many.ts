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

/** Whether the values of a key can be sent: a number that is no safe integer is not what was meant. */
const isSendable = (key: object): boolean =>
  Object.values(key).every((value) => typeof value !== "number" || Number.isSafeInteger(value));

/** Makes what looks a document's field up: for one key, or for many, some in a query, each answered as if asked for alone. */
export function lookup(ask: Ask, document: string): Lookup<object | undefined, unknown> {
  const field = /\{(\w+)/.exec(document)?.[1] as string;
  const one = async (key?: object, options?: CallOptions): Promise<unknown> =>
    (await ask(document, key, options))(field);

  const many = async (keys: Iterable<object>, { pause = 0, ...options }: ManyOptions = {}): Promise<unknown[]> => {
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
      for (const [index, at] of some.entries())
        for (const [name, value] of Object.entries(all[at] as object)) variables[`${name}_${index}`] = value;
      const asked = ask(repeatField(document, some.length), variables, { ...options, gate });
      for (const [index, at] of some.entries())
        answers[at] = asked.then((pick) => pick(field, `c_${index}`)).catch((error) => error);
      await asked.catch((error: RegisterError) => {
        if (error.kind === "aborted") throw error;
      });
      gate.until = Date.now() + pause;
    }
    return Promise.all(answers);
  };
  return Object.assign(one, { many }) as Lookup<object | undefined, unknown>;
}
