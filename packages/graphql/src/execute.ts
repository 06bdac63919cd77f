import { CourtCasesError, type GraphQLFailure } from "./error.ts";
import { type Integers, isObject, parseJson, readIntegers } from "./integers.ts";
import { RegisterError, type RegisterErrorDetails, send } from "./interim.ts";
import { writeJson } from "./json.ts";
import type { CallOptions, CourtCasesClientOptions } from "./options.ts";
import { readSelection } from "./selection.ts";

/** What came for a document, before errors are raised and integers read. */
export interface Answer {
  document: string;
  data: Record<string, unknown> | null;
  errors: GraphQLFailure[];
  details: Omit<RegisterErrorDetails, "kind" | "message">;
}

export type Config = CourtCasesClientOptions<Integers>;

/** Sends a document with its variables, and reads what comes as a GraphQL answer. */
export async function execute(
  config: Config,
  operation: string,
  document: string,
  variables: unknown,
  options: CallOptions = {},
): Promise<Answer> {
  const unsafe = (message: string): never => {
    throw new RegisterError({ kind: "unsafe-integer", message, operation, url: String(config.url) });
  };
  const body = `{"query":${JSON.stringify(document)},"variables":${writeJson(variables, "variables", unsafe) ?? "{}"}}`;
  const { text, details } = await send(config, operation, body, options);
  const { data = null, errors = [] } = readAnswer(text, config.integers, details);
  return { document, data, errors, details };
}

interface GraphQLAnswer {
  data?: Record<string, unknown> | null;
  errors?: GraphQLFailure[];
}

/** GraphQL specification, section 7.1: an object with `data`, or with a list of `errors`, or with both. */
function readAnswer(text: string, integers: Integers = "number", details: Answer["details"]): GraphQLAnswer {
  const decode = (message: string, cause?: unknown): never => {
    throw new RegisterError({ ...details, kind: "decode", message: `not a GraphQL answer: ${message}`, cause });
  };
  let answer: unknown;
  try {
    answer = parseJson(text, integers);
  } catch (cause) {
    return decode("the body is not JSON", cause);
  }
  if (!isObject(answer)) return decode("the body is not an object");
  const { data, errors } = answer;
  if (errors !== undefined && !(Array.isArray(errors) && errors.length > 0 && errors.every(isFailure))) {
    return decode("errors is not a list of errors");
  }
  if (data === undefined ? errors === undefined : data !== null && !isObject(data)) {
    return decode("data is not an object");
  }
  return answer;
}

const isFailure = (value: unknown): value is GraphQLFailure => isObject(value) && typeof value.message === "string";

/** The data of an answer with its integers as they are asked for; its errors are raised. */
export function readData(
  { document, data, errors, details }: Answer,
  integers: Integers = "number",
): Record<string, unknown> {
  const fail = (kind: "decode" | "unsafe-integer", message: string): never => {
    throw new RegisterError({ ...details, kind, message });
  };
  const read = (): unknown => readIntegers(data, [readSelection(document)], "", { integers, fail });
  if (errors.length === 0) {
    if (data === null) return fail("decode", "neither data nor errors came");
    read();
    return data;
  }
  const message = errors.map((error) => error.message).join("; ");
  try {
    read();
  } catch (cause) {
    // The errors are what the caller must know first; data that is not exact is not handed on.
    throw new CourtCasesError({ ...details, kind: "graphql", message, cause }, null, errors);
  }
  throw new CourtCasesError({ ...details, kind: "graphql", message }, data, errors);
}

/** The value of one field of the query root. */
export function readField(answer: Answer, field: string, integers?: Integers): unknown {
  const value = readData(answer, integers)[field];
  if (value === undefined) {
    throw new RegisterError({ ...answer.details, kind: "decode", message: `the answer has no ${field}` });
  }
  return value;
}
