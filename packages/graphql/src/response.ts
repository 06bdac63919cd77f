import { type Answer, type CallReport, type GraphQLFailure, type Integers, redactValue } from "@court-register/core";
import { convertIntegers, keepIntegers } from "./integers.ts";

/** Reads the response to a document. It returns undefined if that is not GraphQL, and its status says why. */
export function readResponse(
  { status, text }: Answer,
  report: CallReport,
  document: string,
  integers: Integers,
): GraphQLResponse | undefined {
  let data: Record<string, unknown> | null = null;
  let errors: unknown;
  // The parser's message is of no use, and may quote half a secret.
  try {
    ({ data = null, errors } = JSON.parse(text, keepIntegers));
  } catch {}
  errors ??= [];
  const isGraphQL = Array.isArray(errors) && (errors.length > 0 || (typeof data === "object" && data !== null));
  if (isGraphQL && !isAboutTransport(status))
    return new GraphQLResponse(data, readErrors(text, errors as unknown[], report), document, integers, report);
  if (status < 300)
    throw report.fail("decode", `the service must answer with GraphQL, but sent ${text.trim() || "nothing."}`);
  return undefined;
}

/** Whether a status is about the whole request. Others may be about one field, such as 404, beside the data of the rest. */
const isAboutTransport = (status: number): boolean => [401, 403, 408, 429].includes(status) || status >= 500;

/** The errors without secrets, and with numbers as a plain parser gives them. */
const readErrors = (text: string, errors: unknown[], { hide }: CallReport): GraphQLFailure[] =>
  errors.length > 0 ? (redactValue(JSON.parse(text).errors, hide) as GraphQLFailure[]) : [];

/** The response to a document, which may have selected one field several times, each under an alias. */
export class GraphQLResponse {
  readonly #data: Record<string, unknown> | null;
  readonly #errors: readonly GraphQLFailure[];
  readonly #document: string;
  readonly #integers: Integers;
  readonly #report: CallReport;
  #byAlias: Map<unknown, GraphQLFailure[]> | undefined;

  constructor(
    data: Record<string, unknown> | null,
    errors: readonly GraphQLFailure[],
    document: string,
    integers: Integers,
    report: CallReport,
  ) {
    this.#data = data;
    this.#errors = errors;
    this.#document = document;
    this.#integers = integers;
    this.#report = report;
  }

  /** All data. @throws RegisterError if there are errors. */
  all(): unknown {
    return this.#valueOrFailure(this.#data, "", this.#errors, (data) => data);
  }

  /** The value of a field. @throws RegisterError if an error concerns it. */
  field(name: string, alias: string = name): unknown {
    const value = this.#valueOrFailure(this.#data?.[alias], name, this.#errorsOf(name, alias), (data) => ({
      [name]: data,
    }));
    if (value === undefined)
      throw this.#report.fail("decode", `the service must answer with the field ${name}, but left it out.`);
    return value;
  }

  /** The errors that concern an alias, with its field in their paths: all, but for those about the aliases of other fields. */
  #errorsOf(field: string, alias: string): readonly GraphQLFailure[] {
    if (alias === field) return this.#errors;
    const named = (error: GraphQLFailure): GraphQLFailure =>
      firstOf(error) === alias ? { ...error, path: [field, ...(error.path ?? []).slice(1)] } : error;
    if (!this.#data) return this.#errors.map(named);
    // Grouped once for all aliases: there may be a million errors.
    this.#byAlias ??= this.#groupErrors();
    const own = this.#byAlias.get(alias) ?? [];
    const ofEach = this.#byAlias.get(undefined) ?? [];
    return own.length > 0 ? [...own.map(named), ...ofEach] : ofEach;
  }

  /** The errors by the alias that they are about; those about none are under undefined. */
  #groupErrors(): Map<unknown, GraphQLFailure[]> {
    const groups = new Map<unknown, GraphQLFailure[]>();
    for (const error of this.#errors) {
      const first = firstOf(error);
      const alias = typeof first === "string" && this.#document.includes(`${first}:`) ? first : undefined;
      const group = groups.get(alias);
      if (group) group.push(error);
      else groups.set(alias, [error]);
    }
    return groups;
  }

  /** The value with its integers converted. The errors of the service come first; data that is not exact is not passed on. */
  #valueOrFailure(
    data: unknown,
    path: string,
    errors: readonly GraphQLFailure[],
    around: (value: unknown) => unknown,
  ): unknown {
    const report = this.#report;
    const { value, problem } = this.#convert(data, path);
    if (errors.length === 0) {
      if (problem) throw problem;
      return value;
    }
    // The message of an error is short: more than the first few would not fit.
    const message = errors
      .slice(0, 50)
      .map((error) => textOf(error?.message))
      .join("; ");
    const failure = Object.assign(report.fail("graphql", message, problem), { errors });
    const safe = problem || !this.#data ? null : redactValue(around(value), report.hide);
    // Not enumerable: it names persons, and logs print what is.
    throw Object.defineProperty(failure, "data", { value: safe });
  }

  #convert(data: unknown, path: string): { value?: unknown; problem?: unknown } {
    const settings = { document: this.#document, integers: this.#integers, fail: this.#report.fail };
    try {
      return { value: convertIntegers(data, path, settings) };
    } catch (problem) {
      return { problem };
    }
  }
}

/** The first step of an error's path, which may be anything. */
const firstOf = (error: GraphQLFailure | null): unknown => (Array.isArray(error?.path) ? error.path[0] : undefined);

const textOf = (message: unknown): string =>
  typeof message === "string" ? message : (JSON.stringify(message) ?? "no message");
