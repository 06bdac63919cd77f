import { type CasesContract, readCases, type Scalars } from "../../src/contract/cases.ts";
import { cases as present } from "../../src/contract/contract.ts";
import { type RegisterContract, type RegisterDocument, readRegister } from "../../src/contract/register.ts";
import { fetchFrom } from "../../src/in-process.ts";
import type { Client } from "../../src/rest/tokens.ts";
import { buildApp } from "../../src/server.ts";
import { Store } from "../../src/store/store.ts";
import { planTables } from "../../src/store/tables.ts";

/** The service of another contract, in this process. */
export interface ContractService extends AsyncDisposable {
  readonly contract: RegisterContract;
  readonly cases: CasesContract;
  readonly fetch: typeof fetch;
}

/** The GraphQL interface, as `pnpm generate` writes it. */
export interface CourtCases {
  readonly sdl: string;
  readonly scalars: Scalars;
  readonly examples: Readonly<Record<string, string>>;
}

/**
 * Serves what an OpenAPI document describes, with generated data.
 *
 * @param document - As `pnpm generate` writes it.
 * @param access - The key that it accepts, or the client that gets tokens.
 * @param courtCases - The GraphQL interface. @defaultValue the present one
 */
export async function serveContract(
  document: object,
  access: string | Client,
  courtCases?: CourtCases,
  rows = 120,
): Promise<ContractService> {
  const contract = readRegister(document as RegisterDocument);
  const cases = courtCases ? readCases(courtCases.sdl, courtCases.scalars, courtCases.examples) : present;
  const store = new Store({ tables: planTables(contract, cases), file: undefined, keepStates: 1 });
  await store.load({ rows, seed: 1 });
  const app = await buildApp({
    store,
    contract,
    courtCases: cases,
    ...(typeof access === "string" ? { keys: [access] } : { keys: [], client: access }),
    rateLimit: undefined,
    logLevel: "error",
    logTo: process.stderr,
    reference: false,
  });
  await app.ready();
  const closed = new AbortController();
  return {
    contract,
    cases,
    fetch: fetchFrom(Promise.resolve(app), closed.signal),
    async [Symbol.asyncDispose]() {
      closed.abort();
      await app.close();
      await store.close();
    },
  };
}
