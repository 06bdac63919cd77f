import { type Answer, type CallReport, type GraphQLFailure, redactValue } from "@court-register/core";
import { convertIntegers, type Integers, keepIntegers } from "./integers.ts";

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
  if (status < 300) throw report.fail("decode", `GraphQL was promised, got ${text.trim() || "nothing"}`);
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
    if (value === undefined) throw this.#report.fail("decode", `${name} was promised, got nothing`);
    return value;
  }

  /** The errors that concern an alias, with its field in their paths: all, but for those about the aliases of other fields. */
  #errorsOf(field: string, alias: string): GraphQLFailure[] {
    if (alias === field) return [...this.#errors];
    const own: GraphQLFailure[] = [];
    for (const error of this.#errors) {
      const [first, ...rest] = Array.isArray(error?.path) ? error.path : [];
      if (first === alias) own.push({ ...error, path: [field, ...rest] });
      else if (!this.#data || !this.#isAlias(first)) own.push(error);
    }
    return own;
  }

  #isAlias(name: unknown): boolean {
    return typeof name === "string" && this.#document.includes(`${name}:`);
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
    const message = errors.map((error) => textOf(error?.message)).join("; ");
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

const textOf = (message: unknown): string =>
  typeof message === "string" ? message : (JSON.stringify(message) ?? "no message");
