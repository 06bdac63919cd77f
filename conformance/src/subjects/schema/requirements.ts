import {
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";
import type { CaseRequirement } from "../../checks/requirement.ts";
import { named, type Sentence } from "../../checks/sentence.ts";
import { casesSchema } from "../../contract/cases.ts";
import type { CasesView } from "../../evidence/cases-view.ts";
import { type Finding, finding, notTested, type Outcome, observed, verdict } from "../../evidence/outcome.ts";
import {
  caseHasLists,
  checkAccepted,
  fieldsOfTypes,
  nullable,
  queryRoot,
  scalarsOfCases,
  servesQueries,
} from "../cases/requirements.ts";

const subject = ["schema"] as const;

const wrong = (at: string, expected: string, found: string): Finding => finding("introspection", at, expected, found);

type Fields = GraphQLObjectType | GraphQLInterfaceType;

/** The types of the contract with fields, except the query root, whose name is up to the service. */
function contractTypes(schema: GraphQLSchema): Fields[] {
  return Object.values(schema.getTypeMap()).filter(
    (type): type is Fields =>
      (isObjectType(type) || isInterfaceType(type)) && type !== schema.getQueryType() && !type.name.startsWith("__"),
  );
}

/** A type without its `!`, whether or not it is nullable. */
const bare = (type: GraphQLType): string => String(type).replaceAll("!", "");

interface FieldPair {
  at: string;
  ours: GraphQLField<unknown, unknown>;
  theirs: GraphQLField<unknown, unknown>;
}

function fieldPairs(view: CasesView): FieldPair[] {
  const service = view.service();
  const roots: [Fields | null | undefined, Fields | null | undefined, string][] = [
    [view.contract.getQueryType(), service.getQueryType(), "Query"],
  ];
  for (const type of contractTypes(view.contract)) {
    const theirs = service.getType(type.name);
    roots.push([type, isObjectType(theirs) || isInterfaceType(theirs) ? theirs : undefined, type.name]);
  }
  return roots.flatMap(([ours, theirs, name]) =>
    Object.values(ours?.getFields() ?? {}).flatMap((field) => {
      const other = theirs?.getFields()[field.name];
      return other === undefined ? [] : [{ at: `${name}.${field.name}`, ours: field, theirs: other }];
    }),
  );
}

function checkRoot(view: CasesView): Outcome {
  const theirs = view.service().getQueryType()?.getFields() ?? {};
  const missing = Object.values(view.contract.getQueryType()?.getFields() ?? {}).filter(
    ({ name }) => theirs[name] === undefined,
  );
  return verdict(missing.map(({ name, type }) => wrong(`Query.${name}`, bare(type), "no such field")));
}

function checkArguments(view: CasesView): Outcome {
  return verdict(
    fieldPairs(view).flatMap(({ at, ours, theirs }) => {
      const unlike = ours.args.flatMap((argument) => {
        const other = theirs.args.find(({ name }) => name === argument.name);
        const found = other === undefined ? "no such argument" : String(other.type);
        return found === String(argument.type) ? [] : [wrong(`${at}(${argument.name}:)`, String(argument.type), found)];
      });
      const extra = theirs.args.filter(
        (argument) => isRequiredArgument(argument) && !ours.args.some(({ name }) => name === argument.name),
      );
      return [
        ...unlike,
        ...extra.map(({ name }) => wrong(`${at}(${name}:)`, "no required argument of this name", "one")),
      ];
    }),
  );
}

function checkFields(view: CasesView): Outcome {
  const service = view.service();
  const missing = contractTypes(view.contract).flatMap((type) => {
    const theirs = service.getType(type.name);
    const kind = isInterfaceType(type) ? "an interface" : "an object type";
    if (!(isInterfaceType(type) ? isInterfaceType(theirs) : isObjectType(theirs)))
      return [wrong(type.name, kind, theirs === undefined ? "no such type" : "a different kind of type")];
    const fields = isObjectType(theirs) || isInterfaceType(theirs) ? theirs.getFields() : {};
    return Object.values(type.getFields())
      .filter(({ name }) => fields[name] === undefined)
      .map(({ name, type: wanted }) => wrong(`${type.name}.${name}`, bare(wanted), "no such field"));
  });
  const others = fieldPairs(view)
    .filter(({ ours, theirs }) => bare(ours.type) !== bare(theirs.type))
    .map(({ at, ours, theirs }) => wrong(at, bare(ours.type), bare(theirs.type)));
  return verdict([...missing, ...others]);
}

function checkNullability(view: CasesView): Outcome {
  return verdict(
    fieldPairs(view)
      .filter(
        ({ ours, theirs }) =>
          bare(ours.type) === bare(theirs.type) && nullability(ours.type) !== nullability(theirs.type),
      )
      .map(({ at, ours, theirs }) => wrong(at, String(ours.type), String(theirs.type))),
  );
}

/** The `!` and lists of a type from the outside in, without its name. */
function nullability(type: GraphQLType): string {
  if (isNonNullType(type)) return `!${nullability(type.ofType)}`;
  return isListType(type) ? `[${nullability(type.ofType)}]` : "";
}

function checkInterface(view: CasesView): Outcome {
  const service = view.service();
  const findings: Finding[] = [];
  for (const type of contractTypes(view.contract)) {
    const theirs = service.getType(type.name);
    for (const { name } of isObjectType(type) ? type.getInterfaces() : []) {
      const implemented = isObjectType(theirs) && theirs.getInterfaces().some((one) => one.name === name);
      if (!implemented) findings.push(wrong(type.name, `implements ${name}`, "does not"));
    }
  }
  return verdict(findings);
}

function checkScalars(view: CasesView): Outcome {
  const service = view.service();
  const ours = Object.values(view.contract.getTypeMap()).filter(
    (one) => isScalarType(one) && !isSpecifiedScalarType(one),
  );
  const names = ours.map(({ name }) => name).filter((name) => !isScalarType(service.getType(name)));
  return verdict(
    names.map((name) =>
      wrong(name, "a scalar", service.getType(name) === undefined ? "no such type" : "a different kind of type"),
    ),
  );
}

function requirement(
  id: string,
  title: string,
  check: (view: CasesView) => Outcome,
  judges: Sentence,
  ...others: Sentence[]
): CaseRequirement {
  return { id, level: "MUST", title, section: judges.section, judges: [judges, ...others], subjects: subject, check };
}

function extras(view: CasesView): Outcome {
  const service = view.service();
  const extra: string[] = [];
  for (const theirs of Object.values(service.getTypeMap())) {
    if (!(isObjectType(theirs) || isInterfaceType(theirs)) || theirs.name.startsWith("__")) continue;
    const ours = theirs === service.getQueryType() ? view.contract.getQueryType() : view.contract.getType(theirs.name);
    if (!(isObjectType(ours) || isInterfaceType(ours))) extra.push(theirs.name);
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
  requirement("CASE-SCHEMA-01", "The query root has all four fields.", checkRoot, queryRoot, servesQueries),
  requirement(
    "CASE-SCHEMA-02",
    "Fields take the contract's arguments, and require no others.",
    checkArguments,
    queryRoot,
  ),
  requirement(
    "CASE-SCHEMA-03",
    "The types have the contract's fields, with the contract's types.",
    checkFields,
    fieldsOfTypes,
    caseHasLists,
    queryRoot,
  ),
  requirement("CASE-SCHEMA-04", "Fields are nullable or non-null as the contract says.", checkNullability, nullable),
  requirement("CASE-SCHEMA-05", "The interface is implemented by its six types.", checkInterface, interfaces),
  requirement("CASE-SCHEMA-06", "BigInteger and DateTime are scalars.", checkScalars, scalarsOfCases),
  requirement(
    "CASE-SCHEMA-07",
    "The service accepts a document that names every type and the interface.",
    (view) => checkAccepted(view, "typed", "data"),
    fieldsOfTypes,
    interfaces,
  ),
  {
    id: "CASE-INFO-01",
    level: "INFO",
    title: "Whether introspection is on.",
    section: "4.8",
    judges: [],
    subjects: ["schema"],
    check: (view) => {
      const isOn = view.introspection();
      const status = view.status("introspection");
      // Without a response, this throws with the reason.
      if (isOn === undefined || status === undefined) view.answer("introspection");
      if (isOn === false && view.isRefusing) return notTested("no query got data");
      return observed(isOn === true ? "introspection is on" : `introspection is off (status ${status})`);
    },
  },
  {
    id: "CASE-INFO-02",
    level: "INFO",
    title: "Types and fields beyond the contract.",
    section: "2.4",
    judges: [],
    subjects: ["schema"],
    check: extras,
  },
];
