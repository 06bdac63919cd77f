/** Compiled, never run: mistakes that the types must catch with every compiler. */
import type { CourtCasesClient } from "@court-register/graphql";

export async function mistakes(cases: CourtCasesClient, exact: CourtCasesClient<bigint>): Promise<void> {
  // @ts-expect-error: a court is an integer
  await cases.predmet({ oznakaBroj: "P-7/2024", sud: "31" });
  const found = await exact.predmet({ oznakaBroj: "P-7/2024", sud: 31 });
  // @ts-expect-error: it is a bigint
  const wrong: number | null | undefined = found?.id;
  void wrong;
}
