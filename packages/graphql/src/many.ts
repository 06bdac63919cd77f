import {
  callOptions,
  checkOptions,
  milliseconds,
  type OptionRules,
  type RegisterError,
  requestOptions,
} from "@court-register/core";
import { ask, type Endpoint, requiredVariables } from "./ask.ts";
import type { CallOptions, Lookup, ManyOptions } from "./options.ts";
import type { GraphQLResponse } from "./response.ts";

const manyOptions: OptionRules = { pause: milliseconds };

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

/** A key as it is sent: the variables of the document by name. */
type Key = Record<string, unknown>;

const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

/** Values that JSON leaves out. */
const unsent: ReadonlySet<string> = new Set(["function", "symbol"]);

/** Whether a key can be sent: it has all variables, and no number that may have been rounded, which is no safe integer. */
const isSendable = (key: Key, required: readonly string[]): boolean =>
  required.every((name) => key[name] != null && !unsent.has(typeof key[name])) &&
  Object.values(key).every((value) => typeof value !== "number" || Number.isSafeInteger(value));

/** The result of a key that fails: its error, unless the caller has aborted everything. */
const resultOf = (error: RegisterError): RegisterError => {
  if (error.kind === "aborted") throw error;
  return error;
};

/** Makes the look-up of a document's field: for one key, or for many, several in a query, each with the result it has alone. */
export function lookup(endpoint: Endpoint, operation: string, document: string): Lookup<object | undefined, unknown> {
  const field = /\{(\w+)/.exec(document)?.[1] as string;
  const required = requiredVariables(document).map(({ name }) => name);
  /** The variables that a key holds; a blank text is none. Whatever else a caller keeps in the same object is not for the service. */
  const readKey = (key: object | null | undefined): Key =>
    Object.fromEntries(
      Object.entries(key ?? {}).filter(([name, value]) => document.includes(`$${name}:`) && !isBlank(value)),
    );

  const one = async (key?: object, options?: CallOptions): Promise<unknown> => {
    checkOptions(operation, options, requestOptions, callOptions);
    return (await ask(endpoint, { operation, document, variables: readKey(key), options })).field(field);
  };

  const many = async (keys: Iterable<object>, { pause = 0, ...options }: ManyOptions = {}): Promise<unknown[]> => {
    checkOptions(`${operation}.many`, { pause, ...options }, requestOptions, callOptions, manyOptions);
    // Copies of the keys: the caller may reuse the objects meanwhile.
    const all: Key[] = [];
    for (const key of keys) all.push(readKey(key));
    const results: unknown[] = [];
    // A key that cannot be sent is refused without a request, and does not affect the others.
    for (const [at, key] of all.entries())
      if (!isSendable(key, required)) results[at] = await one(key, options).catch(resultOf);
    /** Places of the keys still to look up. */
    const pending = [...all.keys()].filter((at) => isSendable(all[at] as Key, required));
    const gate = { until: 0 };
    while (pending.length > 0) {
      const batch = pending.splice(0, perQuery);
      const query = {
        operation,
        document: repeatField(document, batch.length),
        variables: numbered(batch.map((at) => all[at] as Key)),
        options: { ...options, gate },
      };
      const response = await ask(endpoint, query).catch(resultOf);
      for (const [index, at] of batch.entries()) results[at] = pick(response, field, `c_${index}`);
      // Retries have not helped, or the service asks for a longer wait: it gets no more queries, and the other keys this error.
      if (isRefusal(response) && response.status === 429) for (const at of pending.splice(0)) results[at] = response;
      gate.until = Date.now() + pause;
    }
    return results;
  };
  return Object.assign(one, { many }) as Lookup<object | undefined, unknown>;
}

/** The variables of several keys, each with the place of its key. */
const numbered = (keys: readonly Key[]): Key =>
  Object.fromEntries(
    keys.flatMap((key, index) => Object.entries(key).map(([name, value]) => [`${name}_${index}`, value])),
  );

const isRefusal = (response: GraphQLResponse | RegisterError): response is RegisterError => response instanceof Error;

/** The result of one key in a response to several. */
function pick(response: GraphQLResponse | RegisterError, field: string, alias: string): unknown {
  if (isRefusal(response)) return response;
  try {
    return response.field(field, alias);
  } catch (error) {
    return resultOf(error as RegisterError);
  }
}
