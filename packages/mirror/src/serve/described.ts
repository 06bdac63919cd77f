/** What routes for programs are asked, and how their answers are described. */
import type { SwaggerOptions } from "@fastify/swagger";
import type { FromSchema } from "json-schema-to-ts";
import type { ChangesInOptions } from "../changes/changes.ts";
import { version } from "../version.ts";
import type { Context } from "./context.ts";
import { schemas } from "./schemas.ts";

/** The number of a subject, in a path. */
export const numberParams = {
  type: "object",
  required: ["number"],
  properties: { number: { type: "string", description: "OIB or MBS, with or without leading zeros." } },
} as const;

/** A court case, in a path. */
export const caseParams = {
  type: "object",
  required: ["case"],
  properties: {
    case: { type: "string", description: "`MARK@COURT`, percent-encoded: the slash of a mark is `%2F`." },
  },
} as const;

/** Parameters that ask for some of the changes. */
export const narrowing = {
  type: "object",
  properties: {
    list: { type: "string", description: "Only these lists, with commas between, such as `subjekt,postupak`." },
    about: {
      type: "string",
      enum: ["insolvency"],
      description: "Only changes of insolvency: a sign of it came, went or became another.",
    },
    place: {
      type: "string",
      description:
        "Only subjects whose seat or county has these words, whole. Case, accents and punctuation do not matter.",
    },
  },
  additionalProperties: false,
} as const;

/** What {@link narrowing} asks for. */
export type Narrowed = Pick<ChangesInOptions, "about" | "place"> & { lists: string[] };

export const narrowed = ({ list = "", about, place }: FromSchema<typeof narrowing>): Narrowed => ({
  lists: list
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean),
  about,
  place,
});

/** No parameters. */
export const nothing = { type: "object", properties: {}, additionalProperties: false } as const;

/** The header by which a program asks whether its answer is still the same. */
export const ifNoneMatch = {
  type: "object",
  properties: { "If-None-Match": { type: "string", description: "The `ETag` of an earlier answer." } },
} as const;

type Responses = Readonly<Record<number, object>>;

const problem = (description: string): object => ({
  description,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

export const wrongQuestion: Responses = { 400: problem("The question is wrong.") };
export const notNow: Responses = { 503: problem("The copy cannot be read now. Ask again.") };
export const notThere = (description: string): Responses => ({ 404: problem(description) });

/** Answers of a type, and of what else a route may say. @param schema - That of the answers; text, if it is not given. */
export const answers = (type: string, schema: object = { type: "string" }, others: Responses = {}): Responses => ({
  200: { description: "It is here.", headers: { ETag: { type: "string" } }, content: { [type]: { schema } } },
  304: { description: "It is the same as the answer with this `ETag`.", type: "null" },
  ...wrongQuestion,
  ...notNow,
  ...others,
});

/** Answers in JSON. @param name - That of the schema. */
export const jsonAnswers = (name: string, others: Responses = {}): Responses =>
  answers("application/json", { $ref: `#/components/schemas/${name}` }, others);

/** Answers in Atom. */
export const feedAnswers = (others: Responses = {}): Responses => answers("application/atom+xml", undefined, others);

/** What the document says beside the routes. */
export const documentOptions = ({ publicRoot = "/" }: Pick<Context, "publicRoot">): SwaggerOptions => ({
  convertConstToEnum: false,
  openapi: {
    openapi: "3.1.0",
    info: {
      title: "A copy of the court register",
      version,
      description:
        "What `court-register-mirror serve` answers to programs: the words are those of its commands with `--json`. Programs may read it; no web page may, in a browser.",
    },
    servers: [{ url: publicRoot }],
    // Whoever reaches the server reads.
    security: [],
    components: { schemas },
  },
});
