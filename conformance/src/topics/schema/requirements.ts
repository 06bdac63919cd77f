import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import { type CaseRequirement, must, observes, should } from "../../checks/requirement.ts";
import { named, type Sentence } from "../../checks/sentence.ts";
import { casesSchema } from "../../contract/cases.ts";
import type { CasesView } from "../../evidence/cases-view.ts";
import { type Finding, finding, notTested, type Outcome, observed, verdict } from "../../evidence/outcome.ts";
import {
  caseHasLists,
  checkAccepted,
  enums,
  fieldsOfTypes,
  inputs,
  nullable,
  queryRoot,
  scalarsOfCases,
  servesQueries,
} from "../cases/requirements.ts";

const subject = (): string[] => ["schema"];

/** What can differ between the schemas of the contract and of the service. One requirement judges each kind. */
type DifferenceKind =
  | "root"
  | "arguments"
  | "fields"
  | "nullability"
  | "nullability inside"
  | "interfaces"
  | "scalars"
  | "enums"
  | "inputs";

interface Difference {
  kind: DifferenceKind;
  finding: Finding;
}

const difference = (kind: DifferenceKind, at: string, expected: string, found: string): Difference => ({
  kind,
  finding: finding("introspection", at, expected, found),
});

type Fields = GraphQLObjectType | GraphQLInterfaceType;

const hasFields = (type: GraphQLNamedType | null | undefined): type is Fields =>
  isObjectType(type) || isInterfaceType(type);

function* differences(contract: GraphQLSchema, service: GraphQLSchema): Generator<Difference> {
  // Their names are up to the service.
  const [ourRoot, theirRoot] = [contract.getQueryType(), service.getQueryType()];
  for (const [name, field] of Object.entries(ourRoot?.getFields() ?? {})) {
    const other = theirRoot?.getFields()[name];
    if (other === undefined) yield difference("root", `Query.${name}`, bare(field.type), "no such field");
    else yield* fieldDifferences(`Query.${name}`, field, other);
  }
  for (const ours of Object.values(contract.getTypeMap())) {
    const theirs = service.getType(ours.name);
    const found = otherKind(theirs);
    if (isScalarType(ours) && !isSpecifiedScalarType(ours) && !isScalarType(theirs))
      yield difference("scalars", ours.name, "a scalar", found);
    if (ours.name.startsWith("__")) continue;
    if (isEnumType(ours)) yield* enumDifferences(ours, theirs);
    if (isInputObjectType(ours)) yield* inputDifferences(ours, theirs);
    if (!hasFields(ours) || ours === ourRoot) continue;
    const isAlike = isInterfaceType(ours) ? isInterfaceType(theirs) : isObjectType(theirs);
    if (!isAlike)
      yield difference("fields", ours.name, isInterfaceType(ours) ? "an interface" : "an object type", found);
    for (const [name, field] of Object.entries(ours.getFields())) {
      const other = hasFields(theirs) ? theirs.getFields()[name] : undefined;
      const at = `${ours.name}.${name}`;
      if (other !== undefined) yield* fieldDifferences(at, field, other);
      else if (isAlike) yield difference("fields", at, bare(field.type), "no such field");
    }
    for (const { name } of isObjectType(ours) ? ours.getInterfaces() : [])
      if (!isObjectType(theirs) || !theirs.getInterfaces().some((one) => one.name === name))
        yield difference("interfaces", ours.name, `implements ${name}`, "does not");
  }
}

const otherKind = (theirs: GraphQLNamedType | undefined): string =>
  theirs === undefined ? "no such type" : "a different kind of type";

/** What the service has no value for. Whether it has more values is seen where it sends one. */
function* enumDifferences(ours: GraphQLEnumType, theirs: GraphQLNamedType | undefined): Generator<Difference> {
  if (!isEnumType(theirs)) yield difference("enums", ours.name, "an enum", otherKind(theirs));
  else
    for (const { name } of ours.getValues())
      if (theirs.getValue(name) === undefined)
        yield difference("enums", `${ours.name}.${name}`, "a value", "no such value");
}

function* inputDifferences(ours: GraphQLInputObjectType, theirs: GraphQLNamedType | undefined): Generator<Difference> {
  if (!isInputObjectType(theirs)) {
    yield difference("inputs", ours.name, "an input", otherKind(theirs));
    return;
  }
  const [fields, others] = [ours.getFields(), theirs.getFields()];
  for (const { name, type } of Object.values(fields)) {
    const other = others[name]?.type;
    const kind = other !== undefined && bare(other) === bare(type) ? "nullability inside" : "inputs";
    const found = other === undefined ? "no such field" : String(other);
    if (found !== String(type)) yield difference(kind, `${ours.name}.${name}`, String(type), found);
  }
  for (const field of Object.values(others))
    if (isRequiredInputField(field) && fields[field.name] === undefined)
      yield difference("inputs", `${ours.name}.${field.name}`, "no required field of this name", "one");
}

type AnyField = GraphQLField<unknown, unknown>;

function* fieldDifferences(at: string, ours: AnyField, theirs: AnyField): Generator<Difference> {
  if (bare(ours.type) !== bare(theirs.type)) yield difference("fields", at, bare(ours.type), bare(theirs.type));
  else {
    const differ = (kind: DifferenceKind) => difference(kind, at, String(ours.type), String(theirs.type));
    if (isNonNullType(ours.type) !== isNonNullType(theirs.type)) yield differ("nullability");
    const [inOurs, inTheirs] = [ours.type, theirs.type].map((type) => nullability(getNullableType(type)));
    if (inOurs !== inTheirs) yield differ("nullability inside");
  }
  for (const { name, type } of ours.args) {
    const other = theirs.args.find((one) => one.name === name);
    const found = other === undefined ? "no such argument" : String(other.type);
    // The contract says of fields that they are nullable, and nothing of arguments.
    const kind = other !== undefined && bare(other.type) === bare(type) ? "nullability inside" : "arguments";
    if (found !== String(type)) yield difference(kind, `${at}(${name}:)`, String(type), found);
  }
  for (const argument of theirs.args)
    if (isRequiredArgument(argument) && !ours.args.some(({ name }) => name === argument.name))
      yield difference("arguments", `${at}(${argument.name}:)`, "no required argument of this name", "one");
}

/** A type without its `!`, whether or not it is nullable. */
const bare = (type: GraphQLType): string => String(type).replaceAll("!", "");

/** The `!` and lists of a type from the outside in, without its name. */
function nullability(type: GraphQLType): string {
  if (isNonNullType(type)) return `!${nullability(type.ofType)}`;
  return isListType(type) ? `[${nullability(type.ofType)}]` : "";
}

const check =
  (kind: DifferenceKind) =>
  (view: CasesView): Outcome =>
    verdict(
      [...differences(view.contract.schema, view.service())].flatMap((one) => (one.kind === kind ? one.finding : [])),
    );

const requirement = (id: string, title: string, kind: DifferenceKind, ...judges: Sentence[]): CaseRequirement =>
  must({ id, title, judges, subjects: subject, check: check(kind) });

/** The schema, of a contract that has such types. */
const ifAny =
  (are: (type: GraphQLNamedType) => boolean): CaseRequirement["subjects"] =>
  ({ schema }) =>
    Object.values(schema.getTypeMap()).some((type) => !type.name.startsWith("__") && are(type)) ? subject() : [];

function extras(view: CasesView): Outcome {
  const service = view.service();
  const contract = view.contract.schema;
  const extra: string[] = [];
  for (const theirs of Object.values(service.getTypeMap())) {
    if (theirs.name.startsWith("__")) continue;
    const ours = theirs === service.getQueryType() ? contract.getQueryType() : contract.getType(theirs.name);
    if (isEnumType(theirs) && isEnumType(ours))
      extra.push(...theirs.getValues().flatMap(({ name }) => (ours.getValue(name) ? [] : `${theirs.name}.${name}`)));
    if (!hasFields(theirs)) continue;
    if (!hasFields(ours)) extra.push(theirs.name);
    else
      extra.push(
        ...Object.keys(theirs.getFields())
          .filter((name) => ours.getFields()[name] === undefined)
          .map((name) => `${theirs.name}.${name}`),
      );
  }
  return observed(
    extra.length === 0 ? "no types or fields beyond the contract" : `beyond the contract: ${extra.sort().join(", ")}`,
  );
}

const interfaces: Sentence = {
  section: "2.4",
  text: Object.values(casesSchema.getTypeMap())
    .filter(isInterfaceType)
    .map(
      (type) =>
        `The interface \`${type.name}\` (${named(Object.keys(type.getFields()))}) is implemented by ${named(casesSchema.getPossibleTypes(type).map(({ name }) => name))}.`,
    )
    .join(" "),
};

export const schemaRequirements: readonly CaseRequirement[] = [
  requirement("CASE-SCHEMA-01", "The query root has all four fields.", "root", queryRoot, servesQueries),
  requirement("CASE-SCHEMA-02", "Fields take the contract's arguments, and require no others.", "arguments", queryRoot),
  requirement(
    "CASE-SCHEMA-03",
    "The types have the contract's fields, with the contract's types.",
    "fields",
    fieldsOfTypes,
    caseHasLists,
    queryRoot,
  ),
  requirement("CASE-SCHEMA-04", "Fields are nullable or non-null as the contract says.", "nullability", nullable),
  requirement("CASE-SCHEMA-05", "The interface is implemented by its six types.", "interfaces", interfaces),
  requirement("CASE-SCHEMA-06", "BigInteger and DateTime are scalars.", "scalars", scalarsOfCases),
  must({
    id: "CASE-SCHEMA-07",
    title: "The service accepts a document that names every type and the interface.",
    judges: [fieldsOfTypes, interfaces],
    subjects: subject,
    check: (view) => checkAccepted(view, "typed", "data"),
  }),
  should({
    id: "CASE-SCHEMA-08",
    title: "Arguments and the items of lists are nullable or non-null as the contract writes their types.",
    judges: [queryRoot, fieldsOfTypes],
    subjects: subject,
    check: check("nullability inside"),
  }),
  must({
    id: "CASE-SCHEMA-09",
    title: "Enums have the contract's values.",
    judges: [fieldsOfTypes, enums],
    subjects: ifAny(isEnumType),
    check: check("enums"),
  }),
  must({
    id: "CASE-SCHEMA-10",
    title: "Inputs have the contract's fields, and require no others.",
    judges: [queryRoot, inputs],
    subjects: ifAny(isInputObjectType),
    check: check("inputs"),
  }),
  observes({
    id: "CASE-INFO-01",
    title: "Whether introspection is on.",
    section: "4.8",
    subjects: subject,
    check: (view) => {
      const isOn = view.introspection();
      const status = view.status("introspection");
      // Without a response, this throws with the reason.
      if (isOn === undefined || status === undefined) view.answer("introspection");
      if (isOn === false && view.isRefusing) return notTested("no query got data");
      return observed(isOn === true ? "introspection is on" : `introspection is off (status ${status})`);
    },
  }),
  observes({
    id: "CASE-INFO-02",
    title: "Types and fields beyond the contract.",
    section: "2.4",
    subjects: subject,
    check: extras,
  }),
];
