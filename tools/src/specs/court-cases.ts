/** The one place that refuses the GraphQL specs: what the client cannot have, or the suite cannot judge. */
import {
  type ASTNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  type ValidationContext,
  type ValidationRule,
  validate,
} from "graphql";
import { faultOf, type GraphqlSpecs, placeOf, readGraphqlSpecs } from "./graphql.ts";
import { judgedScalars, scalarTypes } from "./scalars.ts";
import { type Fault, refuseAll } from "./spec-error.ts";

/** Reads the GraphQL specs. @throws SpecError with everything for which it is refused. */
export function acceptedCourtCases(folder: string): GraphqlSpecs {
  const specs = readGraphqlSpecs(folder);
  refuseAll(courtCaseRefusals(specs));
  return specs;
}

/** Everything for which the GraphQL specs are refused. */
export const courtCaseRefusals = ({ schema, documents }: GraphqlSpecs): Fault[] => [
  ...documents.flatMap(({ document }) => validate(schema, document, [oneField, plainVariables]).map(faultOf)),
  ...misfiled(documents),
  ...ownTypes(schema).flatMap((type) => (isObjectType(type) ? [...unexportable(type), ...unjudged(type)] : [])),
];

const report = (context: ValidationContext, node: ASTNode, message: string): void =>
  context.reportError(new GraphQLError(message, { nodes: node }));

/** An operation becomes a method that answers with the value of one field. */
const oneField: ValidationRule = (context) => ({
  OperationDefinition(node) {
    const name = node.name?.value ?? "the operation";
    if (["__proto__", "request", "then"].includes(name))
      report(context, node, `"${name}" has a meaning of its own in JavaScript or in the client: rename it.`);
    const [root, ...others] = node.selectionSet.selections;
    const isField = root?.kind === Kind.FIELD && !root.name.value.startsWith("__");
    if (isField && root.alias === undefined && !root.directives?.length && others.length === 0) return;
    const message = `${name} must select one field of Query without alias and directive, the value that its method answers with.`;
    report(context, node, message);
  },
});

/** The selection below the root field is sent once, as a fragment, for many cases: it cannot depend on variables. */
const plainVariables: ValidationRule = (context) => ({
  OperationDefinition(operation) {
    const [root] = operation.selectionSet.selections;
    const given = root?.kind === Kind.FIELD ? (root.arguments ?? []).map(({ value }) => value) : [];
    for (const { node, type } of context.getVariableUsages(operation)) {
      const what = `$${node.name.value} of ${operation.name?.value}`;
      if (!given.includes(node))
        report(context, node, `${what} is not the value of an argument of the operation's field: make it one.`);
      else if (!isScalarType(getNamedType(type)) || !(String(getNamedType(type)) in scalarTypes))
        report(
          context,
          node,
          `${what} is not a scalar that the client knows: make each of its values an argument, or give the scalar a TypeScript type in tools/src/specs/scalars.ts.`,
        );
    }
  },
});

/** Each file has one query, named like the file: the suite finds it by that name, which is also that of the client's method. */
function misfiled(documents: GraphqlSpecs["documents"]): Fault[] {
  return documents.flatMap(({ name, document }) => {
    const [first, ...others] = document.definitions;
    if (others.length === 0 && first?.kind === Kind.OPERATION_DEFINITION && first.name?.value === name) return [];
    return [
      [`specs/operations/${name}.graphql`, `the file must contain one operation called \`${name}\`, and nothing else.`],
    ];
  });
}

/** What generated code calls or declares, what the package exports by hand, and the name that stands for the type parameter. */
const taken = new Set([
  ...["Array", "BigInteger", "InputMaybe", "Maybe", "Promise", "Scalars"],
  ...[
    "CallOptions",
    "CourtCasesCaller",
    "CourtCasesClient",
    "CourtCasesClientOptions",
    "Document",
    "ErrorDetails",
    "ErrorKind",
  ],
  ...[
    "GraphQLFailure",
    "HeaderValues",
    "IntegerOf",
    "Integers",
    "IntegersOption",
    "Limiter",
    "Lookup",
    "ManyOptions",
    "Operation",
    "Operations",
    "RegisterError",
  ],
  ...["RequestEvent", "RequestLimits", "ResponseEvent"],
  ...["ReplaceNumbers", "RequestParameters", "WithIntegers"],
]);

/** Whether a type of the schema cannot be exported under its own name. All words of TypeScript, such as `null`, are in lower case. */
export const isTaken = (type: string): boolean => taken.has(type) || /^[a-z]+$/.test(type);

function unexportable({ name, astNode }: GraphQLObjectType): Fault[] {
  if (!isTaken(name)) return [];
  const what = `the client cannot export a type called ${name}, which means something else in TypeScript or in the client.`;
  return [[placeOf(astNode?.name), `${what} Rename it.`]];
}

/** A field is an object, or a scalar that the suite judges: it would take any other for a DateTime, and the client any number for a BigInteger. */
const unjudged = (type: GraphQLObjectType): Fault[] =>
  Object.values(type.getFields()).flatMap((field) => {
    const value = getNamedType(field.type);
    if (isObjectType(value) || (isScalarType(value) && judgedScalars.includes(value.name))) return [];
    const what = `\`${type.name}.${field.name}\` is of the type ${value.name}, which no requirement judges.`;
    return [
      [placeOf(field.astNode?.name), `${what} Make it a ${judgedScalars.join(", ")}, or teach it first to ${readers}.`],
    ];
  });

/** What reads scalars by their names. */
const readers =
  "the suite (conformance/src/contract/scalars.ts), the reference server (packages/reference-server/src/contract/cases.ts), the client (tools/src/specs/scalars.ts) and, if its values are numbers, packages/graphql/src/integers.ts, which takes each for a BigInteger";

/** The types that the schema defines itself. */
export function ownTypes(schema: GraphQLSchema): ReturnType<GraphQLSchema["getTypeMap"]>[string][] {
  return Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
}
