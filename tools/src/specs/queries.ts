/** The operation documents as methods of the client; refuses what cannot become one. */
import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isObjectType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
  type VariableDefinitionNode,
  visit,
} from "graphql";
import { type GraphqlSpecs, placeOf } from "./graphql.ts";
import { scalarTypes } from "./scalars.ts";
import { SpecError } from "./spec-error.ts";

/** What generated code calls by name, what the package exports by hand, and the name that stands for the type parameter. */
const taken = new Set([
  ...["Array", "BigInteger", "Promise"],
  ...["CallOptions", "CourtCasesClient", "CourtCasesClientOptions", "Document", "ErrorDetails", "ErrorKind"],
  ...[
    "GraphQLFailure",
    "HeaderValues",
    "IntegerOf",
    "Integers",
    "IntegersOption",
    "Limiter",
    "Lookup",
    "ManyOptions",
    "Operations",
    "RegisterError",
  ],
  ...["RequestEvent", "RequestLimits", "ResponseEvent"],
  ...["ReplaceNumbers", "RequestParameters", "WithIntegers"],
]);

/** Whether a type of the schema cannot be exported under its own name. All words of TypeScript, such as `null`, are in lower case. */
export const isTaken = (type: string): boolean => taken.has(type) || /^[a-z]+$/.test(type);

/** The name that typescript-operations gives to the type of an operation's result. */
export const resultType = (operation: string): string =>
  `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Query`;

/** The name that typescript-operations gives to the type of an operation's variables. */
export const variablesType = (operation: string): string => `${resultType(operation)}Variables`;

/** The paragraph of a docstring that marks what the schema deprecates, if it does. */
export const deprecation = ({ deprecationReason }: GraphQLField<unknown, unknown> | GraphQLArgument): string[] =>
  typeof deprecationReason === "string" ? [`@deprecated ${deprecationReason}`] : [];

/** What one selection set selects of a type, by response key. */
export interface Selection {
  type: GraphQLObjectType;
  fields: Map<string, { field: GraphQLField<unknown, unknown>; below: Selection | undefined }>;
}

export interface Query {
  /** The operation's name, which becomes the method's. */
  name: string;
  node: OperationDefinitionNode;
  hasVariables: boolean;
  /** Its variables, each with the type, the description and the deprecation of the argument that it is passed to. */
  variables: { name: string; type: string; description: string; deprecated: string[] }[];
  selection: Selection;
  /** The one field of the query root that the operation selects, and its response key. */
  root: { key: string; node: FieldNode; field: GraphQLField<unknown, unknown> };
}

/** Reads the queries in the documents, sorted by name. @throws SpecError when one cannot become a method of the client. */
export function readQueries({ schema, documents }: GraphqlSpecs): Query[] {
  for (const { name, astNode } of Object.values(schema.getTypeMap()).filter(isScalarType)) {
    if (name in scalarTypes) continue;
    const where = astNode ? placeOf(astNode) : "specs/court-cases.graphql";
    throw new SpecError(where, `give the scalar ${name} a TypeScript type in tools/src/specs/scalars.ts.`);
  }
  return documents
    .flatMap(({ document }) => document.definitions)
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .map((node) => readOperation(schema, node))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readOperation(schema: GraphQLSchema, node: OperationDefinitionNode): Query {
  const name = node.name?.value;
  const query = schema.getQueryType();
  if (name === undefined || !query)
    throw new SpecError(placeOf(node), "an operation needs a name, and a schema with a query type.");
  if (["__proto__", "request", "then"].includes(name))
    throw new SpecError(placeOf(node), `"${name}" has a meaning of its own in JavaScript or in the client: rename it.`);
  const rootNode = rootNodeOf(name, node);
  const selection = readSelection(query, [node.selectionSet]);
  const key = rootNode.name.value;
  const field = selection.fields.get(key)?.field;
  if (field === undefined) throw new SpecError(placeOf(rootNode), `${name} selects ${key}, which Query does not have.`);
  const root = { key, node: rootNode, field };
  const variables = (node.variableDefinitions ?? []).map((definition) => readVariable(name, root, definition));
  const hasVariables = variables.length > 0;
  if (hasVariables) refuseVariablesBelow(name, rootNode);
  return { name, node, hasVariables, variables, selection, root };
}

/** The one field of the query root that an operation selects. */
function rootNodeOf(operation: string, node: OperationDefinitionNode): FieldNode {
  const [root, ...others] = node.selectionSet.selections;
  if (root?.kind === Kind.FIELD && root.alias === undefined && !root.directives?.length && others.length === 0)
    return root;
  throw new SpecError(
    placeOf(node),
    `${operation} must select one field of Query without alias and directive, the value that its method answers with.`,
  );
}

/** A variable, as the argument of the root field that it is passed to. */
function readVariable(
  operation: string,
  root: Query["root"],
  definition: VariableDefinitionNode,
): Query["variables"][number] {
  const name = definition.variable.name.value;
  const given = root.node.arguments?.find(({ value }) => value.kind === Kind.VARIABLE && value.name.value === name);
  const argument = root.field.args.find((candidate) => candidate.name === given?.name.value);
  if (argument === undefined)
    throw new SpecError(placeOf(definition), `${operation} gives $${name} to no argument of ${root.key}.`);
  if (!isScalarType(getNamedType(argument.type)))
    throw new SpecError(
      placeOf(definition),
      `$${name} of ${operation} is not a scalar, which is not supported: make each of its values an argument.`,
    );
  const description = argument.description ?? "";
  return { name, type: print(definition.type), description, deprecated: deprecation(argument) };
}

/** The selection below the root field is sent once, as a fragment, for many cases: it cannot depend on variables. */
function refuseVariablesBelow(name: string, { name: field, selectionSet }: FieldNode): void {
  if (selectionSet === undefined) return;
  visit(selectionSet, {
    Variable(variable) {
      throw new SpecError(
        placeOf(variable),
        `${name} uses a variable below ${field.value}, which asking for many cannot do.`,
      );
    },
  });
}

/** Merges selection sets on one type, with inline fragments inlined. No file defines another fragment. */
function readSelection(type: GraphQLObjectType, sets: SelectionSetNode[]): Selection {
  const nodes = new Map<string, FieldNode[]>();
  const collect = (set: SelectionSetNode): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        nodes.set(key, [...(nodes.get(key) ?? []), node]);
      }
    }
  };
  for (const set of sets) collect(set);
  const fields: Selection["fields"] = new Map();
  for (const [key, [first, ...rest]] of nodes) {
    const field = first && type.getFields()[first.name.value];
    if (first === undefined || field === undefined) continue; // __typename
    const fieldType = getNamedType(field.type);
    const below = [first, ...rest].flatMap((node) => node.selectionSet ?? []);
    if (isAbstractType(fieldType)) {
      throw new SpecError(placeOf(first), `${key} returns ${fieldType.name}, which is not an object type.`);
    }
    if (isEnumType(fieldType))
      throw new SpecError(
        placeOf(first),
        `${key} returns the enum ${fieldType.name}, which is not supported: make it a scalar, such as String.`,
      );
    const objectType = isObjectType(fieldType) ? fieldType : undefined;
    const selection = objectType && readSelection(objectType, below);
    if (selection && isWhole(selection) && isTaken(fieldType.name)) {
      const what = `the client cannot export a type called ${fieldType.name}, which means something else in TypeScript or in the client.`;
      throw new SpecError(placeOf(first), `${what} Rename it.`);
    }
    fields.set(key, { field, below: selection });
  }
  return { type, fields };
}

/** Whether a selection takes every field of its type, unaliased, and so do the selections below it. */
export function isWhole({ type, fields }: Selection): boolean {
  return Object.keys(type.getFields()).every((name) => {
    const taken = fields.get(name);
    return taken?.field.name === name && (taken.below === undefined || isWhole(taken.below));
  });
}

/** Whether a BigInteger is selected at any depth: then the type has a type parameter for it. */
export function holdsInteger({ fields }: Selection): boolean {
  return [...fields.values()].some(
    ({ field, below }) =>
      getNamedType(field.type).name === "BigInteger" || (below !== undefined && holdsInteger(below)),
  );
}

/**
 * The fields that are BigIntegers: by name, and one that is an integer in one type and something else in another with the field
 * above it, as `povezaniPredmeti.tip`.
 */
export function integerFields(schema: GraphQLSchema): string[] {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
  const fields = types
    .filter((type) => !type.name.startsWith("__"))
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));
  const isInteger = ({ field }: { field: GraphQLField<unknown, unknown> }): boolean =>
    getNamedType(field.type).name === "BigInteger";
  const names = fields.filter(isInteger).flatMap(({ type, field }) => {
    const everywhere = fields.every((other) => other.field.name !== field.name || isInteger(other));
    const above = fields.filter((other) => getNamedType(other.field.type) === type);
    return everywhere ? field.name : above.map((other) => `${other.field.name}.${field.name}`);
  });
  return [...new Set(names)].sort();
}
