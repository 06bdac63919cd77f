/** The one place that refuses the GraphQL specs: what the client cannot have, or the suite cannot judge. */
import {
  type ASTNode,
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  type ValidationContext,
  type ValidationRule,
  type VariableNode,
  validate,
  visit,
} from "graphql";
import { faultOf, type GraphqlSpecs, placeOf, readGraphqlSpecs } from "./graphql.ts";
import { resultType, variablesType } from "./queries.ts";
import { kindOf, scalarTypes } from "./scalars.ts";
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
  ...ownTypes(schema).flatMap((type) => [
    ...(isObjectType(type) || isInputObjectType(type) || isEnumType(type) ? unexportable(type, documents) : []),
    ...(isObjectType(type) || isInputObjectType(type) ? unjudged(type) : []),
  ]),
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
    const given: VariableNode[] = [];
    if (root?.kind === Kind.FIELD)
      for (const argument of root.arguments ?? []) visit(argument, { Variable: (node) => void given.push(node) });
    for (const { node, type } of context.getVariableUsages(operation)) {
      const what = `$${node.name.value} of ${operation.name?.value}`;
      const named = getNamedType(type);
      if (!given.includes(node))
        report(
          context,
          node,
          `${what} is not the value of an argument of the operation's field, or in one: make it so.`,
        );
      else if (isScalarType(named) && kindOf(named.name) === undefined)
        report(context, node, `${what} is of the scalar ${named.name}. ${whyUnknown(named.name)}`);
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
  ...["Array", "BigInteger", "Exact", "Incremental", "InputMaybe", "Maybe", "Promise", "Scalars"],
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

function unexportable({ name, astNode }: GraphQLNamedType, documents: GraphqlSpecs["documents"]): Fault[] {
  const isGenerated = documents.some(({ name: operation }) => {
    const result = resultType(operation);
    return [result, variablesType(operation)].includes(name) || name.startsWith(`${result}_`);
  });
  if (!isTaken(name) && !isGenerated) return [];
  const what = `the client cannot export a type called ${name}, which means something else in TypeScript or in the client.`;
  return [[placeOf(astNode?.name), `${what} Rename it.`]];
}

/** What a field may be: an object, or an input in an input; an enum; a scalar of which is known what it is in JSON. */
const unjudged = (type: GraphQLObjectType | GraphQLInputObjectType): Fault[] =>
  Object.values(type.getFields()).flatMap((field): Fault[] => {
    const written: GraphQLType = field.type;
    const value = getNamedType(written);
    if (isObjectType(value) || isInputObjectType(value) || isEnumType(value)) return [];
    if (isScalarType(value) && kindOf(value.name) !== undefined) return [];
    const why = isScalarType(value)
      ? `the scalar ${value.name}. ${whyUnknown(value.name)}`
      : `the type ${value.name}, of which a value may be of several types. Make it an object type.`;
    return [[placeOf(field.astNode?.name), `\`${type.name}.${field.name}\` is of ${why}`]];
  });

/** Why nothing can be made of a scalar, and what to do. */
function whyUnknown(scalar: string): string {
  const { output } = scalarTypes[scalar] ?? {};
  if (scalar === "Float" || output !== undefined)
    return `The client returns values as JSON has them, and takes every number for an integer: ${output === undefined ? "make it a scalar of its own, with its digits as text, and map that" : `map it in tools/codegen.ts not to ${output}, but`} to string, boolean or number, in which all values are integers.`;
  return `Map it in tools/codegen.ts, to what it is in JSON, such as \`${scalar}: "string"\`.`;
}

/** The types that the schema defines itself. */
export function ownTypes(schema: GraphQLSchema): ReturnType<GraphQLSchema["getTypeMap"]>[string][] {
  return Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
}
