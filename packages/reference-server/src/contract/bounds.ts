import { fullFormats } from "ajv-formats/dist/formats.js";

/** What the schema of a field says of its values beyond their kind. By hand, because a value may be a bigint, which ajv does not know. */
export interface Bounds {
  /** The only values that are allowed. */
  readonly values?: readonly unknown[];
  readonly pattern?: RegExp;
  /** A format of text that has a check and no kind of its own, such as `uuid`. */
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Values that the schema shows. */
  readonly examples: readonly unknown[];
}

const keywords = ["enum", "const", "pattern", "minLength", "maxLength", "minimum", "maximum"];

/** The formats whose values are of a kind. */
const kinds: ReadonlySet<unknown> = new Set(["date", "date-time", "email"]);

type Check = RegExp | ((text: string) => boolean) | { readonly validate: RegExp | ((text: string) => boolean) };

/** How texts of a format are checked; undefined for one that nobody knows, and for those of numbers. */
function checkOf(format: unknown): Check | undefined {
  if (typeof format !== "string" || !Object.hasOwn(fullFormats, format)) return undefined;
  const known = fullFormats[format as keyof typeof fullFormats] as Check | true | { readonly type: "number" };
  return known === true || (typeof known === "object" && "type" in known) ? undefined : known;
}

function isOfFormat(format: string, text: string): boolean {
  const check = checkOf(format);
  const by = check !== undefined && "validate" in check ? check.validate : check;
  // Some of them keep a position between calls.
  return by === undefined || (by instanceof RegExp ? new RegExp(by.source, by.flags).test(text) : by(text));
}

/** The bounds in a schema; nothing without any. */
export function boundsIn(schema: Readonly<Record<string, unknown>>): readonly Bounds[] {
  const { enum: listed, pattern, example, examples, format: written, ...others } = schema;
  const format = kinds.has(written) || checkOf(written) === undefined ? undefined : String(written);
  if (format === undefined && !keywords.some((keyword) => keyword in schema)) return [];
  const { minLength, maxLength, minimum, maximum } = others as Readonly<Record<string, number>>;
  return [
    {
      ...("const" in schema ? { values: [schema.const] } : Array.isArray(listed) ? { values: listed } : {}),
      ...(typeof pattern === "string" ? { pattern: new RegExp(pattern, "u") } : {}),
      ...(format === undefined ? {} : { format }),
      ...(minLength === undefined ? {} : { minLength }),
      ...(maxLength === undefined ? {} : { maxLength }),
      ...(minimum === undefined ? {} : { minimum }),
      ...(maximum === undefined ? {} : { maximum }),
      examples: [example, ...(Array.isArray(examples) ? examples : [])].filter((one) => one !== undefined),
    },
  ];
}

/** What a value must be, in words, if it is not within bounds. */
export function expectedBy(bounds: Bounds, value: unknown): string | undefined {
  const { values, pattern, format, minLength = 0, maxLength = Infinity } = bounds;
  const { minimum = -Infinity, maximum = Infinity } = bounds;
  if (values !== undefined && !values.some((one) => isSame(one, value)))
    return `one of ${values.map((one) => JSON.stringify(one)).join(", ")}`;
  if (typeof value === "string") {
    // Characters, not their halves.
    const length = [...value].length;
    if (length < minLength) return `text of ${minLength} characters or more`;
    if (length > maxLength) return `text of ${maxLength} characters or less`;
    if (pattern?.test(value) === false) return `text that matches ${pattern.source}`;
    if (format !== undefined && !isOfFormat(format, value)) return `text of the format ${format}`;
  }
  if (typeof value === "number" || typeof value === "bigint") {
    if (value < minimum) return `${minimum} or more`;
    if (value > maximum) return `${maximum} or less`;
  }
  return undefined;
}

const isSame = (one: unknown, value: unknown): boolean =>
  typeof value === "bigint" ? Number.isSafeInteger(one) && BigInt(one as number) === value : one === value;
