/** Keywords that limit values from one side, by oasdiff's names. */
const upper = ["max", "exclusiveMax", "maxLength", "maxItems", "maxProperties"];
const lower = ["min", "exclusiveMin", "minLength", "minItems", "minProperties"];

export function isBound(keyword: string): boolean {
  return [...upper, ...lower, "pattern", "multipleOf", "uniqueItems", "const"].includes(keyword);
}

/** What the report says of a changed bound. `subject` is whose it is. */
export function boundMessage(keyword: string, subject: string, from: unknown, to: unknown): string {
  const [was, is] = [from, to].map((value) => (isAbsent(value) ? "absent" : `\`${JSON.stringify(value)}\``));
  return `The bound \`${keyword}\` of ${subject} is now ${is}, before ${was}.`;
}

const isAbsent = (value: unknown): boolean => value === null || value === undefined || value === "" || value === false;

/** How a changed bound affects the allowed values: `other` if neither set certainly contains the other. */
export function boundChange(keyword: string, from: unknown, to: unknown): "set" | "narrower" | "wider" | "other" {
  // oasdiff prints a missing lower bound of a length as 0.
  const open = (value: unknown): boolean =>
    isAbsent(value) || (value === 0 && keyword.startsWith("min") && keyword !== "min");
  if (open(from)) return "set";
  if (open(to)) return "wider";
  if (typeof from !== "number" || typeof to !== "number") return "other";
  if (upper.includes(keyword)) return to < from ? "narrower" : "wider";
  if (lower.includes(keyword)) return to > from ? "narrower" : "wider";
  return "other";
}
