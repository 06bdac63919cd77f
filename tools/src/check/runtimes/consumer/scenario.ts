/** A step of a scenario: what is done, and the function that does it. */
export type Step = readonly [what: string, run: () => Promise<void>];

/** Takes the steps in order and says so at the end. The first that fails is named, and ends the program with its error. */
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

/** Throws unless both are the same, integers in the same type. */
export function equal(actual: unknown, expected: unknown): void {
  if (print(actual) !== print(expected)) throw new Error(`${print(expected)} was expected, ${print(actual)} came`);
}

/** What a promise was rejected with. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("an error was expected, none came");
}

/** Prints something in the ways that logs do. Whoever runs the scenario looks for the key in it. */
export function show(value: unknown): void {
  console.log(value);
  console.log(print(value));
  if (value instanceof Error) console.log(String(value), value.stack, value.cause);
}
