import {
  type CallReport,
  type GraphQLFailure,
  type Integers,
  redactValue,
  type WholeResponse,
} from "@court-register/core";
import { aliasesIn, convertIntegers, keepIntegers } from "./integers.ts";

/** How the numbers of a response are read. */
interface NumberSettings {
  integers: Integers;
  /** The caller's own way. */
  parse: ((text: string) => unknown) | undefined;
}

/** Reads the response to a document. It returns undefined if that is not GraphQL, and its status says why. */
export function readResponse(
  { status, text }: WholeResponse,
  report: CallReport,
  document: string,
  numbers: NumberSettings,
): GraphQLResponse | undefined {
  let data: Record<string, unknown> | null = null;
  let errors: unknown;
  // The parser's message is of no use, and may quote half a secret.
  try {
    ({ data = null, errors } = numbers.parse ? numbers.parse(text) : JSON.parse(text, keepIntegers));
  } catch {}
  errors ??= [];
  const isGraphQL = Array.isArray(errors) && (errors.length > 0 || (typeof data === "object" && data !== null));
  if (isGraphQL && !isAboutTransport(status))
    return makeResponse(data, readErrors(text, errors as unknown[], report), document, numbers, report);
  if (status < 300)
    throw report.fail("decode", `the service must answer with GraphQL, but sent ${text.trim() || "nothing"}`);
  return undefined;
}

/** Whether a status is about the whole request. Others may be about one field, such as 404, beside the data of the rest. */
const isAboutTransport = (status: number): boolean => [401, 403, 408, 429].includes(status) || status >= 500;

/** The errors without secrets, and with numbers as a plain parser gives them; one that it cannot hold is the text of it. */
const readErrors = (text: string, errors: unknown[], { hide }: CallReport): GraphQLFailure[] =>
  errors.length > 0 ? (redactValue(JSON.parse(text, keepFinite).errors, hide) as GraphQLFailure[]) : [];

const keepFinite = (_name: string, value: unknown, context?: { source: string }): unknown =>
  typeof value === "number" && !Number.isFinite(value) ? (context?.source ?? String(value)) : value;

/** The response to a document, which may have selected one field several times, each under an alias. */
export interface GraphQLResponse {
  /** All data. @throws RegisterError if there are errors. */
  all(): unknown;
  /** The value of a field. @throws RegisterError if an error concerns it. */
  field(name: string, alias?: string): unknown;
}

function makeResponse(
  data: Record<string, unknown> | null,
  errors: readonly GraphQLFailure[],
  document: string,
  { integers, parse }: NumberSettings,
  report: CallReport,
): GraphQLResponse {
  const { fail, hide } = report;
  const aliases: ReadonlySet<unknown> = aliasesIn(document);

  /** The errors that concern an alias, with its field in their paths: all, but for those about the aliases of other fields. */
  const errorsOf = (field: string, alias: string): readonly GraphQLFailure[] => {
    if (alias === field) return errors;
    const isOwn = (first: unknown): boolean => first === alias || !data || !aliases.has(first);
    return errors
      .filter((error) => isOwn(firstOf(error)))
      .map((error) => (firstOf(error) === alias ? { ...error, path: [field, ...(error.path ?? []).slice(1)] } : error));
  };

  /** A value with its integers converted. The errors of the service come first; data that is not exact is not passed on. */
  const valueOrFailure = (
    given: unknown,
    path: string,
    concerning: readonly GraphQLFailure[],
    around: (value: unknown) => unknown,
  ): unknown => {
    let value: unknown;
    let problem: unknown;
    try {
      value = parse ? given : convertIntegers(given, path, { document, integers, fail });
    } catch (cause) {
      problem = cause;
    }
    if (concerning.length === 0) {
      if (problem) throw problem;
      return value;
    }
    // The message of an error is short: more than the first few would not fit.
    const message = concerning
      .slice(0, 50)
      .map((error) => textOf(error?.message))
      .join("; ");
    const failure = Object.assign(fail("graphql", message, "", problem), { errors: concerning });
    const safe = problem || !data ? null : redactValue(around(value), hide);
    // Not enumerable: it names persons, and logs print what is.
    throw Object.defineProperty(failure, "data", { value: safe });
  };

  return {
    all: () => valueOrFailure(data, "", errors, (value) => value),
    field(name, alias = name) {
      const value = valueOrFailure(data?.[alias], name, errorsOf(name, alias), (inner) => ({ [name]: inner }));
      if (value === undefined) throw fail("decode", `the service must answer with the field ${name}, but left it out`);
      return value;
    },
  };
}

/** The first step of an error's path, which may be anything. */
const firstOf = (error: GraphQLFailure | null): unknown => (Array.isArray(error?.path) ? error.path[0] : undefined);

const textOf = (message: unknown): string =>
  typeof message === "string" ? message : (JSON.stringify(message) ?? "no message");
