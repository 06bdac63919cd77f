import type { CasesContract } from "../contract/cases.ts";
import type { Contract } from "../contract/contract.ts";
import type { Operation } from "../contract/shape/operation.ts";
import type { RegisterRequest } from "../evidence/request.ts";
import type { Random } from "../shared/random.ts";
import type { MutableResponse } from "./body.ts";

/** A way to break the contract: a change to the responses of a sound service, and the requirements that must notice it. */
export interface Fault {
  /** Permanent, in kebab case. */
  name: string;
  /** What the service does wrong, as one sentence. */
  about: string;
  /** The requirements that must fail; no others may. */
  trips: readonly string[];
  /** The operations it can be placed at; undefined for GraphQL. */
  at?: (operation: Operation) => boolean;
  /** Whether a GraphQL interface has what it breaks. @defaultValue every one has */
  within?: (contract: CasesContract) => boolean;
  /** Changes a response in place; called only for the operation that the fault is placed at. */
  change: ResponseChange;
}

/** Whether a contract has what a fault breaks. */
export const isPossible = ({ at, within }: Fault, { operations, cases }: Contract): boolean =>
  at === undefined ? (within?.(cases) ?? true) : operations.some(at);

/** Tests for `Fault.at`. */
export const anywhere = (): boolean => true;

export const searches = (operation: Operation): boolean => operation.parameters.includes("tvrtka_naziv");

/** Changes one response, or leaves one that it does not apply to. */
export type ResponseChange = (body: MutableResponse, site: FaultSite) => void | Promise<void>;

/** Where a fault is placed, and what it can use. */
export interface FaultSite {
  /** The request of REST; undefined for GraphQL. */
  request: RegisterRequest | undefined;
  /** Body of the request of GraphQL. */
  query: string;
  /** The GraphQL interface. */
  cases: CasesContract;
  random: Random;
  /** The sound service's response to another request of the same operation; undefined if that was not recorded. */
  ask: (request: Partial<Pick<RegisterRequest, "query" | "as" | "key">>) => Promise<MutableResponse | undefined>;
  /** Computes something once for the whole run of the fault, such as the row that it was placed at. */
  once: <T>(make: () => T) => T;
  /** The limit of requests for the first rows. */
  width: number;
}
