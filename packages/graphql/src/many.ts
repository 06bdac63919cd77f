import {
  callOptions,
  checkOptions,
  milliseconds,
  type OptionRules,
  type RegisterError,
  requestOptions,
} from "@court-register/core";
import { ask, type Endpoint, requiredVariables } from "./ask.ts";
import type { CallOptions, Lookup, LookupParameters, ManyOptions } from "./options.ts";
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

/** A copy of an input, with those in it, and of a list. What writes itself as JSON, such as a date, stays. */
const copyOf = (value: unknown): unknown =>
  typeof value !== "object" || value === null || "toJSON" in value
    ? value
    : Array.isArray(value)
      ? value.map(copyOf)
      : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyOf(inner)]));

/** Values that JSON leaves out. */
const unsent: ReadonlySet<string> = new Set(["function", "symbol"]);

/** Whether a key can be sent: it has all variables, and no number that may have been rounded, which is no safe integer. */
const isSendable = (key: Key, required: readonly string[]): boolean =>
  required.every((name) => key[name] != null && !unsent.has(typeof key[name])) && isExact(key);

const isExact = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.values(value).every(isExact)
    : typeof value !== "number" || Number.isSafeInteger(value);

/** The result of a key that fails: its error, unless the caller has aborted everything. */
const resultOf = (error: RegisterError): RegisterError => {
  if (error.kind === "aborted") throw error;
  return error;
};

/** One operation of the contract: the document of a call, and the field of its result that the call returns. */
export interface Operation<Result, Field extends keyof Result, Variables = Record<string, never>> {
  /** Name of the method, such as `predmet`. */
  readonly name: string;
  readonly field: Field & string;
  readonly document: string;
  /** Never there: it tells compilers the types. */
  readonly "~types"?: (variables: Variables) => Result;
}

/** Makes the calls of a client. The generated code says what each operation is. */
export interface CourtCasesCaller {
  /** Calls an operation that has no variables. */
  one<Result, Field extends keyof Result>(
    operation: Operation<Result, Field>,
    options?: CallOptions,
  ): Promise<Result[Field]>;
  /** Makes the method of an operation with variables: for one key, or for many, several in a query, each with the result it has alone. */
  lookup<Result, Field extends keyof Result, Variables extends object>(
    operation: Operation<Result, Field, Variables>,
  ): Lookup<Variables, Result[Field]>;
}

/** Makes what calls the operations of a client. */
export const createCaller = (endpoint: Endpoint): CourtCasesCaller => ({
  one: (operation, options) => askOne(endpoint, operation, {}, options),
  lookup: (operation) => lookup(endpoint, operation),
});

/** The value of an operation's field. It has the type that the contract states: fields are not checked. */
async function askOne<Result, Field extends keyof Result, Variables>(
  endpoint: Endpoint,
  { name, field, document }: Operation<Result, Field, Variables>,
  variables: Key,
  options: CallOptions | undefined,
): Promise<Result[Field]> {
  checkOptions(name, options, requestOptions, callOptions);
  const response = await ask(endpoint, { operation: name, document, variables, options });
  return response.field(field) as Result[Field];
}

function lookup<Result, Field extends keyof Result, Variables extends object>(
  endpoint: Endpoint,
  operation: Operation<Result, Field, Variables>,
): Lookup<Variables, Result[Field]> {
  type Found = Result[Field] | RegisterError;
  const { name, field, document } = operation;
  const required = requiredVariables(document).map((variable) => variable.name);
  /** The variables that a key holds; a blank text is none. Whatever else a caller keeps in the same object is not for the service. */
  const readKey = (key: Variables | undefined): Key =>
    Object.fromEntries(
      Object.entries(key ?? {})
        .filter(([variable, value]) => document.includes(`$${variable}:`) && !isBlank(value))
        .map(([variable, value]) => [variable, copyOf(value)]),
    );

  const one = async (...[key, options]: LookupParameters<Variables>): Promise<Result[Field]> =>
    askOne(endpoint, operation, readKey(key), options);

  const many = async (keys: Iterable<Variables>, { pause = 0, ...options }: ManyOptions = {}): Promise<Found[]> => {
    checkOptions(`${name}.many`, { pause, ...options }, requestOptions, callOptions, manyOptions);
    // Copies of the keys: the caller may reuse the objects meanwhile.
    const all: Key[] = [];
    for (const key of keys) all.push(readKey(key));
    const results: Found[] = [];
    // A key that cannot be sent is refused without a request, and does not affect the others.
    for (const [at, key] of all.entries())
      if (!isSendable(key, required)) results[at] = await askOne(endpoint, operation, key, options).catch(resultOf);
    /** Places of the keys still to look up. */
    const pending = [...all.keys()].filter((at) => isSendable(all[at] as Key, required));
    const gate = { until: 0 };
    while (pending.length > 0) {
      const batch = pending.splice(0, perQuery);
      const query = {
        operation: name,
        document: repeatField(document, batch.length),
        variables: numbered(batch.map((at) => all[at] as Key)),
        options: { ...options, gate },
      };
      const response = await ask(endpoint, query).catch(resultOf);
      for (const [index, at] of batch.entries()) results[at] = pick(response, field, `c_${index}`) as Found;
      // Retries have not helped, or the service asks for a longer wait: it gets no more queries, and the other keys this error.
      if (isRefusal(response) && response.status === 429) for (const at of pending.splice(0)) results[at] = response;
      gate.until = Date.now() + pause;
    }
    return results;
  };
  return Object.assign(one, { many });
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
