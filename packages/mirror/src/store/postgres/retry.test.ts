import { expect, test } from "vitest";
import { DriverError } from "./explain.ts";
import { repeated } from "./retry.ts";

const failing = (code: string): DriverError => new DriverError(Object.assign(new Error("failed"), { code }));

/** Fails so often, then succeeds. Tells what was waited for. */
async function run(failures: number, code: string): Promise<{ result: unknown; attempts: number; waits: number[] }> {
  const waits: number[] = [];
  let attempts = 0;
  const transaction = async (): Promise<string> => {
    if (attempts++ < failures) throw failing(code);
    return "done";
  };
  const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
  const result = await repeated(transaction, { random: () => 0, wait }).catch((error: unknown) => error);
  return { result, attempts, waits };
}

test.each(["40001", "40P01", "23505"])("a transaction that fails with %s is repeated, ever later", async (code) => {
  expect(await run(4, code)).toEqual({ result: "done", attempts: 5, waits: [10, 20, 40, 80] });
});

test("it is given up after ten attempts", async () => {
  const { result, attempts, waits } = await run(100, "40001");
  expect(result).toMatchObject({ code: "40001" });
  expect(attempts).toBe(10);
  expect(waits.at(-1)).toBe(1_000);
});

test("any other error is not repeated", async () => {
  expect(await run(1, "42P01")).toMatchObject({ attempts: 1, waits: [], result: { code: "42P01" } });
  await expect(
    repeated(async () => {
      throw new TypeError("of the work");
    }, {}),
  ).rejects.toThrow("of the work");
});

test("the delay is spread by chance", async () => {
  const waits: number[] = [];
  let failures = 1;
  await repeated(
    async () => {
      if (failures-- > 0) throw failing("40001");
    },
    { random: () => 0.5, wait: async (milliseconds) => waits.push(milliseconds) },
  );
  expect(waits).toEqual([15]);
});
