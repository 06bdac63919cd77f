/**
 * `JSON.stringify` that writes a bigint as the number it is, digit by digit.
 *
 * @param fail - Called with what is wrong with a number that is not what was meant: an integer beyond ±(2^53 − 1), which may have
 *   been rounded before it came here, or one that JSON cannot carry (`NaN`, `Infinity`).
 */
export function writeJson(value: unknown, path: string, fail: (message: string) => never): string | undefined {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number" && (Number.isInteger(value) ? !Number.isSafeInteger(value) : !Number.isFinite(value))) {
    fail(`${path} is ${value}, which is not exact as a number: pass a bigint`);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item, index) => writeJson(item, `${path}[${index}]`, fail) ?? "null")}]`;
  }
  if (typeof value !== "object" || value === null || "toJSON" in value) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([key, item]) => {
    const text = writeJson(item, `${path}.${key}`, fail);
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
  });
  return `{${members}}`;
}
