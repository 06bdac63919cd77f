/** Reads the whole contract, both interfaces, and refuses it in one place. */

import { acceptedCourtCases } from "./court-cases.ts";
import { readSpec } from "./files.ts";
import type { GraphqlSpecs } from "./graphql.ts";
import type { OpenApi } from "./openapi.ts";
import { basePathOf, keyHeaderOf } from "./operation-parts.ts";
import type { SuiteOperation } from "./operation-table.ts";
import { acceptedOperations } from "./refusals.ts";
import { readRegisterSpec } from "./register-spec.ts";
import { faultsIn, refuseAll } from "./spec-error.ts";

export interface Contract {
  /** The OpenAPI document, with the examples in it. */
  register: OpenApi;
  operations: SuiteOperation[];
  /** What precedes the path of every operation, such as `/javni`. */
  basePath: string;
  keyHeader: string;
  courtCases: GraphqlSpecs;
}

/**
 * @param folder - the folder of the specs.
 * @throws SpecError with everything for which either interface is refused.
 */
export function readContract(folder: string): Contract {
  refuseAll([...faultsIn(() => readRegister(folder)), ...faultsIn(() => acceptedCourtCases(folder))]);
  return { ...readRegister(folder), courtCases: acceptedCourtCases(folder) };
}

/** The REST interface. @throws SpecError with everything for which it is refused. */
export function readRegister(folder: string): Omit<Contract, "courtCases"> {
  const register = readRegisterSpec({ examples: "inline", specs: folder });
  const file = "register.openapi.yaml";
  const operations = acceptedOperations(register, readSpec(folder, file), `specs/${file}`);
  return { register, operations, basePath: basePathOf(register), keyHeader: keyHeaderOf(register) };
}
