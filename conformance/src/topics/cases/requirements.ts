import {
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { type CaseRequirement, type Level, must, observes } from "../../checks/requirement.ts";
import { named, type Sentence } from "../../checks/sentence.ts";
import {
  type CasesContract,
  casesContract,
  casesSchema,
  type QueryField,
  type Selected,
  selectedOf,
  valueKind,
} from "../../contract/cases.ts";
import { isOwnScalar, type OwnScalar } from "../../contract/scalars.ts";
import { type CasesView, describeForeign, nameOfCase, noCase } from "../../evidence/cases-view.ts";
import { type Datum, describe, member, present } from "../../evidence/datum.ts";
import { type Finding, finding, notTested, type Outcome, observed, pass, verdict } from "../../evidence/outcome.ts";
import { type Leaf, leafIssue } from "./scalars.ts";

/** What kinds of values are called that are no scalars by name. */
const kindNames: Readonly<Record<string, string>> = { enum: "value of an enum", mapped: "value of a further scalar" };

/** The requests whose responses have a query field's data. */
function answersTo(view: CasesView, field: string): string[] {
  return field === "predmet" ? view.cases.map((_, index) => nameOfCase(index)) : [field];
}

type CaseIssueKind = Leaf | "shape" | "null" | "zone";

interface Found {
  kind: CaseIssueKind;
  finding: Finding;
}

/**
 * Compares a response's data with the contract's type, recursively, and collects what it has valid values of. What is not there is judged if
 * the document selects it.
 */
function walk(
  view: CasesView,
  probe: string,
  type: GraphQLOutputType,
  value: Datum | undefined,
  at: string,
  valid: Set<string>,
  selected: Selected,
): Found[] {
  const wrong = (kind: CaseIssueKind, expected: string): Found[] => [
    { kind, finding: finding(probe, at, expected, describe(value, view.show)) },
  ];
  if (isNonNullType(type)) {
    if (value === undefined || value.kind === "null") return wrong("null", "a value");
    return walk(view, probe, type.ofType, value, at, valid, selected);
  }
  if (value === undefined || value.kind === "null") return [];
  if (isListType(type)) {
    if (value.kind !== "array") return wrong("shape", "a list");
    return value.items.flatMap((item, index) =>
      walk(view, probe, type.ofType, item, `${at}/${index}`, valid, selected),
    );
  }
  if (isObjectType(type)) {
    if (value.kind !== "object") return wrong("shape", "an object");
    const fields = type.getFields();
    return Object.values(fields).flatMap(({ name, type: inner }) => {
      if (member(value, name) === undefined && !selected.has(name)) return [];
      const below = selected.get(name) ?? new Map();
      return walk(view, probe, inner, present(value, name), `${at}/${name}`, valid, below);
    });
  }
  const issue = leafIssue(type, value, view.contract);
  const kind = valueKind(view.contract, type);
  if (issue?.kind !== kind) valid.add(kind);
  return issue === undefined ? [] : wrong(issue.kind, issue.expected);
}

function typed(kinds: readonly CaseIssueKind[], wanted?: readonly Leaf[]) {
  return (view: CasesView, subject: string): Outcome => {
    const field = view.contract.schema.getQueryType()?.getFields()[subject];
    const names = answersTo(view, subject);
    if (field === undefined || names.length === 0) return notTested(noCase);
    let found: Finding[] = [];
    const valid = new Set<string>();
    const selected = selectedOf(view.contract, subject);
    let values = 0;
    for (const name of names) {
      const value = view.value(name, subject);
      if (value !== undefined) values += 1;
      const issues = walk(view, name, field.type, value, `/data/${subject}`, valid, selected);
      found = found.concat(issues.filter(({ kind }) => kinds.includes(kind)).map(({ finding }) => finding));
    }
    if (found.length > 0) return verdict(found);
    if (values === 0) return notTested("the response holds no data");
    return wanted?.some((one) => valid.has(one)) === false
      ? notTested(`the response holds no ${wanted.map((one) => kindNames[one] ?? one).join(" or ")}`)
      : pass;
  };
}

/** The fields that a response omits, at any depth, although the document selects them; `*` is any item of a list. */
function omittedFields(selected: Selected, value: Datum, at: string): string[] {
  if (value.kind === "array") return value.items.flatMap((item) => omittedFields(selected, item, `${at}/*`));
  if (value.kind !== "object") return [];
  return [...selected].flatMap(([name, below]) => {
    const inside = member(value, name);
    return inside === undefined ? [`${at}/${name}`] : omittedFields(below, inside, `${at}/${name}`);
  });
}

function checkQuery(view: CasesView, subject: string): Outcome {
  const names = answersTo(view, subject);
  // Without a named case, an unknown one still shows whether the document is accepted.
  if (names.length === 0) return checkAccepted(view, "unknown case", "data with predmet");
  const { args = [] } = view.contract.schema.getQueryType()?.getFields()[subject] ?? {};
  const lacksArguments = args.length > 0 && subject !== "predmet";
  return verdict(
    names.flatMap((name): Finding[] => {
      const result = view.result(name);
      const fail = (found: string): Finding[] => [finding(name, "body", `data with ${subject}, and no errors`, found)];
      if (result === undefined) return fail(describeForeign(view.answer(name)));
      // The contract does not show whether a field can be queried without its optional arguments.
      if (result.errors.length > 0 && !(lacksArguments && result.data?.kind === "object"))
        return fail(view.errors(name, result));
      const value = result.data?.kind === "object" ? member(result.data, subject) : undefined;
      if (value === undefined) return fail("no such data");
      const selected = selectedOf(view.contract, subject);
      const omitted = [...new Set(omittedFields(selected, value, `/data/${subject}`))];
      return omitted.map((at) => finding(name, at, "the selected field, or null", "nothing"));
    }),
  );
}

/** Whether the service accepts a document about an unknown case. It then returns data, even if they are null and an error says why. */
export function checkAccepted(view: CasesView, probe: string, expected: string): Outcome {
  const result = view.result(probe);
  if (result?.data?.kind === "object") return pass;
  const found =
    result === undefined ? describeForeign(view.answer(probe)) : `no data, and ${view.errors(probe, result)}`;
  return verdict([finding(probe, "body", expected, found)]);
}

const namesOf = (fields: readonly QueryField[]): string[] => fields.map(({ name }) => name);

/** The query fields of a kind, by name. */
const fieldsThat =
  (are: (field: QueryField) => boolean) =>
  ({ fields }: CasesContract): string[] =>
    namesOf(fields.filter(are));

/** The query fields that have such values, at any depth. */
const fieldsWith = (...wanted: string[]): CaseRequirement["subjects"] =>
  fieldsThat(({ values }) => wanted.some((one) => values.has(one)));

function typeRequirement(
  id: string,
  level: Level,
  title: string,
  judges: readonly [Sentence, ...Sentence[]],
  subjects: CaseRequirement["subjects"],
  kinds: readonly CaseIssueKind[],
  wanted?: readonly Leaf[],
): CaseRequirement {
  return { id, level, title, section: judges[0].section, judges, subjects, check: typed(kinds, wanted) };
}

/** A requirement on the values of scalars: that they are valid, or that they have no issue of the named kind. */
function scalarRequirement(
  id: string,
  level: Level,
  title: string,
  scalars: readonly Leaf[],
  kinds: readonly CaseIssueKind[] = scalars,
): CaseRequirement {
  return typeRequirement(id, level, title, [scalarsOfCases], fieldsWith(...scalars), kinds, scalars);
}

/** What is required of GraphQL's own scalars, if the contract has them. */
const ownTitles: Readonly<Record<OwnScalar, string>> = {
  String: "A String field holds a string.",
  Boolean: "A Boolean field holds a boolean.",
  ID: "An ID field holds a string.",
  Int: "An Int field holds an integer of 32 bits.",
};

const own = Object.keys(ownTitles).filter(isOwnScalar);

const used = own.filter((scalar) => fieldsWith(scalar)(casesContract).length > 0);

/** The title of the requirement on the scalars that the contract has. Without any, the requirement remains, with a title of all. */
export const ownTitle = (scalars: readonly OwnScalar[]): string =>
  (scalars.length === 0 ? own : scalars).map((scalar) => ownTitles[scalar]).join(" ");

/**
 * The JSON types of the identifiers in the data of a query field, in which all numbers are integers; and how they are written and
 * sent, where that is unusual.
 */
function integers(view: CasesView, subject: string): Outcome {
  const kinds = new Set<string>();
  let floats = false;
  const look = (value: Datum): void => {
    if (value.kind === "number") floats ||= !/^-?\d+$/.test(value.text);
    if (value.kind === "array") value.items.forEach(look);
    if (value.kind !== "object") return;
    const id = present(value, "id");
    if (id !== undefined) kinds.add(id.kind);
    for (const member of value.members) look(member.value);
  };
  let asText = false;
  for (const name of answersTo(view, subject)) {
    const value = view.value(name, subject);
    if (value !== undefined) look(value);
    // In a document, quotes are escaped.
    asText ||= view.answer(name).request.body?.includes('"sud":"') === true;
  }
  if (kinds.size === 0) return notTested("the response holds no identifier");
  const written = floats ? ", with an exponent or a decimal point: as doubles, which round integers above 2^53" : "";
  const sent = asText ? "; in requests, it has to be a string" : "";
  return observed(`JSON type of BigInteger: ${[...kinds].sort().join(" and ")}${written}${sent}`);
}

function audits(view: CasesView): Outcome {
  if (view.audits.length === 0) return notTested("the audits were not run");
  if (view.isRefusing) return notTested("no query got data");
  const count = (status: string): number => view.audits.filter((one) => one.status === status).length;
  const failed = view.audits.filter(({ status }) => status === "error").map(({ id, name }) => `${id} ${name}`);
  const notRun = count("not run");
  return observed(
    `${count("ok")} of ${view.audits.length} audits pass${failed.length === 0 ? "" : `; failed: ${failed.join("; ")}`}${notRun === 0 ? "" : `; ${notRun} could not be run`}`,
  );
}

const caseFields = Object.values(casesSchema.getTypeMap())
  .filter((type) => isObjectType(type) && !type.name.startsWith("__"))
  .flatMap((type) =>
    isObjectType(type) ? Object.values(type.getFields()).map((field) => ({ of: type.name, ...field })) : [],
  );

const neverNull = caseFields.filter(({ type }) => isNonNullType(type)).map(({ of, name }) => `${of}.${name}`);

const caseLists = caseFields.filter(
  ({ of, type }) => of === "Predmet" && isListType(getNullableType(type)) && isObjectType(getNamedType(type)),
);

const inJson = { text: "a string", boolean: "a boolean", integer: "an integer" } as const;

/** The types of the contract that are enums, and inputs. */
const typesThat = <Type extends GraphQLNamedType>(are: (type: GraphQLNamedType) => type is Type): Type[] =>
  Object.values(casesSchema.getTypeMap()).filter((type) => !type.name.startsWith("__") && are(type)) as Type[]; // filtered by it

export const enums: Sentence = {
  section: "2.4",
  text: typesThat(isEnumType)
    .map((type) => `The enum \`${type.name}\` is one of ${named(type.getValues().map(({ name }) => name))}.`)
    .join(" "),
};

export const inputs: Sentence = {
  section: "2.4",
  text: typesThat(isInputObjectType)
    .map((type) => {
      const fields = Object.values(type.getFields()).map((field) => `${field.name}: ${field.type}`);
      return `The input \`${type.name}\` has the fields ${named(fields)}.`;
    })
    .join(" "),
};

const furtherScalars: Sentence = {
  section: "2.4",
  text: Object.entries(casesContract.scalars)
    .map(([name, kind]) => `The scalar \`${name}\` is ${inJson[kind]} in JSON.`)
    .join(" "),
};

export const servesQueries: Sentence = {
  section: "1",
  text: "The GraphQL interface serves queries about court cases.",
};

export const scalarsOfCases: Sentence = {
  section: "2.4",
  text: "Scalars are `String`, `BigInteger` and `DateTime` (ISO 8601).",
};

export const fieldsOfTypes: Sentence = {
  section: "2.4",
  text: "The table lists the fields of each type, with their types.",
};

export const nullable: Sentence = {
  section: "2.4",
  text: `Every field is nullable${neverNull.length === 0 ? "" : neverNull.length === 1 ? ", with one exception: " : ", with these exceptions: "}${named(neverNull)}.`,
};

export const caseHasLists: Sentence = {
  section: "2.4",
  text: `A case carries documents, hearings, parties, judges and lay judges, linked cases and earlier cases as lists: ${named(caseLists.map(({ name }) => name))}.`,
};

export const queryRoot: Sentence = {
  section: "4.8",
  text: `The query root has the fields of the table, with their arguments and results: ${named(Object.keys(casesSchema.getQueryType()?.getFields() ?? {}))}.`,
};

export const caseAnswerRequirements: readonly CaseRequirement[] = [
  must({
    id: "CASE-QUERY-01",
    title: "Each query field can be queried with all of its fields, without errors.",
    section: "4.8",
    judges: [servesQueries, fieldsOfTypes, queryRoot],
    subjects: fieldsThat(() => true),
    check: checkQuery,
  }),
  scalarRequirement("CASE-TYPE-01", "MUST", "A BigInteger is an integer.", ["BigInteger"]),
  scalarRequirement("CASE-TYPE-02", "MUST", "A DateTime is an ISO 8601 string.", ["DateTime"]),
  scalarRequirement("CASE-TYPE-03", "MUST", ownTitle(used), own),
  typeRequirement(
    "CASE-TYPE-04",
    "MUST",
    "A list is returned as a list, and an object as an object.",
    [fieldsOfTypes, caseHasLists, queryRoot],
    // A list may be one of values, in a field that has no objects.
    fieldsThat(({ hasObjects, hasLists }) => hasObjects || hasLists),
    ["shape"],
  ),
  typeRequirement(
    "CASE-TYPE-05",
    "MUST",
    "A non-null field, or item of a list, has a value.",
    [nullable],
    fieldsThat(({ neverNull }) => neverNull),
    ["null"],
  ),
  scalarRequirement("CASE-TYPE-06", "SHOULD", "A DateTime has a time zone.", ["DateTime"], ["zone"]),
  typeRequirement(
    "CASE-TYPE-07",
    "MUST",
    "An enum field holds one of the enum's values.",
    [fieldsOfTypes, enums],
    fieldsWith("enum"),
    ["enum"],
    ["enum"],
  ),
  typeRequirement(
    "CASE-TYPE-08",
    "MUST",
    "A further scalar is a string, a boolean or an integer in JSON, as the contract says.",
    [fieldsOfTypes, furtherScalars],
    fieldsWith("mapped"),
    ["mapped"],
    ["mapped"],
  ),
  observes({
    id: "CASE-INFO-03",
    title: "Whether BigInteger is a number or a string.",
    section: "2.4",
    subjects: fieldsWith("BigInteger"),
    check: integers,
  }),
  observes({
    id: "CASE-INFO-04",
    title: "GraphQL over HTTP: the MUST audits.",
    section: "4.8",
    subjects: () => ["schema"],
    check: audits,
  }),
];
