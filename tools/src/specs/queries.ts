/** The operation documents as methods of the client. The specs are accepted: `court-cases.ts` refuses the others. */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
  type VariableDefinitionNode,
} from "graphql";

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
  fields: Map<string, SelectedField>;
}

/** A field, and what is selected of the object that it is. */
interface SelectedField {
  field: GraphQLField<unknown, unknown>;
  below: Selection | undefined;
  /** Whether a directive may leave it out. */
  isConditional: boolean;
}

export interface Query {
  /** The operation's name, which becomes the method's. */
  name: string;
  node: OperationDefinitionNode;
  hasVariables: boolean;
  variables: Variable[];
  selection: Selection;
  /** The one field of the query root that the operation selects, its response key, and what is selected of an object. */
  root: { key: string; node: FieldNode; field: GraphQLField<unknown, unknown>; below: Selection | undefined };
}

/** A variable, with the description and the deprecation of the argument that it is passed to. */
interface Variable {
  name: string;
  type: string;
  /** Whether a call may leave it out. */
  optional: boolean;
  description: string;
  deprecated: string[];
}

/** The queries in the documents, sorted by name. */
export const readQueries = (schema: GraphQLSchema, documents: readonly { document?: DocumentNode }[]): Query[] =>
  documents
    .flatMap(({ document }) => document?.definitions ?? [])
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .flatMap((node) => readQuery(schema, node))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

function readQuery(schema: GraphQLSchema, node: OperationDefinitionNode): Query[] {
  const query = schema.getQueryType();
  const [rootNode] = node.selectionSet.selections;
  if (!query || rootNode?.kind !== Kind.FIELD) return [];
  const selection = readSelection(query, [node.selectionSet]);
  const key = rootNode.name.value;
  const selected = selection.fields.get(key);
  if (selected === undefined) return [];
  const root = { key, node: rootNode, ...selected };
  const variables = (node.variableDefinitions ?? []).map((definition) => readVariable(root, definition));
  return [{ name: node.name?.value ?? key, node, hasVariables: variables.length > 0, variables, selection, root }];
}

function readVariable(
  { node, field }: Query["root"],
  { variable, type, defaultValue }: VariableDefinitionNode,
): Variable {
  const name = variable.name.value;
  const given = node.arguments?.find(({ value }) => value.kind === Kind.VARIABLE && value.name.value === name);
  const argument = field.args.find((candidate) => candidate.name === given?.name.value);
  return {
    name,
    type: print(type),
    optional: type.kind !== Kind.NON_NULL_TYPE || defaultValue !== undefined,
    description: argument?.description ?? "",
    deprecated: argument === undefined ? [] : deprecation(argument),
  };
}

/** Merges selection sets on one type, with inline fragments inlined. No file of accepted specs defines another fragment. */
export function readSelection(type: GraphQLObjectType, sets: SelectionSetNode[]): Selection {
  const nodes = new Map<string, FieldNode[]>();
  const always = new Set<string>();
  const collect = (set: SelectionSetNode, isAlways: boolean): void => {
    for (const node of set.selections) {
      const isTaken = isAlways && !node.directives?.length;
      if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet, isTaken);
      else if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        nodes.set(key, [...(nodes.get(key) ?? []), node]);
        if (isTaken) always.add(key);
      }
    }
  };
  for (const set of sets) collect(set, true);
  const fields: Selection["fields"] = new Map();
  for (const [key, [first, ...rest]] of nodes) {
    const field = first && type.getFields()[first.name.value];
    if (first === undefined || field === undefined) continue; // __typename, or what the schema lacks, in specs that are compared only
    const below = [first, ...rest].flatMap((node) => node.selectionSet ?? []);
    const fieldType = getNamedType(field.type);
    const selected = isObjectType(fieldType) ? readSelection(fieldType, below) : undefined;
    fields.set(key, { field, below: selected, isConditional: !always.has(key) });
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
