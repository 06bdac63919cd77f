/** Compiled, never run: mistakes that the types must catch with every compiler. */
import type { RegisterClient } from "@court-register/axios";

export async function mistakes(register: RegisterClient, exact: RegisterClient<bigint>): Promise<void> {
  // @ts-expect-error: the contract requires an offset
  await register.sjediste.list({ limit: 1 });
  const answer = await exact.sjediste.list({ offset: 0 });
  // @ts-expect-error: it is a bigint
  const wrong: number | null | undefined = answer.data[0]?.mbs;
  // @ts-expect-error: there is no such field
  void [wrong, answer.data[0]?.oib];
}
