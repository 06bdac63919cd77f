/** What a reviver is told since ECMAScript 2026: the text of a value without parts. The types do not know it yet. */
type ExactReviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
type ExactParse = (text: string, reviver: ExactReviver) => unknown;

const longDigits = /\d{16}/;
const integer = /^-?\d+$/;

/**
 * Parses JSON without rounding: an integer that a number cannot hold becomes a bigint, everything else is as usual.
 * @throws {SyntaxError} when the text is not JSON.
 */
export function parseExact(text: string): unknown {
  // Looking at every value costs several times the parse, so only texts that could hold such an integer get it.
  if (!longDigits.test(text)) return JSON.parse(text);
  return (JSON.parse as ExactParse)(text, (_key, value, { source }) => {
    const rounded = typeof value === "number" && !Number.isSafeInteger(value);
    return rounded && source !== undefined && integer.test(source) ? BigInt(source) : value;
  });
}
