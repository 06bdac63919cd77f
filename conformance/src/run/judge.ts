import type { Redact } from "#kit/redact";
import { type CaseRequirement, type RegisterRequirement, whyNotApplicable } from "../checks/requirement.ts";
import type { CasesContract } from "../contract/cases.ts";
import type { Operation } from "../contract/shape/operation.ts";
import type { CasesView } from "../evidence/cases-view.ts";
import type { Show } from "../evidence/datum.ts";
import {
  isAll,
  OperationView,
  type ProbeName,
  type ProbeResult,
  type ProbeResults,
  readRows,
  readTotal,
} from "../evidence/operation-view.ts";
import { type Finding, NotJudged, type Outcome, type Unjudged } from "../evidence/outcome.ts";
import {
  curlLine,
  headerSecrets,
  keySecrets,
  limitOf,
  offsetOf,
  type RegisterTarget,
  toWire,
} from "../evidence/request.ts";
import { contractRows } from "../report/contract-rows.ts";
import { placeOf, type Result, shownFindings } from "../report/result.ts";
import { registerRequirements } from "../topics/catalogue.ts";
import type { RegisterAsker } from "./ask-register.ts";
import { lookAgain, type RowChanges, whyNotCounted } from "./second-look.ts";

export interface Judging {
  target: RegisterTarget;
  requirements: readonly RegisterRequirement[];
  mock: boolean;
  show: Show;
  redact: Redact;
}

/** What an operation's responses show. */
export interface Judged {
  results: Result[];
  rows: number;
  total?: number;
  /** Rows that came at once, though more were asked for and there are more. */
  cap?: number;
  /** The responses to what was planned. */
  probes: ProbeResults;
}

const mockReason = {
  parameters: "the mock returns the same rows for every request",
  keys: "the mock accepts any key",
};

/** How the reason starts if a check throws, which is a bug in the suite. */
export const brokenCheck = "the check crashed";

/** Runs a check; what it cannot judge becomes a state with a reason, and so does a crash. */
function outcomeOf(check: () => Outcome): Outcome {
  try {
    return check();
  } catch (error) {
    if (error instanceof NotJudged) return error.outcome;
    return { state: "error", reason: `${brokenCheck}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Asks for what is planned of one operation, and judges its requirements. */
export async function judgeOperation(
  asker: RegisterAsker,
  judging: Judging,
  operation: Operation,
  planned: readonly ProbeName[],
  rowChanges: RowChanges,
): Promise<Judged> {
  const { mock, show } = judging;
  const results = await asker.ask(operation, planned);
  const view = new OperationView(operation, results, show);
  const check = (requirement: RegisterRequirement, by: OperationView): Outcome =>
    outcomeOf(() => requirement.check(by));
  const outcomes = new Map<RegisterRequirement, Outcome>();
  for (const requirement of judging.requirements.filter(({ selects }) => selects.test(operation))) {
    const { beyondMock } = requirement;
    const whyNot = whyNotApplicable(requirement, operation);
    if (whyNot !== undefined) outcomes.set(requirement, { state: "not applicable", reason: whyNot });
    else if (mock && beyondMock !== undefined)
      outcomes.set(requirement, { state: "not applicable", reason: mockReason[beyondMock] });
    else if (results.has(requirement.needs[0] ?? "json")) outcomes.set(requirement, check(requirement, view));
  }
  await lookAgain(asker, view, outcomes, check, rowChanges);
  const total = totalRows(operation, results, mock);
  const cap = mock ? undefined : capOf(results);
  return {
    results: [...outcomes].map(([{ id }, outcome]) =>
      toResult(id, operation.name, outcome, (finding) => curlOf(judging, view, finding), judging.redact),
    ),
    rows: rowsSeen(results),
    ...(total === undefined ? {} : { total }),
    ...(cap === undefined ? {} : { cap }),
    probes: results,
  };
}

/**
 * Judges a page on the way to the end of a list on its own. Returns only failures and errors: the seed decides which pages are seen,
 * so nothing else may affect a baseline.
 */
export function judgePage(judging: Judging, operation: Operation, page: ProbeResult): Result[] {
  const view = new OperationView(operation, new Map([["further", page]]), judging.show);
  return judging.requirements
    .filter(({ selects, needs }) => needs.includes("further") && selects.test(operation))
    .filter((requirement) => whyNotApplicable(requirement, operation) === undefined)
    .map((requirement) =>
      toResult(
        requirement.id,
        operation.name,
        outcomeOf(() => requirement.check(view)),
        (finding) => curlOf(judging, view, finding),
        judging.redact,
      ),
    )
    .filter(({ state }) => state === "fail" || state === "error");
}

/** The number of all rows, if it is promised or seen. */
function totalRows(operation: Operation, results: ProbeResults, mock: boolean): number | undefined {
  if (readRows(results.get("json")) === undefined) return undefined;
  const seen = rowsSeen(results);
  if (!operation.paged || mock) return seen;
  if (operation.declaresTotal) return readTotal(results.get("json"));
  // The page from the last row seen had no further row.
  return seen === 0 || isAll(seen, readRows(results.get("edge"))?.length) ? seen : undefined;
}

/** Fewer rows than a limit show a cap only if further rows were seen: a total may be wrong. */
function capOf(results: ProbeResults): number | undefined {
  const first = results.get("json");
  const count = readRows(first)?.length ?? 0;
  const limit = (first?.kind === "asked" && limitOf(first.request)) || 0;
  return count > 0 && count < limit && rowsSeen(results) > count ? count : undefined;
}

function rowsSeen(results: ProbeResults): number {
  const first = readRows(results.get("json"))?.length ?? 0;
  const edge = results.get("edge");
  if (edge?.kind !== "asked") return first;
  const count = readRows(edge)?.length ?? 0;
  return first + Math.max(0, count - Math.max(0, first - offsetOf(edge.request)));
}

function curlOf({ target }: Judging, view: OperationView, finding: Finding): string {
  // A finding names a probe that its check read.
  const result = view.results.get(finding.probe as ProbeName);
  if (result?.kind !== "asked") return "";
  return curlLine(toWire(result.request, target), keySecrets(result.request.key, target));
}

/** A result for the report: redacted, and each finding with the command that repeats its request. */
function toResult(
  requirement: string,
  subject: string,
  outcome: Outcome,
  curl: (finding: Finding) => string,
  redact: Redact,
): Result {
  if (outcome.state === "fail") {
    const all = outcome.findings.map((finding) => ({ ...finding, at: redact(finding.at) }));
    const findings = shownFindings(all).map((finding) => ({
      ...finding,
      expected: redact(finding.expected),
      found: redact(finding.found),
      curl: redact(curl(finding)),
    }));
    const places = [...new Set(all.map(placeOf))];
    const contract = contractRows(subject, places);
    const rows = contract === undefined ? {} : { contract };
    return { requirement, subject, state: "fail", findings, findingCount: all.length, places, ...rows };
  }
  if (outcome.state === "pass" && outcome.note === undefined) return { requirement, subject, state: "pass" };
  return {
    requirement,
    subject,
    state: outcome.state,
    reason: redact("reason" in outcome ? outcome.reason : (outcome.note ?? "")),
  };
}

/** Judges GraphQL by its responses, or gives every requirement the reason why not. */
export function judgeCases(
  requirements: readonly CaseRequirement[],
  contract: CasesContract,
  view: CasesView | Unjudged,
  secretHeaders: readonly string[],
  redact: Redact,
): Result[] {
  return requirements.flatMap((requirement) =>
    requirement.subjects(contract).map((subject) => {
      const outcome: Outcome = "state" in view ? view : outcomeOf(() => requirement.check(view, subject));
      const curl = ({ probe }: Finding): string =>
        "state" in view ? "" : curlLine(view.answer(probe).request, headerSecrets(secretHeaders));
      return toResult(requirement.id, subject, outcome, curl, redact);
    }),
  );
}

/** What a whole run has shown of REST. */
export interface RunEvidence {
  /** The results of all operations. */
  results: readonly Result[];
  /** Failures and errors on pages on the way to the end of a list. */
  further: readonly Result[];
  rowChanges: RowChanges;
  /** Failures by a wrong status that do not count, each with the reason. */
  statuses: ReadonlyMap<Result, string>;
}

/** Judges REST by the whole run. Returns all results, and those of them that differ from what an operation alone showed. */
export function judgeRun(evidence: RunEvidence): { results: Result[]; changed: Result[] } {
  const seen = withFurther(evidence.results, evidence.further);
  const excuse = excuseOf(seen, evidence);
  const results = seen.map((result): Result => {
    const excused = result.state === "fail" ? excuse(result) : undefined;
    return excused === undefined ? result : { requirement: result.requirement, subject: result.subject, ...excused };
  });
  return { results, changed: results.filter((result, index) => result !== seen[index]) };
}

/** Adds what further pages show. A failure stays as it was first seen. */
function withFurther(results: readonly Result[], further: readonly Result[]): Result[] {
  const nameOf = ({ requirement, subject }: Result): string => `${requirement} ${subject}`;
  const all = new Map(results.map((one) => [nameOf(one), one]));
  for (const result of further) {
    const known = all.get(nameOf(result));
    if (known !== undefined && known.state !== "fail") all.set(nameOf(result), result);
  }
  return [...all.values()];
}

/**
 * Why a failure does not count in the light of the whole run:
 * - All operations return markup instead of JSON. Something else may be at that address, or JSON has to be requested in another way.
 *   Only data without a key remains a failure.
 * - The failure is a wrong status, and the service was down or busy.
 * - The failure compares responses, and the service does not return the same rows each time.
 * - No operation returns XML. It was requested in the wrong way.
 */
function excuseOf(
  results: readonly Result[],
  { rowChanges, statuses }: RunEvidence,
): (failed: Result) => Pick<Result, "state" | "reason"> | undefined {
  const noXml = isNowhere("REG-XML-08", results, "xml");
  const noJson =
    isNowhere("REG-JSON-01", results, "json", /^(?:an HTML page|markup)/) &&
    !results.some(({ requirement, state }) => requirement === "REG-STATUS-01" && state === "fail");
  const byId = new Map(registerRequirements.map((one) => [one.id, one]));
  return (failed) => {
    if (noJson && !failed.requirement.startsWith("REG-KEY"))
      return {
        state: "error",
        reason:
          "every operation returned markup instead of JSON: is --base-url right, or does --xml-by have to say how to ask?",
      };
    const status = statuses.get(failed);
    if (status !== undefined) return { state: "error", reason: status };
    const whyNot = whyNotCounted(byId.get(failed.requirement) ?? {}, rowChanges);
    if (whyNot !== undefined) return { state: "not tested", reason: whyNot };
    if (failed.requirement === "REG-XML-08" && noXml)
      return { state: "not tested", reason: "no operation returned XML when asked this way: set --xml-by" };
    return undefined;
  };
}

/** Whether a requirement was judged on several operations, and failed on all of them at the first request, in this way. */
function isNowhere(id: string, results: readonly Result[], probe: string, found = /^/): boolean {
  const judged = results.filter(
    ({ requirement, state }) => requirement === id && (state === "pass" || state === "fail"),
  );
  const isWrong = ({ findings: [first] = [] }: Result): boolean => first?.probe === probe && found.test(first.found);
  return judged.length > 1 && judged.every(isWrong);
}
