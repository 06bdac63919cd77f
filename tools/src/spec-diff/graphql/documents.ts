/** The operation documents that the GraphQL client ships: their variables and results. */
import {
  type ASTNode,
  type DocumentNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
  visit,
} from "graphql";
import {
  enumsIn,
  holdsInteger,
  isWhole,
  readSelection,
  resultType,
  type Selection,
  typesPassed,
} from "../../specs/queries.ts";

export interface ShippedOperation {
  name: string;
  document: DocumentNode;
  variables: Map<string, Variable>;
  /** Selected fields by path in the response, such as `predmet.pismena.datum`. */
  selections: Map<string, SelectedField>;
  /** Names of the types that the client exports for it, and whether each has a type parameter for integers. */
  types: Map<string, boolean>;
}

/** The operations by name. */
export type ShippedOperations = ReadonlyMap<string, ShippedOperation>;

export interface Variable {
  /** As written. */
  text: string;
  /** `undefined` if the schema does not have it. */
  type: GraphQLInputType | undefined;
  required: boolean;
  default: string | undefined;
}

export interface SelectedField {
  /** Type and field, such as `Pismena.datum`. */
  coordinate: string;
  /** As written, such as `sud: $sud`; sorted. */
  arguments: readonly string[];
  /** `undefined` if the schema does not have the field, and of `__typename`. */
  type: GraphQLOutputType | undefined;
  /** It depends on `@include` or `@skip`, so the client's type has it as optional. */
  conditional: boolean;
}

/**
 * Reads the documents, given by file name.
 *
 * @throws GraphQLError when one is invalid.
 */
export function readShipped(schema: GraphQLSchema, documents: Record<string, string>): Map<string, ShippedOperation> {
  const found = new Map<string, ShippedOperation>();
  for (const [file, text] of Object.entries(documents)) {
    const document = parse(text);
    for (const definition of document.definitions) {
      if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
      const name = definition.name?.value ?? file;
      const { selectionSet } = withoutSpreads(document, definition);
      const root = schema.getRootType(definition.operation);
      const selections = readSelections(schema, root?.name ?? definition.operation, selectionSet);
      const variables = readVariables(schema, definition);
      const types = new Map([
        ...(root ? exportedTypes(resultType(name), readSelection(root, [selectionSet])) : []),
        ...[...variables.values()].flatMap(passedTypes),
      ]);
      found.set(name, { name, document, variables, selections, types });
    }
  }
  return found;
}

function readVariables(schema: GraphQLSchema, definition: OperationDefinitionNode): ShippedOperation["variables"] {
  const variables = (definition.variableDefinitions ?? []).map(({ variable, type, defaultValue }) => {
    const required = type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;
    const known = typeFromAST(schema, type) as GraphQLInputType | undefined;
    const text = print(type);
    return [
      variable.name.value,
      { text, type: known, required, default: defaultValue && print(defaultValue) },
    ] as const;
  });
  return new Map(variables);
}

/** The operation with what its fragments select in their places. */
function withoutSpreads(document: DocumentNode, definition: OperationDefinitionNode): OperationDefinitionNode {
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return visit(definition, {
    FragmentSpread({ name, directives }, _key, _parent, _path, ancestors) {
      const fragment = fragments.find((one) => one.name.value === name.value);
      // A fragment within itself is not valid, and would have no end.
      if (fragment === undefined || ancestors.includes(fragment.selectionSet)) return undefined;
      const { typeCondition, selectionSet } = fragment;
      return { kind: Kind.INLINE_FRAGMENT, typeCondition, directives, selectionSet };
    },
  });
}

function readSelections(schema: GraphQLSchema, root: string, selected: SelectionSetNode): Map<string, SelectedField> {
  const selections = new Map<string, SelectedField>();
  const collect = (set: SelectionSetNode, typeName: string, prefix: string, within = false): void => {
    for (const node of set.selections) {
      const conditional = within || isConditional(node);
      if (node.kind === Kind.INLINE_FRAGMENT) {
        collect(node.selectionSet, node.typeCondition?.name.value ?? typeName, prefix, conditional);
      } else if (node.kind === Kind.FIELD) {
        const path = `${prefix}${(node.alias ?? node.name).value}`;
        const written = (node.arguments ?? []).map((argument) => print(argument)).sort();
        const type = fieldOf(schema, typeName, node.name.value)?.type;
        const coordinate = `${typeName}.${node.name.value}`;
        const always = selections.get(path)?.conditional === false || !conditional;
        selections.set(path, { coordinate, arguments: written, type, conditional: !always });
        if (node.selectionSet) collect(node.selectionSet, objectName(type), `${path}.`);
      }
    }
  };
  collect(selected, root, "");
  return selections;
}

const isConditional = ({ directives }: SelectionNode): boolean =>
  directives?.some(({ name }) => ["include", "skip"].includes(name.value)) ?? false;

/** A type that is selected whole has the schema's name in the client; a partial selection has one made from its path. */
function exportedTypes(path: string, selection: Selection): [name: string, generic: boolean][] {
  const objects = [...selection.fields].flatMap(([key, { below }]): [string, boolean][] => {
    if (below === undefined) return [];
    const own = `${path}_${key}`;
    return [[isWhole(below) ? below.type.name : own, holdsInteger(below)], ...exportedTypes(own, below)];
  });
  return [...objects, ...enumsIn(selection).map(({ name }): [string, boolean] => [name, false])];
}

/** The enums and inputs that a variable is, or that are in it: they have the schema's names in the client. */
function passedTypes({ type }: Variable): [name: string, generic: false][] {
  const named = getNamedType(type);
  if (!isInputObjectType(named) && !isEnumType(named)) return [];
  return typesPassed(named).map(({ name }) => [name, false]);
}

/** Name of the type, or of that of its items; an empty string if it has no fields. */
function objectName(type: GraphQLOutputType | undefined): string {
  const named = getNamedType(type);
  return isCompositeType(named) ? named.name : "";
}

/** `undefined` if the schema does not have the field, and of `__typename`. */
export function fieldOf(schema: GraphQLSchema, typeName: string, field: string): GraphQLField | undefined {
  const type = schema.getType(typeName);
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[field] : undefined;
}

/** The document without formatting, comments and order, to tell whether anything else has changed. */
export function canonical(document: DocumentNode): string {
  const sort = <T extends ASTNode>(nodes: readonly T[] = []): T[] =>
    [...nodes].sort((a, b) => print(a).localeCompare(print(b), "en"));
  const sorted = visit(document, {
    SelectionSet: { leave: (node) => ({ ...node, selections: sort(node.selections) }) },
    Field: { leave: (node) => ({ ...node, arguments: sort(node.arguments) }) },
  });
  return print(sorted);
}
