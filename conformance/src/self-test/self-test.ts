import { MutableResponse } from "../checks/body.ts";
import { type Fault, type FaultSite, isPossible } from "../checks/fault.ts";
import type { CasesContract } from "../contract/cases.ts";
import { type Contract, presentContract } from "../contract/contract.ts";
import type { Operation } from "../contract/shape/operation.ts";
import { requestId } from "../evidence/request.ts";
import type { Recording } from "../exchange/recording.ts";
import type { Send } from "../exchange/send.ts";
import type { Report } from "../report/report.ts";
import { brokenCheck } from "../run/judge.ts";
import { judgeRecording, widthOf } from "../run/recorded-run.ts";
import { type Random, seededRandom } from "../shared/random.ts";
import { faults } from "../topics/catalogue.ts";
import { recordedService } from "./recorded-service.ts";

/** The outcome of one fault on a recording. */
export interface FaultOutcome {
  fault: Fault;
  /** Where it was placed: the name of an operation, or `GraphQL`. */
  where: string;
  /** Requirements that fail with the fault and not without it. */
  tripped: readonly string[];
  /** Whether it tripped everything that it must. */
  caught: boolean;
  /** Why not, if it was not caught. */
  reason?: string;
}

/** Judges a recording with each fault, to show which ones the suite would catch in the service's own data. */
export async function selfTest(
  recording: Recording,
  onOutcome: (outcome: FaultOutcome) => void = () => {},
): Promise<FaultOutcome[]> {
  // All requirements, as with a fault, even if the recorded run selected some: what fails already is not due to a fault.
  const clean = await judgeRecording(recording, undefined, { only: ["REG", "CASE"] });
  const outcomes: FaultOutcome[] = [];
  for (const fault of faults) {
    const outcome = await tryFault(recording, fault, clean);
    outcomes.push(outcome);
    onOutcome(outcome);
  }
  return outcomes;
}

const failed = (report: Report): Set<string> =>
  new Set(
    report.results
      .filter(({ state }) => state === "fail")
      .map(({ requirement, subject }) => `${requirement} ${subject}`),
  );

/** Places a fault at one operation after another, in seeded order, until it is caught. */
export async function tryFault(
  recording: Recording,
  fault: Fault,
  clean: Report,
  seed: number = recording.log._run.seed,
  contract: Contract = presentContract,
): Promise<FaultOutcome> {
  const run = recording.log._run;
  const random = seededRandom(seed, fault.name);
  const recorded = contract.operations.filter(
    ({ name }) => run.operations === undefined || run.operations.includes(name),
  );
  const places: (Operation | undefined)[] =
    fault.at === undefined ? [undefined] : random.shuffle(recorded.filter(fault.at));
  const before = failed(clean);
  let last: FaultOutcome = {
    fault,
    where: "nowhere",
    tripped: [],
    caught: false,
    reason: "the recording has no operation that the fault applies to",
  };
  if (fault.at === undefined && !isPossible(fault, contract))
    return { ...last, reason: "the contract has nothing that the fault breaks" };
  if (fault.at === undefined && run.graphqlUrl === undefined) return { ...last, reason: "GraphQL was not recorded" };
  for (const operation of places) {
    const placed = placeFault(fault, recordedService(recording, contract.operations), {
      operation,
      cases: contract.cases,
      random: seededRandom(seed, fault.name),
      width: widthOf(recording, operation === undefined ? undefined : [operation.name], contract.operations),
    });
    const report = await judgeRecording(
      recording,
      placed.send,
      operation === undefined ? { only: ["CASE"] } : { operations: withAnother(operation, recorded), only: ["REG"] },
      contract,
    );
    const tripped = [
      ...new Set([...failed(report)].filter((one) => !before.has(one)).map((one) => one.split(" ")[0] ?? "")),
    ].sort();
    const caught = fault.trips.every((id) => tripped.includes(id));
    last = { fault, where: operation?.name ?? "GraphQL", tripped, caught };
    const broken = report.results.find(({ reason }) => reason?.startsWith(brokenCheck));
    if (broken !== undefined) return { ...last, caught: false, reason: `${broken.requirement}: ${broken.reason}` };
    if (caught) return last;
    last.reason = reasonOf(report, fault, operation, placed.touched());
    // Nothing was changed, or the data cannot show it: another operation may.
  }
  return last;
}

/** A fault affects only one operation; a second one shows that the service is up. */
function withAnother({ name }: Operation, recorded: readonly Operation[]): string[] {
  const other = recorded.findLast((one) => one.name !== name && !one.paged);
  return other === undefined ? [name] : [name, other.name];
}

/** Why a fault was not caught: the reason of its requirement, or that there was nothing to change. */
function reasonOf(report: Report, fault: Fault, operation: Operation | undefined, touched: boolean): string {
  const results = report.results.filter(
    ({ requirement, subject, state }) =>
      fault.trips.includes(requirement) && state !== "fail" && (operation === undefined || subject === operation.name),
  );
  // A pass may give a reason too.
  const unjudged = results.find(({ state, reason }) => state !== "pass" && reason !== undefined);
  if (unjudged !== undefined) return `${unjudged.requirement} is ${unjudged.state}: ${unjudged.reason}`;
  if (!touched) return "the recording has no row or response for the fault to change";
  return results[0] === undefined ? "its requirements were not judged" : `${results[0].requirement} passes anyway`;
}

interface Placement {
  /** The operation that the fault is placed at; undefined for GraphQL. */
  operation: Operation | undefined;
  /** The GraphQL interface. @defaultValue that of the specs */
  cases?: CasesContract;
  random: Random;
  width: number;
}

/** Wraps a sound service in a fault. `touched` is whether the fault changed any response so far. */
export function placeFault(fault: Fault, sound: Send, placement: Placement): { send: Send; touched: () => boolean } {
  const { operation, cases = presentContract.cases, random, width } = placement;
  let touched = false;
  let remembered: { value: unknown } | undefined;
  // Untyped, because the same function of the fault writes and reads it.
  const once = <T>(make: () => T): T => {
    remembered ??= { value: make() };
    return remembered.value as T;
  };

  const send: Send = async (wire) => {
    const reply = await sound(wire);
    const request = wire.asks;
    if (request?.operation !== operation || reply.kind === "no answer") return reply;
    const body = new MutableResponse(reply);
    const before = body.fingerprint();
    const ask: FaultSite["ask"] = async (other) => {
      if (request === undefined) throw new Error("GraphQL has no other requests");
      const asks = { ...request, ...other };
      const another = await sound({ ...wire, id: requestId(asks), asks });
      return another.kind === "answer" ? new MutableResponse(another) : undefined;
    };
    try {
      await fault.change(body, { request, query: wire.body ?? "", cases, random, ask, once, width });
    } catch {
      // The service's own response is not one that the fault can break, such as an error instead of a schema.
      return reply;
    }
    touched ||= body.fingerprint() !== before;
    return body.toAnswer();
  };
  return { send, touched: () => touched };
}
