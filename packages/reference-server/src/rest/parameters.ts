import { type FieldKind, isScalar } from "../contract/fields.ts";
import type { Operation, Parameter, ParameterName } from "../contract/register.ts";
import type { Filter } from "../store/store.ts";
import { encode, type SqliteValue, toSql, ValueError } from "../store/values.ts";
import { Problem } from "./problem.ts";

/** The parameters of a request, checked. */
export interface CheckedParameters {
  readonly offset: number;
  /** Maximum number of items; without paging, all. */
  readonly limit: number;
  readonly timestampId: string | undefined;
  readonly expand: boolean;
  readonly name: string | undefined;
  readonly activeOnly: boolean;
  /** What the rows must have in their fields. */
  readonly filters: readonly Filter[];
}

/** Page size if the contract shows no default (section 4.2). */
const defaultLimit = 100;

/** Maximum page size, also for a greater `limit`. */
export const greatestLimit = 1_000;

const greatestInt32 = 2 ** 31 - 1;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

type Query = Readonly<Record<string, unknown>>;

/** Where the parameters of a request are. */
export interface ParameterSources {
  readonly query: Query;
  /** Decoded, by name. @defaultValue none */
  readonly path?: Readonly<Record<string, string>>;
  /** By name in lower case. @defaultValue none */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Reads the parameters that an operation takes. Others are ignored.
 * @throws {Problem} 400 that names the first parameter at fault.
 */
export function readParameters(operation: Operation, asked: ParameterSources): CheckedParameters {
  const { query } = asked;
  const text = (name: ParameterName): string | undefined => readText(operation.parameters.get(name), query);
  const flag = (name: ParameterName, otherwise: boolean): boolean => readFlag(operation, name, text(name), otherwise);
  const offset = readInteger("offset", text("offset"));
  const limit = readInteger("limit", text("limit"));
  const timestampId = text("timestamp_id");
  if (timestampId !== undefined && !uuid.test(timestampId)) {
    throw new Problem(400, "timestamp_id must be a UUID, such as the x-timestamp-id of a response.", "timestamp_id");
  }
  for (const parameter of operation.parameters.values()) {
    const given = text(parameter.name as ParameterName);
    if (given !== undefined && parameter.value.bounds !== undefined) readValue(parameter, given);
  }
  const filters = operation.selecting.flatMap((parameter) => readFilter(operation, parameter, asked));
  const paged = operation.parameters.has("offset");
  const fallback = operation.parameters.get("limit")?.default;
  return {
    offset: offset ?? 0,
    limit: paged ? Math.min(limit ?? Number(fallback ?? defaultLimit), greatestLimit) : Number.POSITIVE_INFINITY,
    timestampId: timestampId?.toLowerCase(),
    expand: flag("expand_relations", true),
    // Empty text is part of every name: it filters nothing.
    name: text("tvrtka_naziv") || undefined,
    activeOnly: flag("only_active", false),
    filters,
  };
}

/** What a parameter selects: rows that have one of its values in the field of its name. Where a row has none, it selects nothing. */
function readFilter({ row }: Operation, parameter: Parameter, asked: ParameterSources): Filter[] {
  const { name, required, default: byDefault } = parameter;
  const texts = textsOf(parameter, asked);
  if (texts === undefined && required) throw new Problem(400, `${name} is missing; it is required.`, name);
  const shown = byDefault === undefined || byDefault === null ? undefined : [byDefault].flat().map(String);
  const given = readValues(parameter, texts) ?? readValues(parameter, shown);
  const field = row.fields.find((one) => one.name === name);
  if (given === undefined || field === undefined || !isScalar(field)) return [];
  return [{ column: name, values: given.flatMap((value) => storedAs(field.kind, value)) }];
}

/**
 * What is sent of a parameter. Browsers and `fetch` send `Accept-Language` by themselves, as `*` or with weights: where that is nothing
 * of the contract, it is disregarded (RFC 9110, section 12.5.4).
 */
function readValues(parameter: Parameter, texts: readonly string[] | undefined): unknown[] | undefined {
  try {
    return texts?.map((text) => readValue(parameter, text));
  } catch (error) {
    const isSentAnyway = parameter.in === "header" && parameter.name.toLowerCase() === "accept-language";
    if (isSentAnyway && error instanceof Problem) return undefined;
    throw error;
  }
}

/** The texts of a parameter's values; undefined if it is not sent. */
function textsOf(
  { name, in: place, list }: Parameter,
  { query, path = {}, headers = {} }: ParameterSources,
): string[] | undefined {
  const sent = place === "query" ? query[name] : place === "path" ? path[name] : headers[name.toLowerCase()];
  if (sent === undefined) return undefined;
  const texts = [sent].flat().map(String);
  if (list) return list.exploded && place === "query" ? texts : texts.flatMap((text) => text.split(","));
  if (texts.length > 1) throw new Problem(400, `${name} appears more than once; send it once.`, name);
  return texts;
}

const integer = /^-?\d{1,40}$/;
const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** A value of a parameter. @throws {Problem} 400 if the contract does not allow it. */
function readValue({ name, value: field }: Parameter, text: string): unknown {
  const { kind } = field;
  const isInteger = kind === "int32" || kind === "int64" || kind === "integer";
  if (isInteger && !integer.test(text)) throw new Problem(400, `${name} must be an integer.`, name);
  if (kind === "double" && !number.test(text)) throw new Problem(400, `${name} must be a number.`, name);
  if (kind === "boolean" && text !== "true" && text !== "false")
    throw new Problem(400, `${name} must be true or false.`, name);
  const value = isInteger
    ? BigInt(text)
    : kind === "double"
      ? Number(text)
      : kind === "boolean"
        ? text === "true"
        : text;
  try {
    encode(field, value, () => undefined);
    return value;
  } catch (error) {
    if (error instanceof ValueError) throw new Problem(400, `${name} ${error.message}.`, name);
    throw error;
  }
}

/** A value as a column of that kind has it; none if no row can have it. */
function storedAs(kind: FieldKind, value: unknown): SqliteValue[] {
  try {
    return [toSql(kind, kind === "string" ? String(value) : value, () => undefined)];
  } catch (error) {
    if (error instanceof ValueError) return [];
    throw error;
  }
}

function readText(parameter: Parameter | undefined, query: Query): string | undefined {
  if (parameter === undefined) return undefined;
  const value = query[parameter.name];
  if (Array.isArray(value)) {
    throw new Problem(400, `${parameter.name} appears more than once in the query; send it once.`, parameter.name);
  }
  if (typeof value === "string") return value;
  if (parameter.required) {
    const hint = parameter.name === "offset" ? "; add offset=0 for the first page" : "; it is required";
    throw new Problem(400, `${parameter.name} is missing${hint}.`, parameter.name);
  }
  return undefined;
}

/** `offset` of /subjekt/ is described as text, and read like the others. */
function readInteger(name: ParameterName, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text) || Number(text) > greatestInt32) {
    throw new Problem(400, `${name} must be an integer from 0 to ${greatestInt32}.`, name);
  }
  return Number(text);
}

function readFlag(operation: Operation, name: ParameterName, text: string | undefined, otherwise: boolean): boolean {
  if (text === undefined) return Boolean(operation.parameters.get(name)?.default ?? otherwise);
  if (text !== "true" && text !== "false") throw new Problem(400, `${name} must be true or false.`, name);
  return text === "true";
}
