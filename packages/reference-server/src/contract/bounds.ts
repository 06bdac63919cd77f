/** What the schema of a field says of its values beyond their kind. By hand, because a value may be a bigint, which ajv does not know. */
export interface Bounds {
  /** The only values that are allowed. */
  readonly values?: readonly unknown[];
  readonly pattern?: RegExp;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Values that the schema shows. */
  readonly examples: readonly unknown[];
}

const keywords = ["enum", "const", "pattern", "minLength", "maxLength", "minimum", "maximum"];

/** The bounds in a schema; nothing without any. */
export function boundsIn(schema: Readonly<Record<string, unknown>>): readonly Bounds[] {
  if (!keywords.some((keyword) => keyword in schema)) return [];
  const { enum: listed, pattern, example, examples, ...others } = schema;
  const { minLength, maxLength, minimum, maximum } = others as Readonly<Record<string, number>>;
  return [
    {
      ...("const" in schema ? { values: [schema.const] } : Array.isArray(listed) ? { values: listed } : {}),
      ...(typeof pattern === "string" ? { pattern: new RegExp(pattern, "u") } : {}),
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
  const { values, pattern, minLength = 0, maxLength = Infinity, minimum = -Infinity, maximum = Infinity } = bounds;
  if (values !== undefined && !values.some((one) => isSame(one, value)))
    return `one of ${values.map((one) => JSON.stringify(one)).join(", ")}`;
  if (typeof value === "string") {
    // Characters, not their halves.
    const length = [...value].length;
    if (length < minLength) return `text of ${minLength} characters or more`;
    if (length > maxLength) return `text of ${maxLength} characters or less`;
    if (pattern?.test(value) === false) return `text that matches ${pattern.source}`;
  }
  if (typeof value === "number" || typeof value === "bigint") {
    if (value < minimum) return `${minimum} or more`;
    if (value > maximum) return `${maximum} or less`;
  }
  return undefined;
}

const isSame = (one: unknown, value: unknown): boolean =>
  typeof value === "bigint" ? Number.isSafeInteger(one) && BigInt(one as number) === value : one === value;
