/** Loaded before the programs of a recipe that Node runs: the rows that they print come as JSON, a line each and with every digit. */

/** TypeScript does not know it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

const exact = (_: string, value: unknown): unknown => (typeof value === "bigint" ? rawJSON(String(value)) : value);

const { log } = console;
console.log = (...values: unknown[]): void =>
  log(...values.map((value) => (typeof value === "object" ? JSON.stringify(value, exact) : value)));
