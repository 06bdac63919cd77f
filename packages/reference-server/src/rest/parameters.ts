import type { Operation, Parameter, ParameterName } from "../contract/register.ts";
import { Problem } from "./problem.ts";

/** The parameters of a request, checked. */
export interface RequestParameters {
  readonly offset: number;
  /** Maximum number of items; without paging, all. */
  readonly limit: number;
  readonly timestampId: string | undefined;
  readonly expand: boolean;
  readonly name: string | undefined;
  readonly activeOnly: boolean;
}

/** Page size if the contract shows no default (section 4.2). */
const defaultLimit = 100;

/** Maximum page size, also for a greater `limit`. */
export const greatestLimit = 1_000;

const greatestInt32 = 2 ** 31 - 1;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

type Query = Readonly<Record<string, unknown>>;

/**
 * Reads the parameters that an operation takes. Others are ignored.
 * @throws {Problem} 400 that names the first parameter at fault.
 */
export function readParameters(operation: Operation, query: Query): RequestParameters {
  const text = (name: ParameterName): string | undefined => readText(operation.parameters.get(name), query);
  const flag = (name: ParameterName, otherwise: boolean): boolean => readFlag(operation, name, text(name), otherwise);
  const offset = readInteger("offset", text("offset"));
  const limit = readInteger("limit", text("limit"));
  const timestampId = text("timestamp_id");
  if (timestampId !== undefined && !uuid.test(timestampId)) {
    throw new Problem(400, "timestamp_id must be a UUID, such as the x-timestamp-id of a response.", "timestamp_id");
  }
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
  };
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
