import { type GraphQLOutputType, isListType, isNonNullType, isObjectType } from "graphql";
import { type QueryField, queryFields } from "../contract/cases.ts";
import { isOwnScalar, type OwnScalar } from "../contract/scalars.ts";
import { type Datum, describe, member, present } from "../evidence/datum.ts";
import { sameNumber } from "../evidence/decimal.ts";
import { type Scalar, scalarIssue } from "../evidence/scalars.ts";
import { nameOfCase } from "../run/ask-cases.ts";
import { type CasesView, describeErrors, describeForeign, refusesCaller } from "../run/cases-view.ts";
import {
  type CaseRequirement,
  type Finding,
  type Level,
  noCase,
  notTested,
  type Outcome,
  pass,
  verdict,
} from "./requirement.ts";

/** The requests whose responses have a query field's data. */
export function answersTo(view: CasesView, field: string): string[] {
  return field === "predmet" ? view.cases.map((_, index) => nameOfCase(index)) : [field];
}

type Kind = Scalar | "shape" | "null" | "zone";

interface Found {
  kind: Kind;
  finding: Finding;
}

/** Compares a response's data with the contract's type, recursively, and collects the scalars of which it has valid values. */
function walk(
  view: CasesView,
  probe: string,
  type: GraphQLOutputType,
  value: Datum | undefined,
  at: string,
  scalars: Set<string>,
): Found[] {
  const wrong = (kind: Kind, expected: string): Found[] => [
    { kind, finding: { probe, at, expected, found: describe(value, view.show) } },
  ];
  if (isNonNullType(type)) {
    if (value === undefined || value.kind === "null") return wrong("null", "a value");
    return walk(view, probe, type.ofType, value, at, scalars);
  }
  if (value === undefined || value.kind === "null") return [];
  if (isListType(type)) {
    if (value.kind !== "array") return wrong("shape", "a list");
    return value.items.flatMap((item, index) => walk(view, probe, type.ofType, item, `${at}/${index}`, scalars));
  }
  if (isObjectType(type)) {
    if (value.kind !== "object") return wrong("shape", "an object");
    const fields = type.getFields();
    return Object.values(fields).flatMap((field) =>
      walk(view, probe, field.type, present(value, field.name), `${at}/${field.name}`, scalars),
    );
  }
  const issue = scalarIssue(type.name, value);
  if (issue?.kind !== type.name) scalars.add(type.name);
  return issue === undefined ? [] : wrong(issue.kind, issue.expected);
}

function typed(kinds: readonly Kind[], wanted?: readonly Scalar[]) {
  return (view: CasesView, subject: string): Outcome => {
    const field = view.contract.getQueryType()?.getFields()[subject];
    const names = answersTo(view, subject);
    if (field === undefined || names.length === 0) return notTested(noCase);
    let found: Finding[] = [];
    const scalars = new Set<string>();
    let values = 0;
    for (const name of names) {
      const value = view.value(name, subject);
      if (value !== undefined) values += 1;
      const issues = walk(view, name, field.type, value, `/data/${subject}`, scalars);
      found = found.concat(issues.filter(({ kind }) => kinds.includes(kind)).map(({ finding }) => finding));
    }
    if (found.length > 0) return verdict(found);
    if (values === 0) return notTested("the response holds no data");
    return wanted?.some((scalar) => scalars.has(scalar)) === false
      ? notTested(`the response holds no ${wanted.join(" or ")}`)
      : pass;
  };
}

/** The fields that a response omits, at any depth, although the document selects them all; `*` is any item of a list. */
function omittedFields(type: GraphQLOutputType, value: Datum, at: string): string[] {
  if (isNonNullType(type)) return omittedFields(type.ofType, value, at);
  if (isListType(type))
    return value.kind === "array" ? value.items.flatMap((item) => omittedFields(type.ofType, item, `${at}/*`)) : [];
  if (!isObjectType(type) || value.kind !== "object") return [];
  return Object.values(type.getFields()).flatMap((field) => {
    const inside = member(value, field.name);
    return inside === undefined ? [`${at}/${field.name}`] : omittedFields(field.type, inside, `${at}/${field.name}`);
  });
}

function checkQuery(view: CasesView, subject: string): Outcome {
  const names = answersTo(view, subject);
  // Without a named case, an unknown one still shows whether the document is accepted.
  if (names.length === 0) return checkAccepted(view, "unknown case", "data with predmet");
  const { type, args = [] } = view.contract.getQueryType()?.getFields()[subject] ?? {};
  const lacksArguments = args.length > 0 && subject !== "predmet";
  return verdict(
    names.flatMap((name): Finding[] => {
      const result = view.result(name);
      const fail = (found: string): Finding[] => [
        { probe: name, at: "body", expected: `data with ${subject}, and no errors`, found },
      ];
      if (result === undefined) return fail(describeForeign(view.answer(name)));
      // Whether a field can do without the arguments that it takes, all of them optional, is not shown.
      if (result.errors.length > 0 && !(lacksArguments && result.data?.kind === "object"))
        return fail(view.errors(name, result));
      const value = result.data?.kind === "object" ? member(result.data, subject) : undefined;
      if (value === undefined) return fail("no such data");
      const omitted = type === undefined ? [] : [...new Set(omittedFields(type, value, `/data/${subject}`))];
      return omitted.map((at) => ({ probe: name, at, expected: "the selected field, or null", found: "nothing" }));
    }),
  );
}

/** Whether the service accepts a document about an unknown case: then there is data, even if it is null and an error says why. */
export function checkAccepted(view: CasesView, probe: string, expected: string): Outcome {
  const result = view.result(probe);
  if (result?.data?.kind === "object") return pass;
  const found =
    result === undefined ? describeForeign(view.answer(probe)) : `no data, and ${view.errors(probe, result)}`;
  return verdict([{ probe, at: "body", expected, found }]);
}

/** Whether the case in a response has the requested mark and court; undefined where the response does not say. */
function isCase(value: Datum, mark: string, court: string): { mark: boolean | undefined; court: boolean | undefined } {
  if (value.kind !== "object") return { mark: undefined, court: undefined };
  const itsMark = present(value, "oznakaBroj");
  const itsCourt = present(value, "sudId");
  return {
    mark: itsMark?.kind === "string" ? itsMark.text.trim() === mark.trim() : undefined,
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
      findings.push({ probe, at, expected, found });
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

/** Whether a response without a case says that there is none: by null or, if named cases are found, by an error about this one. */
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
    : verdict([{ probe, at: "/data/predmet", expected: "null, because there is no such case", found: "a case" }]);
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
    {
      probe,
      at: "/data/predmet/sudId",
      expected: "a case of the requested court, or null",
      found: "a case of another court",
    },
  ]);
}

const namesOf = (fields: readonly QueryField[]): string[] => fields.map(({ name }) => name);
/** The query field that looks up a case, if it is asked for. */
export const lookUps: readonly string[] = namesOf(queryFields).filter((name) => name === "predmet");
const withObjects = namesOf(queryFields.filter(({ hasObjects }) => hasObjects));
const withNonNull = namesOf(queryFields.filter(({ neverNull }) => neverNull));

/** The query fields that have one of these scalars, at any depth. */
export const fieldsWith = (...wanted: string[]): string[] =>
  namesOf(queryFields.filter(({ scalars }) => wanted.some((scalar) => scalars.has(scalar))));

function typeRequirement(
  id: string,
  level: Level,
  title: string,
  subjects: readonly string[],
  kinds: readonly Kind[],
  scalars?: readonly Scalar[],
): CaseRequirement {
  return { id, level, title, section: "2.4", subjects, check: typed(kinds, scalars) };
}

/** A requirement on the values of scalars: that they are of them, unless another kind of issue is named. */
function scalarRequirement(
  id: string,
  level: Level,
  title: string,
  scalars: readonly Scalar[],
  kinds: readonly Kind[] = scalars,
): CaseRequirement {
  return typeRequirement(id, level, title, fieldsWith(...scalars), kinds, scalars);
}

/** What is required of GraphQL's own scalars, if the contract has them. */
const ownTitles: Readonly<Record<OwnScalar, string>> = {
  String: "A String field holds a string.",
  Boolean: "A Boolean field holds a boolean.",
  ID: "An ID field holds a string.",
};
const own = Object.keys(ownTitles).filter(isOwnScalar);
const used = own.filter((scalar) => fieldsWith(scalar).length > 0);

/** Of all of them if the contract has none: the requirement remains. */
export const ownTitle = (scalars: readonly OwnScalar[]): string =>
  (scalars.length === 0 ? own : scalars).map((scalar) => ownTitles[scalar]).join(" ");

export const caseAnswerRequirements: readonly CaseRequirement[] = [
  {
    id: "CASE-QUERY-01",
    level: "MUST",
    title: "Each query field can be queried with all of its fields, without errors.",
    section: "4.8",
    subjects: namesOf(queryFields),
    check: checkQuery,
  },
  scalarRequirement("CASE-TYPE-01", "MUST", "A BigInteger is an integer.", ["BigInteger"]),
  scalarRequirement("CASE-TYPE-02", "MUST", "A DateTime is an ISO 8601 string.", ["DateTime"]),
  scalarRequirement("CASE-TYPE-03", "MUST", ownTitle(used), used, own),
  typeRequirement("CASE-TYPE-04", "MUST", "Lists are lists and objects are objects.", withObjects, ["shape"]),
  typeRequirement("CASE-TYPE-05", "MUST", "A non-null field has a value.", withNonNull, ["null"]),
  scalarRequirement("CASE-TYPE-06", "SHOULD", "A DateTime has a time zone.", ["DateTime"], ["zone"]),
  {
    id: "CASE-LOOKUP-01",
    level: "MUST",
    title: "The returned case is the one asked for, by mark and court.",
    section: "4.8",
    subjects: lookUps,
    check: checkRequestedCase,
  },
  {
    id: "CASE-LOOKUP-02",
    level: "MUST",
    title: "A mark that no court has issued returns no case.",
    section: "4.8",
    subjects: lookUps,
    check: checkUnknown,
  },
  {
    id: "CASE-LOOKUP-03",
    level: "MUST",
    title: "A case's mark, looked up at another court, does not return that case.",
    section: "4.8",
    subjects: lookUps,
    check: checkOtherCourt,
  },
];
