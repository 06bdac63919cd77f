import { type CaseRequirement, must, observes } from "../../checks/requirement.ts";
import type { Sentence } from "../../checks/sentence.ts";
import { type CasesContract, casesContract, casesSchema } from "../../contract/cases.ts";
import {
  type CasesView,
  describeErrors,
  describeForeign,
  nameOfCase,
  noCase,
  refusesCaller,
} from "../../evidence/cases-view.ts";
import { type Datum, member, present } from "../../evidence/datum.ts";
import { sameNumber } from "../../evidence/decimal.ts";
import { type Finding, finding, notTested, type Outcome, observed, pass, verdict } from "../../evidence/outcome.ts";

/** A mark without its spelling: the contract does not say that a look-up distinguishes case, or blanks. */
const letters = (mark: string): string => mark.replace(/\s/g, "").toLowerCase();

/** Whether the case in a response has the requested mark and court; undefined where the response does not say. */
function isCase(value: Datum, mark: string, court: string): { mark: boolean | undefined; court: boolean | undefined } {
  if (value.kind !== "object") return { mark: undefined, court: undefined };
  const itsMark = present(value, "oznakaBroj");
  const itsCourt = present(value, "sudId");
  return {
    mark: itsMark?.kind === "string" ? letters(itsMark.text) === letters(mark) : undefined,
    court: itsCourt !== undefined && "text" in itsCourt ? sameNumber(itsCourt.text, court) : undefined,
  };
}

function checkRequestedCase(view: CasesView): Outcome {
  if (view.cases.length === 0) return notTested(noCase);
  const findings: Finding[] = [];
  let silent = 0;
  for (const [index, { mark, court }] of view.cases.entries()) {
    const probe = nameOfCase(index);
    const value = view.value(probe, "predmet");
    const wrong = (at: string, expected: string, found: string): number =>
      findings.push(finding(probe, at, expected, found));
    if (value === undefined) {
      if (view.result(probe)?.errors.length === 0)
        wrong("/data/predmet", "the requested case", "null: is there such a case?");
      else silent += 1;
      continue;
    }
    const same = isCase(value, mark, court);
    if (same.mark === false) wrong("/data/predmet/oznakaBroj", "the requested mark", "a different one");
    if (same.court === false) wrong("/data/predmet/sudId", "the requested court", "a different one");
    if (same.mark === undefined && same.court === undefined) silent += 1;
  }
  if (findings.length > 0) return verdict(findings);
  return silent === view.cases.length ? notTested("no response includes its mark or its court") : pass;
}

/** Whether a response says that there is no such case: by null or, if named cases are found, by an error about this one. */
function checkNoCase(view: CasesView, probe: string): Outcome {
  const result = view.result(probe);
  if (result === undefined) return notTested(describeForeign(view.answer(probe)));
  const isNull = result.data?.kind === "object" && member(result.data, "predmet") !== undefined;
  if (isNull && result.errors.length === 0) return pass;
  const { status } = view.answer(probe);
  const what = `status ${status} with ${result.errors.length === 0 ? "no data" : describeErrors(result, view.show)}`;
  const isFound = view.cases.some((_, index) => view.value(nameOfCase(index), "predmet") !== undefined);
  if (!isFound) return notTested(`${what}, and no other response has a case: the look-up itself may have failed`);
  const isAbout = result.errors.length > 0 && status < 500 && !refusesCaller(result, status);
  return isAbout ? pass : notTested(`${what}, which need not be about the case`);
}

function checkUnknown(view: CasesView): Outcome {
  const probe = "unknown case";
  return view.value(probe, "predmet") === undefined
    ? checkNoCase(view, probe)
    : verdict([finding(probe, "/data/predmet", "null, because there is no such case", "a case")]);
}

function checkOtherCourt(view: CasesView): Outcome {
  const probe = "case 1 at another court";
  const first = view.cases[0];
  const { body = "" } = view.answer(probe).request;
  const value = view.value(probe, "predmet");
  if (first === undefined) return notTested(noCase);
  if (value === undefined) {
    // A case that is not found anywhere is not found at another court either.
    return view.value(nameOfCase(0), "predmet") === undefined
      ? notTested("the case is not found at its own court either")
      : checkNoCase(view, probe);
  }
  // The other court may have a case with the same mark; the response then says so.
  const court = /"sud":"?(-?\d+)/.exec(body)?.[1] ?? "";
  const same = isCase(value, first.mark, court);
  if (same.mark !== false && same.court === true) return pass;
  if (same.court === undefined) return notTested("the response does not include its court");
  return verdict([
    finding(probe, "/data/predmet/sudId", "a case of the requested court, or null", "a case of another court"),
  ]);
}

/** The query field that looks up a case, if it is asked for. */
const lookUps = ({ fields }: CasesContract): string[] =>
  fields.map(({ name }) => name).filter((name) => name === "predmet");

function unknownCase(view: CasesView): Outcome {
  const result = view.result("unknown case");
  const { status } = view.answer("unknown case");
  return observed(
    `status ${status}, ${result === undefined ? "no GraphQL response" : result.errors.length > 0 ? describeErrors(result, view.show) : "null without errors"}`,
  );
}

const lookUp: Sentence = {
  section: "4.8",
  text:
    lookUps(casesContract).length === 0
      ? ""
      : `\`predmet\`: ${casesSchema.getQueryType()?.getFields().predmet?.description ?? ""}`,
};

export const lookUpRequirements: readonly CaseRequirement[] = [
  must({
    id: "CASE-LOOKUP-01",
    title: "The returned case is the one asked for, by mark and court.",
    judges: [lookUp],
    subjects: lookUps,
    check: checkRequestedCase,
  }),
  must({
    id: "CASE-LOOKUP-02",
    title: "A mark that no court has issued returns no case.",
    judges: [lookUp],
    subjects: lookUps,
    check: checkUnknown,
  }),
  must({
    id: "CASE-LOOKUP-03",
    title: "A case's mark, looked up at another court, does not return that case.",
    judges: [lookUp],
    subjects: lookUps,
    check: checkOtherCourt,
  }),
  observes({
    id: "CASE-INFO-05",
    title: "How an unknown case is answered.",
    section: "7",
    subjects: lookUps,
    check: unknownCase,
  }),
];
