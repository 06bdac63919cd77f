/** The operation documents as methods of the client. The specs are accepted: `court-cases.ts` refuses the others. */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
  type ValueNode,
  type VariableDefinitionNode,
} from "graphql";
import { isInteger } from "./scalars.ts";

/** The name that typescript-operations gives to the type of an operation's result. */
export const resultType = (operation: string): string =>
  `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Query`;

/** The name that typescript-operations gives to the type of an operation's variables. */
export const variablesType = (operation: string): string => `${resultType(operation)}Variables`;

/** The paragraph of a docstring that marks what the schema deprecates, if it does. */
export const deprecation = ({
  deprecationReason,
}: {
  readonly deprecationReason?: string | null | undefined;
}): string[] => (typeof deprecationReason === "string" ? [`@deprecated ${deprecationReason}`] : []);

/** What one selection set selects of a type, by response key. */
export interface Selection {
  type: GraphQLObjectType;
  fields: Map<string, QueriedField>;
}

/** A field, and what is selected of the object that it is. */
interface QueriedField {
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
  variables: QueryVariable[];
  selection: Selection;
  /** The one field of the query root that the operation selects, its response key, and what is selected of an object. */
  root: { key: string; node: FieldNode; field: GraphQLField<unknown, unknown>; below: Selection | undefined };
}

/** A variable, with the description and the deprecation of the argument that it is passed to. */
interface QueryVariable {
  name: string;
  type: string;
  /** The enum or the input that it is, or a list of. */
  of: InputOrEnum | undefined;
  /** Whether a call may leave it out. */
  optional: boolean;
  description: string;
  deprecated: string[];
}

/** A type that the client exports for what is passed or read, and that is neither a scalar nor an object. */
export type InputOrEnum = GraphQLInputObjectType | GraphQLEnumType;

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
  const variables = (node.variableDefinitions ?? []).map((definition) => readVariable(schema, root, definition));
  return [{ name: node.name?.value ?? key, node, hasVariables: variables.length > 0, variables, selection, root }];
}

function readVariable(
  schema: GraphQLSchema,
  { node, field }: Query["root"],
  { variable, type, defaultValue }: VariableDefinitionNode,
): QueryVariable {
  const name = variable.name.value;
  const given = new Map(node.arguments?.map((argument) => [argument.name.value, argument.value]));
  const [argument] = field.args.flatMap((one) => passedTo(one, given.get(one.name), name));
  const named = schema.getType(print(type).replaceAll(/[[\]!]/g, ""));
  return {
    name,
    type: print(type),
    of: isInputObjectType(named) || isEnumType(named) ? named : undefined,
    optional: type.kind !== Kind.NON_NULL_TYPE || defaultValue !== undefined,
    description: argument?.description ?? "",
    deprecated: argument === undefined ? [] : deprecation(argument),
  };
}

/** The arguments, or fields of inputs, that a variable is passed to in a value. */
function passedTo<Of extends GraphQLArgument | GraphQLInputField>(
  to: Of,
  value: ValueNode | undefined,
  variable: string,
): (Of | GraphQLInputField)[] {
  if (value?.kind === Kind.VARIABLE) return value.name.value === variable ? [to] : [];
  if (value?.kind === Kind.LIST) return value.values.flatMap((item) => passedTo(to, item, variable));
  const input = getNamedType(to.type);
  if (value?.kind !== Kind.OBJECT || !isInputObjectType(input)) return [];
  const fields = input.getFields();
  return value.fields.flatMap((one) => {
    const field = fields[one.name.value];
    return field === undefined ? [] : passedTo(field, one.value, variable);
  });
}

/** The enums that a selection reads, at any depth. */
export const enumsIn = ({ fields }: Selection): GraphQLEnumType[] =>
  [...fields.values()].flatMap(({ field, below }) => {
    const type = getNamedType(field.type);
    return isEnumType(type) ? [type] : below === undefined ? [] : enumsIn(below);
  });

/** A type that is passed, after the enums and inputs in it. */
export function typesPassed(type: InputOrEnum, above: readonly InputOrEnum[] = []): InputOrEnum[] {
  if (isEnumType(type) || above.includes(type)) return [type];
  const inner = Object.values(type.getFields()).flatMap((field) => {
    const one = getNamedType(field.type);
    return isEnumType(one) || isInputObjectType(one) ? typesPassed(one, [...above, type]) : [];
  });
  return [...inner, type];
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

/** Whether an exact integer is selected at any depth: then the type has a type parameter for it. */
export function holdsInteger({ fields }: Selection): boolean {
  return [...fields.values()].some(
    ({ field, below }) => isInteger(getNamedType(field.type).name) || (below !== undefined && holdsInteger(below)),
  );
}

/**
 * The fields that are exact integers, or lists of them: by name, and one that is an integer in one type and something else in another with the field
 * above it, as `povezaniPredmeti.tip`.
 */
export function integerFields(schema: GraphQLSchema): string[] {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
  const fields = types
    .filter((type) => !type.name.startsWith("__"))
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));
  const holdsOne = ({ field }: { field: GraphQLField<unknown, unknown> }): boolean =>
    isInteger(getNamedType(field.type).name);
  const names = fields.filter(holdsOne).flatMap(({ type, field }) => {
    const everywhere = fields.every((other) => other.field.name !== field.name || holdsOne(other));
    const above = fields.filter((other) => getNamedType(other.field.type) === type);
    return everywhere ? field.name : above.map((other) => `${other.field.name}.${field.name}`);
  });
  return [...new Set(names)].sort();
}
