/** A step of a scenario: a description and the function. */
export type Step = readonly [what: string, run: () => Promise<void>];

/** Runs the steps in order and reports success. The first failure is named, and ends the program with its error. */
export async function scenario(...steps: readonly Step[]): Promise<void> {
  for (const [what, run] of steps) {
    try {
      await run();
    } catch (error) {
      console.log(`failed: ${what}: ${error}`);
      throw error;
    }
  }
  console.log(`passed: ${steps.map(([what]) => what).join(", ")}`);
}

const print = (value: unknown): string =>
  typeof value === "bigint"
    ? `${value}n`
    : (JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? `${inner}n` : inner)) ?? "undefined");

/** Throws unless both print the same; integers must also have the same type. */
export function equal(actual: unknown, expected: unknown): void {
  if (print(actual) !== print(expected)) throw new Error(`expected ${print(expected)}, got ${print(actual)}`);
}

/** The reason that a promise was rejected with. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected an error, but none was thrown");
}

/** Prints a value as loggers do, for the check to search for the key. */
export function show(value: unknown): void {
  console.log(value);
  console.log(print(value));
  if (value instanceof Error) console.log(String(value), value.stack, value.cause);
}
