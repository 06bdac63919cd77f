/** Keywords that limit values from one side, by oasdiff's names. */
const upper = ["max", "exclusiveMax", "maxLength", "maxItems", "maxProperties"];
const lower = ["min", "exclusiveMin", "minLength", "minItems", "minProperties"];

export function isBound(keyword: string): boolean {
  return [...upper, ...lower, "pattern", "multipleOf", "uniqueItems", "const"].includes(keyword);
}

/** How a changed bound affects the allowed values: `other` if neither set certainly contains the other. */
export function boundChange(keyword: string, from: unknown, to: unknown): "set" | "narrower" | "wider" | "other" {
  const absent = (value: unknown): boolean => value === null || value === undefined || value === "" || value === false;
  // oasdiff prints a missing lower bound of a length as 0.
  const open = (value: unknown): boolean =>
    absent(value) || (value === 0 && keyword.startsWith("min") && keyword !== "min");
  if (open(from)) return "set";
  if (open(to)) return "wider";
  if (typeof from !== "number" || typeof to !== "number") return "other";
  if (upper.includes(keyword)) return to < from ? "narrower" : "wider";
  if (lower.includes(keyword)) return to > from ? "narrower" : "wider";
  return "other";
}
