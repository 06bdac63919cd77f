/** What a request asks for, by the schema of its route: Fastify checks it, and here is how a refusal is said. */
import { hash } from "node:crypto";
import type { FastifyInstance, FastifySchemaValidationError, FastifyTypeProvider } from "fastify";
import type { FromSchema, JSONSchema } from "json-schema-to-ts";
import { MirrorError } from "../mirror-error.ts";
import type { Snapshot } from "../store/snapshot.ts";
import { version } from "../version.ts";

/** Gives handlers the types that the schemas of their routes say. */
export interface BySchema extends FastifyTypeProvider {
  validator: this["schema"] extends JSONSchema ? FromSchema<this["schema"]> : unknown;
}

/** The schema of a parameter, as far as a refusal speaks of it. */
interface ParameterSchema {
  type?: string;
  minimum?: number;
  maximum?: number;
  enum?: readonly unknown[];
  description?: string;
}

/** What Ajv says of a parameter that does not fit: with `verbose`, more than Fastify's type has. */
interface ParameterError extends FastifySchemaValidationError {
  /** The schema of the parameter, or of all if one is missing or is unknown. */
  parentSchema: ParameterSchema & { properties?: Readonly<Record<string, ParameterSchema>> };
  data: unknown;
}

/** Options of Ajv: a parameter is as it was sent, or is refused. */
export const ajvOptions = { coerceTypes: false, removeAdditional: false, verbose: true } as const;

/** Reads parameters by the schemas of the routes that follow, and refuses what does not fit. */
export function readBySchema(app: FastifyInstance): void {
  app.addHook("preValidation", async ({ params, query, routeOptions }) => {
    for (const [values, schema] of [
      [params, routeOptions.schema?.params],
      [query, routeOptions.schema?.querystring],
    ])
      readNumbers(values as Record<string, unknown>, schema);
  });
  app.setSchemaErrorFormatter(([error]) => new MirrorError("usage", refusalOf(error as ParameterError)));
}

/** Reads the whole numbers among some parameters, which are text. What is not written as one stays as it is, and will not fit. */
function readNumbers(values: Record<string, unknown>, schema: unknown): void {
  const { properties = {} } = (schema ?? {}) as { properties?: Readonly<Record<string, ParameterSchema>> };
  for (const [name, { type }] of Object.entries(properties)) {
    const text = values[name];
    if (type === "integer" && typeof text === "string" && /^(?:0|[1-9]\d{0,14})$/.test(text))
      values[name] = Number(text);
  }
}

/** Says what is wrong with a parameter, and what it may be. */
function refusalOf({ keyword, instancePath, params, parentSchema, data }: ParameterError): string {
  const { properties = {}, type, minimum, maximum, enum: allowed, description } = parentSchema;
  if (keyword === "additionalProperties") {
    const name = String(params.additionalProperty).slice(0, 60);
    return `There is no parameter ${name} here. There is: ${Object.keys(properties).join(", ") || "none"}.`;
  }
  if (keyword === "required") {
    const name = String(params.missingProperty);
    return `The parameter ${name} is missing: ${properties[name]?.description ?? "give it a value."}`;
  }
  const name = instancePath.slice(1);
  if (Array.isArray(data)) return `The parameter ${name} may be given once.`;
  const given = String(data).slice(0, 40) || '""';
  if (type === "integer")
    return `${name} is a whole number from ${minimum}${maximum === undefined ? " on" : ` to ${maximum}`}, but is ${given}.`;
  if (allowed) return `${name} is ${allowed.join(" or ")}, or is left out.`;
  return `${name} cannot be ${given}: ${description ?? "it has another form."}`;
}

/**
 * The entity tag of an answer (RFC 9110, section 8.8.3). An answer follows from what the copy's seal covers, from what is asked, and
 * from this version of the mirror.
 *
 * @param asked - The URL with the root that answers link to, and the time zone of the courts.
 */
export async function entityTag({ reading }: Snapshot, asked: string): Promise<string> {
  const [row] = await reading.all("SELECT copy_id, seal FROM mirror_format");
  return `"${hash("sha256", JSON.stringify([version, row?.copy_id, row?.seal, asked]), "hex").slice(0, 32)}"`;
}

/** Whether an `If-None-Match` has an entity tag (RFC 9110, section 13.1.2). */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
