import { type CasesContract, casesContract } from "./cases.ts";
import { operations } from "./operations.ts";
import type { Operation } from "./shape/operation.ts";

/** What a service is judged by. */
export interface Contract {
  /** The operations of REST. */
  operations: readonly Operation[];
  /** The GraphQL interface. */
  cases: CasesContract;
}

/** The contract of the specs. */
export const presentContract: Contract = { operations, cases: casesContract };
