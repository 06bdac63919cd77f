/** Compiled, never run: mistakes that the types must catch with every compiler. */
import type { RegisterClient } from "@court-register/fetch";

export async function mistakes(register: RegisterClient, exact: RegisterClient<bigint>): Promise<void> {
  // @ts-expect-error: the contract requires an offset
  await register.sjediste.list({ limit: 1 });
  // @ts-expect-error: there is no such parameter
  await register.sjediste.list({ offset: 0, tvrtka_naziv: "Primjer" });
  const [row] = await exact.sjediste.list({ offset: 0 });
  // @ts-expect-error: it is a bigint
  const wrong: number | null | undefined = row?.mbs;
  void wrong;
}
