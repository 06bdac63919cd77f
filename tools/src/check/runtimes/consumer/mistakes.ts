/** Compiled, never run: mistakes that the types must catch with every compiler. */
import type { RegisterClient as AxiosClient } from "@court-register/axios";
import type { Sjediste } from "@court-register/core/types";
import type { RegisterClient as FetchClient } from "@court-register/fetch";
import type { CourtCasesClient } from "@court-register/graphql";

type Integer = number | null | undefined;

// @ts-expect-error: a register number is an integer
export const seat: Sjediste = { mbs: "80000001" };

export async function withFetch(register: FetchClient, exact: FetchClient<bigint>): Promise<void> {
  // @ts-expect-error: the contract requires an offset
  await register.sjediste.list({ limit: 1 });
  // @ts-expect-error: there is no such parameter
  await register.sjediste.list({ offset: 0, tvrtka_naziv: "Primjer" });
  const [row] = await exact.sjediste.list({ offset: 0 });
  // @ts-expect-error: it is a bigint
  const wrong: Integer = row?.mbs;
  void wrong;
}

export async function withAxios(register: AxiosClient, exact: AxiosClient<bigint>): Promise<void> {
  // @ts-expect-error: the contract requires an offset
  await register.sjediste.list({ limit: 1 });
  const answer = await exact.sjediste.list({ offset: 0 });
  // @ts-expect-error: it is a bigint
  const wrong: Integer = answer.data[0]?.mbs;
  // @ts-expect-error: there is no such field
  void [wrong, answer.data[0]?.oib];
}

export async function withGraphql(cases: CourtCasesClient, exact: CourtCasesClient<bigint>): Promise<void> {
  // @ts-expect-error: a case has a court, too
  await cases.predmet({ oznakaBroj: "P-7/2024" });
  // @ts-expect-error: a court is an integer
  await cases.predmet({ oznakaBroj: "P-7/2024", sud: "31" });
  const found = await exact.predmet({ oznakaBroj: "P-7/2024", sud: 31 });
  // @ts-expect-error: it is a bigint
  const wrong: Integer = found?.id;
  void wrong;
}
