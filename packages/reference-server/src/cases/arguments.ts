/**
 * What arguments do: they select rows by the fields of their names, or of their enum. Nothing else is served, because the contract says no
 * more of them.
 */
import { isDeepStrictEqual } from "node:util";
import {
  type ASTVisitor,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLInputField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  type ValidationContext,
  valueFromAST,
} from "graphql";
import { type CasesContract, fieldNamed } from "../contract/cases.ts";
import { parseExact } from "../contract/exact-json.ts";
import type { Field, RowType } from "../contract/fields.ts";
import type { EncodedRow } from "../representation/objects.ts";
import { fromSql, type SqliteValue } from "../store/values.ts";

/** The arguments that a case is looked up by, and no list is selected by. */
const lookedUpBy: ReadonlySet<string> = new Set(["oznakaBroj", "sud"]);

/** Arguments that page, as those of these names do in the REST interface. */
const paging: ReadonlySet<string> = new Set(["offset", "limit"]);

/**
 * A validation rule that refuses arguments of fields that have no rows to select: to ignore one would give a wrong result. A field of
 * `Query` refuses what is passed when it is answered: a document may have a variable there that nobody passes.
 */
export const argumentsRule = (contract: CasesContract) => {
  return (context: ValidationContext): ASTVisitor => ({
    Argument(node) {
      const [type, field] = [context.getParentType(), context.getFieldDef()?.name];
      if (context.getDirective() || type === null || type === undefined || field === undefined) return;
      if (type.name.startsWith("__") || field.startsWith("__")) return;
      const isOf = (list: { readonly field: string }): boolean => list.field === field;
      const isServed =
        type === context.getSchema().getQueryType() ||
        (type.name === contract.case.name && contract.children.some(isOf));
      if (!isServed) context.reportError(unknown(`${type.name}.${field}(${node.name.value})`, { nodes: node }));
    },
  });
};

const unknown = (name: string, options: object = {}): GraphQLError =>
  new GraphQLError(`This server does not know the argument ${name}.`, options);

type Given = Readonly<Record<string, unknown>>;

type Argument = GraphQLArgument | GraphQLInputField;

/** @throws GraphQLError for an argument of a field that has no rows. What is null, not passed or the default changes nothing. */
export function refuseGiven(given: Given, { parentType, fieldName }: GraphQLResolveInfo): void {
  const args = parentType.getFields()[fieldName]?.args ?? [];
  const name = Object.keys(given).find((one) => (given[one] ?? null) !== null && !isDefault(one, given[one], args));
  if (name !== undefined) throw unknown(`${parentType.name}.${fieldName}(${name})`);
}

/**
 * The rows of a field that its arguments select: those that have the value in the field of the argument's name, or one of the values
 * of a list. An argument of an enum may have another name than the only field of that enum, such as `razine` for `razina`. An input
 * selects by each of its fields. What is null, or not passed, selects nothing.
 *
 * @throws GraphQLError for an argument, or a field of an input, that is about no field of the rows.
 */
export function selected(
  row: RowType,
  rows: readonly EncodedRow[],
  given: Given,
  info: GraphQLResolveInfo,
): readonly EncodedRow[] {
  const { parentType, fieldName } = info;
  const looksUp = parentType === info.schema.getQueryType() && fieldName === "predmet";
  const args = parentType.getFields()[fieldName]?.args ?? [];
  const selecting = Object.entries(given).filter(([name]) => !(looksUp && lookedUpBy.has(name)));
  const known = Object.fromEntries(selecting.filter(([name, value]) => !isIgnored(row, name, value, args)));
  const asked = byField(row, known, args, info.schema);
  const pages: Record<string, number> = {};
  refuseUnknown(row, asked, `${parentType.name}.${fieldName}`, pages);
  const found = rows.filter((one) => matchesAll(row, one, asked));
  const { offset = 0, limit = Infinity } = pages;
  return found.slice(offset, offset + limit);
}

/** Whether an argument that selects no rows has its default: then the answer is the usual one. */
function isIgnored(row: RowType, name: string, value: unknown, args: readonly GraphQLArgument[]): boolean {
  return fieldNamed(row, name) === undefined && !paging.has(name) && isDefault(name, value, args);
}

function isDefault(name: string, value: unknown, args: readonly GraphQLArgument[]): boolean {
  const argument = args.find((one) => one.name === name);
  return argument !== undefined && value !== undefined && isDeepStrictEqual(value, defaultOf(argument));
}

/** GraphQL 16 has the value; later ones have it as it is written. */
function defaultOf({ default: given, defaultValue, type }: GraphQLArgument): unknown {
  if (given === undefined) return defaultValue;
  return given.literal === undefined ? given.value : valueFromAST(given.literal, type);
}

/** What is passed, with the field that it is about where its own name is no field's. */
function byField(row: RowType, given: Given, args: readonly Argument[], schema: GraphQLSchema): Given {
  const named = Object.entries(given).map(([name, value]): [string, unknown] => {
    const type = getNamedType(args.find((one) => one.name === name)?.type);
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields());
      const below = (one: unknown): unknown => (isInput(one) ? byField(row, one, fields, schema) : one);
      return [name, Array.isArray(value) ? value.map(below) : below(value)];
    }
    const field = isEnumType(type) && fieldNamed(row, name) === undefined ? fieldOf(row, type.name, schema) : undefined;
    // As of an input with that field.
    return [name, field === undefined ? value : { [field]: value }];
  });
  return Object.fromEntries(named);
}

/** The only field of a row that is of an enum, or a list of it. */
function fieldOf(row: RowType, name: string, schema: GraphQLSchema): string | undefined {
  const type = schema.getType(row.name);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  const [field, ...others] = fields.filter((one) => getNamedType(one.type).name === name);
  return others.length === 0 ? field?.name : undefined;
}

const isInput = (value: unknown): value is Given =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Also takes note of how to page. */
function refuseUnknown(row: RowType, given: Given, at: string, pages: Record<string, number>): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    const inputs = [value].flat().filter(isInput);
    const known = fieldNamed(row, name) !== undefined;
    if (inputs.length > 0) for (const input of inputs) refuseUnknown(row, input, `${at}(${name})`, pages);
    else if (!known && paging.has(name) && Number(value) >= 0) pages[name] = Number(value);
    else if (!known) throw unknown(`${at}(${name})`);
  }
}

const matchesAll = (row: RowType, one: EncodedRow, given: Given): boolean =>
  Object.entries(given).every(([name, value]) => matches(row, one, name, value));

function matches(row: RowType, one: EncodedRow, name: string, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.some((other) => matches(row, one, name, other));
  if (isInput(value)) return matchesAll(row, one, value);
  const field = fieldNamed(row, name);
  return (
    field === undefined ||
    [fieldValue(field, one)].flat(Infinity).some((own) => own !== null && String(own) === String(value))
  );
}

/** The value of a field as GraphQL has it: a list is kept as text. */
export function fieldValue(field: Field, row: EncodedRow): unknown {
  const value = row[field.name] ?? null;
  if (value === null || field.kind === "object") return null;
  if (field.kind === "list") return parseExact(String(value));
  const own = fromSql(field.kind, value as SqliteValue);
  return field.kind === "int32" ? Number(own) : own;
}
