import { pairs, xmlProbes } from "../checks/each.ts";
import type { Fault } from "../checks/fault.ts";
import type { Probe } from "../checks/probe.ts";
import type { CaseRequirement, RegisterRequirement, Requirement } from "../checks/requirement.ts";
import { type Contract, presentContract } from "../contract/contract.ts";
import type { Operation } from "../contract/shape/operation.ts";
import type { ProbeName } from "../evidence/operation-view.ts";
import { answerFaults } from "./answers/faults.ts";
import { answerRequests } from "./answers/probes.ts";
import { answerRequirements } from "./answers/requirements.ts";
import { caseFaults } from "./cases/faults.ts";
import { caseAnswerRequirements } from "./cases/requirements.ts";
import { fieldFaults } from "./fields/faults.ts";
import { fieldRequirements } from "./fields/requirements.ts";
import { keyFaults } from "./key/faults.ts";
import { keyRequests } from "./key/probes.ts";
import { keyRequirements } from "./key/requirements.ts";
import { lookUpFaults } from "./lookups/faults.ts";
import { lookUpRequirements } from "./lookups/requirements.ts";
import { pagingFaults } from "./paging/faults.ts";
import { pagingRequests } from "./paging/probes.ts";
import { pagingRequirements } from "./paging/requirements.ts";
import { relationFaults } from "./relations/faults.ts";
import { relationRequests } from "./relations/probes.ts";
import { relationRequirements } from "./relations/requirements.ts";
import { sameFaults } from "./same/faults.ts";
import { sameRequirements } from "./same/requirements.ts";
import { schemaFaults } from "./schema/faults.ts";
import { schemaRequirements } from "./schema/requirements.ts";
import { searchFaults } from "./search/faults.ts";
import { searchRequests } from "./search/probes.ts";
import { searchRequirements } from "./search/requirements.ts";
import { totalFaults } from "./totals/faults.ts";
import { totalRequirements } from "./totals/requirements.ts";
import { xmlFaults } from "./xml/faults.ts";
import { xmlRequests } from "./xml/probes.ts";
import { xmlRequirements } from "./xml/requirements.ts";

const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);

/** The requirements of REST, by id. */
export const registerRequirements: readonly RegisterRequirement[] = [
  ...answerRequirements,
  ...fieldRequirements,
  ...xmlRequirements,
  ...sameRequirements,
  ...pagingRequirements,
  ...totalRequirements,
  ...relationRequirements,
  ...searchRequirements,
  ...keyRequirements,
].sort(byId);

/** The requirements of GraphQL, by id. */
export const caseRequirements: readonly CaseRequirement[] = [
  ...schemaRequirements,
  ...caseAnswerRequirements,
  ...lookUpRequirements,
].sort(byId);

export const allRequirements: readonly Requirement[] = [...registerRequirements, ...caseRequirements];

/** Whether the contract has anything that the requirement judges. If not, the requirement keeps its id, and is left out of runs. */
export const applies = (requirement: Requirement, { operations, cases }: Contract = presentContract): boolean =>
  "subjects" in requirement ? requirement.subjects(cases).length > 0 : operations.some(requirement.selects.test);

/** Every way to break the contract that the suite is proven to notice. */
export const faults: readonly Fault[] = [
  ...answerFaults,
  ...searchFaults,
  ...fieldFaults,
  ...xmlFaults,
  ...sameFaults,
  ...pagingFaults,
  ...totalFaults,
  ...relationFaults,
  ...keyFaults,
  ...schemaFaults,
  ...caseFaults,
  ...lookUpFaults,
];

const declared: readonly Probe[] = [
  ...answerRequests,
  ...pagingRequests,
  ...xmlRequests,
  ...relationRequests,
  ...searchRequests,
  ...keyRequests,
];

/** Every probe by name, in the order in which they are sent: one for XML right after the one for JSON. */
const probes: ReadonlyMap<ProbeName, Probe> = new Map(
  declared
    .filter(({ name }) => !pairs.has(name))
    .flatMap((probe) => [probe, ...declared.filter(({ name }) => pairs.get(name) === probe.name)])
    .map((probe) => [probe.name, probe]),
);

export function probeNamed(name: ProbeName): Probe {
  const probe = probes.get(name);
  if (probe === undefined) throw new Error(`there is no probe ${name}`);
  return probe;
}

/** The probes that requirements need of an operation, with those they depend on, in order. */
export function neededProbes(operation: Operation, needs: Iterable<ProbeName>): ProbeName[] {
  const wanted = new Set<ProbeName>();
  const add = (name: ProbeName): void => {
    if (wanted.has(name)) return;
    wanted.add(name);
    for (const earlier of probeNamed(name).after ?? []) add(earlier);
  };
  for (const name of needs) add(name);
  return [...probes.values()]
    .filter(({ name, applies: isFor }) => wanted.has(name) && isFor?.(operation) !== false)
    .filter(({ name }) => operation.xml || !xmlProbes.includes(name))
    .map(({ name }) => name);
}
