import {
  type CaseRequirement,
  type RegisterRequirement,
  type Requirement,
  whyNotApplicable,
} from "../checks/requirement.ts";
import { type Contract, presentContract } from "../contract/contract.ts";
import type { Operation } from "../contract/shape/operation.ts";
import type { ProbeName } from "../evidence/operation-view.ts";
import { seededRandom } from "../shared/random.ts";
import { PlanError } from "../shared/usage-error.ts";
import { applies, caseRequirements, neededProbes, probeNamed, registerRequirements } from "../topics/catalogue.ts";
import { countCaseRequests } from "./ask-cases.ts";
import type { RunOptions } from "./run-options.ts";

/** What a run will send, known before the first request. */
export interface Plan {
  seed: number;
  operations: readonly Operation[];
  registerRequirements: readonly RegisterRequirement[];
  caseRequirements: readonly CaseRequirement[];
  /** The probes of each operation, by its name. */
  probes: ReadonlyMap<string, readonly ProbeName[]>;
  caseRequests: number;
  /** Whether GraphQL over HTTP is audited. */
  audits: boolean;
  /** Number of requests if none needs a retry. */
  planned: number;
  /** Maximum number of requests: the rest is for retries. */
  most: number;
}

/** Requests that a plan keeps for retries before it sends a sampled probe to more than one operation. */
const keptForRetries = 16;

/** The first request shows that the service can be reached, and the last one that it is still up. */
const around = 2;

export function makePlan(options: RunOptions, contract: Contract = presentContract): Plan {
  const { operations: all } = contract;
  // What is looked up comes last: by then, the rows of lists show what there is.
  const operations = [...pickOperations(options.operations, all)].sort(
    (one, other) => Number(one.inPath.length > 0) - Number(other.inPath.length > 0),
  );
  const wanted = (requirement: Requirement): boolean =>
    applies(requirement, contract) && (options.only?.some((start) => requirement.id.startsWith(start)) ?? true);
  for (const start of options.only ?? []) {
    if (![...registerRequirements, ...caseRequirements].some(({ id }) => id.startsWith(start))) {
      throw new PlanError(`no requirement id starts with ${start}: ids look like REG-PAGE-01 or CASE-TYPE`);
    }
  }
  const register = registerRequirements.filter(wanted);
  const cases = caseRequirements.filter(wanted);
  const mock = options.kind === "mock";
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
  const audits = options.audits !== false && cases.some(({ id }) => id === "CASE-INFO-04");
  const caseRequests =
    options.graphqlUrl === undefined || cases.length === 0
      ? 0
      : countCaseRequests(options.cases?.length ?? 0, audits, contract.cases.fields);
  const most = options.maxRequests ?? defaultMaxRequests(contract);
  const everything = planAll(operations, register, mock);
  const probes = new Map(sample(everything, seed, most - keptForRetries - caseRequests - around));
  const asked = countProbes([...probes]);
  return {
    seed,
    operations,
    registerRequirements: register,
    caseRequirements: cases,
    probes,
    caseRequests,
    audits,
    planned: asked + (asked > 0 ? around : 0) + caseRequests,
    most,
  };
}

/**
 * The smallest multiple of 50 that has room for the whole contract, with a case of GraphQL and what is kept for retries. It
 * grows with the operations: a fixed one would be used up before the last of them is asked.
 */
export function defaultMaxRequests({ operations, cases }: Contract = presentContract): number {
  const everything = planAll(operations, registerRequirements, false);
  const needed = countProbes(sample(everything, 0, 0)) + countCaseRequests(1, true, cases.fields);
  return Math.ceil((needed + around + keptForRetries) / 50) * 50;
}

type Planned = [operation: string, probes: readonly ProbeName[]];

const planAll = (
  operations: readonly Operation[],
  requirements: readonly RegisterRequirement[],
  mock: boolean,
): Planned[] => operations.map((operation) => [operation.name, planProbes(operation, requirements, mock)]);

const countProbes = (asked: readonly Planned[]): number => asked.reduce((sum, [, names]) => sum + names.length, 0);
const isSampled = (name: ProbeName): boolean => probeNamed(name).sampled !== undefined;

/** Keeps each sampled probe for as many operations as the budget allows, at least one, drawn by the seed. */
function sample(everything: readonly Planned[], seed: number, budget: number): Planned[] {
  const random = seededRandom(seed, "sample");
  const drawnAt = (name: ProbeName): number => probeNamed(name).sampled ?? 0;
  const sampled = new Set(
    everything.flatMap(([, names]) => names.filter(isSampled)).sort((one, other) => drawnAt(one) - drawnAt(other)),
  );

  const place = (operation: string, probe: ProbeName): string => `${operation} ${probe}`;
  const orders = [...sampled].map((probe) =>
    random.shuffle(everything.flatMap(([name, names]) => (names.includes(probe) ? [place(name, probe)] : []))),
  );
  // One operation for each of these probes in turn, so that none uses up the budget of another.
  const inTurn = everything.flatMap((_, index) => orders.flatMap((order) => order.slice(index, index + 1)));
  const room = budget - countProbes(everything) + inTurn.length;
  const drawn = new Set(inTurn.slice(0, Math.max(room, orders.length)));
  return everything.map(([name, names]) => [
    name,
    names.filter((probe) => !isSampled(probe) || drawn.has(place(name, probe))),
  ]);
}

function pickOperations(
  names: readonly string[] | undefined,
  allOperations: readonly Operation[],
): readonly Operation[] {
  if (names === undefined) return allOperations;
  const unknown = names.find(
    (name) => !allOperations.some((operation) => operation.name === name || operation.id === name),
  );
  if (unknown !== undefined)
    throw new PlanError(
      `there is no operation ${unknown}: the operations are ${allOperations.map(({ name }) => name).join(", ")}`,
    );
  return allOperations.filter(({ name, id }) => names.includes(name) || names.includes(id));
}

/** The probes that the requirements of an operation need; a mock is not sent what it cannot show. */
function planProbes(operation: Operation, requirements: readonly RegisterRequirement[], mock: boolean): ProbeName[] {
  const judged = requirements.filter(
    (requirement) =>
      requirement.selects.test(operation) &&
      whyNotApplicable(requirement, operation) === undefined &&
      !(mock && requirement.beyondMock !== undefined),
  );
  const names = neededProbes(
    operation,
    judged.flatMap(({ needs }) => needs),
  );
  return mock ? names.filter((name) => probeNamed(name).plain === true) : names;
}
