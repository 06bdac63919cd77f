import { expect } from "vitest";
import { RegisterError } from "../../src/index.ts";

/** What a call rejects with. */
export async function rejection(call: Promise<unknown>): Promise<RegisterError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RegisterError);
  return error as RegisterError;
}
