import { type GraphQLOutputType, isListType, isNonNullType, isObjectType } from "graphql";
import { type QueryField, queryFields } from "../contract/cases.ts";
import { isOwnScalar, type OwnScalar } from "../contract/scalars.ts";
import { type CasesView, describeForeign, nameOfCase, noCase } from "../evidence/cases-view.ts";
import { type Datum, describe, member, present } from "../evidence/datum.ts";
import { type Finding, notTested, type Outcome, pass, verdict } from "../evidence/outcome.ts";
import { type Scalar, scalarIssue } from "../evidence/scalars.ts";
import type { CaseRequirement, Level } from "./requirement.ts";

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
      // The contract does not show whether a field can be queried without its optional arguments.
      if (result.errors.length > 0 && !(lacksArguments && result.data?.kind === "object"))
        return fail(view.errors(name, result));
      const value = result.data?.kind === "object" ? member(result.data, subject) : undefined;
      if (value === undefined) return fail("no such data");
      const omitted = type === undefined ? [] : [...new Set(omittedFields(type, value, `/data/${subject}`))];
      return omitted.map((at) => ({ probe: name, at, expected: "the selected field, or null", found: "nothing" }));
    }),
  );
}

/** Whether the service accepts a document about an unknown case. It then returns data, even if they are null and an error says why. */
export function checkAccepted(view: CasesView, probe: string, expected: string): Outcome {
  const result = view.result(probe);
  if (result?.data?.kind === "object") return pass;
  const found =
    result === undefined ? describeForeign(view.answer(probe)) : `no data, and ${view.errors(probe, result)}`;
  return verdict([{ probe, at: "body", expected, found }]);
}

const namesOf = (fields: readonly QueryField[]): string[] => fields.map(({ name }) => name);
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

/** A requirement on the values of scalars: that they are valid, or that they have no issue of the named kind. */
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

/** The title of the requirement on the scalars that the contract has. Without any, the requirement remains, with a title of all. */
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
  typeRequirement("CASE-TYPE-04", "MUST", "A list is returned as a list, and an object as an object.", withObjects, [
    "shape",
  ]),
  typeRequirement("CASE-TYPE-05", "MUST", "A non-null field has a value.", withNonNull, ["null"]),
  scalarRequirement("CASE-TYPE-06", "SHOULD", "A DateTime has a time zone.", ["DateTime"], ["zone"]),
];
