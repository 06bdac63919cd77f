/** The lists that the mirror keeps, with a column for each field. */
import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
  isScalarType,
} from "graphql";
import { list, literal } from "../shared/print.ts";
import { askedColumns, type CaseList, caseLists, columnFields, isListOfObjects } from "../specs/case-lists.ts";
import type { Contract } from "../specs/contract.ts";
import type { GraphqlSpecs } from "../specs/graphql.ts";
import { type Field, integerPaths, isCopied, listName } from "../specs/operations.ts";
import type { InputOrEnum, Query, Selection } from "../specs/queries.ts";
import { isInteger, kindOf } from "../specs/scalars.ts";
import { type Fault, refuseAll } from "../specs/spec-error.ts";

type ColumnType = "integer" | "decimal" | "text" | "boolean" | "json";

const columnTypes: Readonly<Record<Field["type"], ColumnType>> = {
  integer: "integer",
  number: "decimal",
  string: "text",
  boolean: "boolean",
  object: "json",
  array: "json",
};

/**
 * The module with the lists of both interfaces.
 *
 * @throws SpecError if no document asks for what a column of the court cases keeps.
 */
export function mirrorLists(contract: Contract): string {
  refuseAll(unselected(contract.courtCases));
  return `// Generated from specs/register.openapi.yaml and specs/court-cases.graphql by \`pnpm generate\`. Do not edit.

import type { List, RegisterList } from "../wire/list.ts";

/** Every list of the company register. */
export const registerLists: readonly RegisterList[] = [
${registerLists(contract).join("\n")}
];

/** Every list of the court cases: the cases, what belongs to a case, and what is the same for all cases. */
export const caseLists: readonly List[] = [
${caseLists(contract.courtCases).map(caseList).join("\n")}
];

/** Every list of the contract. */
export const lists: readonly List[] = [...registerLists, ...caseLists];
`;
}

const registerLists = ({ document, operations }: Contract): string[] =>
  operations.filter(isCopied).map((operation) => {
    const { id, tag, path, paged, total, fields, parameters } = operation;
    const headers = parameters.filter((one) => one.in === "header").map(({ name }) => name);
    const about = document.tags?.find((one) => one.name === tag)?.description ?? tag;
    return `  {
    of: "register",
    name: ${literal(listName(operation, operations))},
    about: ${literal(about)},
    paged: ${paged},
    operation: {
      id: ${literal(id)},
      path: ${literal(path)},
      total: ${total},
      integers: ${list(integerPaths(fields))},
${headers.length === 0 ? "" : `      headers: ${list(headers)},\n`}    },
    columns: [
${fields.map(({ name, type }) => column(name, columnTypes[type])).join("\n")}
    ],
  },`;
  });

const column = (name: string, type: ColumnType): string => `      { name: ${literal(name)}, type: ${literal(type)} },`;

/** Where the variables of a query have an offset and a limit, if they have both: as a variable, or at any depth in an input. */
function pagesOf(query: Query | undefined): string {
  const places = (query?.variables ?? []).flatMap(({ name, type, of }) => placesIn(name, isInteger(type), of));
  const [offset, limit] = ["offset", "limit"].map((name) => places.find((path) => path.at(-1) === name));
  return offset && limit ? `\n    pages: { offset: ${list(offset)}, limit: ${list(limit)} },` : "";
}

/** The paths of the integers in what is passed. */
function placesIn(
  name: string,
  isNumber: boolean,
  of: InputOrEnum | undefined,
  above: readonly unknown[] = [],
): string[][] {
  if (isNumber) return [[name]];
  if (!isInputObjectType(of) || above.includes(of)) return [];
  return Object.values(of.getFields()).flatMap((field) => {
    const type = getNullableType(field.type);
    const inner = isInputObjectType(type) ? type : undefined;
    const paths = placesIn(field.name, isScalarType(type) && isInteger(type.name), inner, [...above, of]);
    return paths.map((path) => [name, ...path]);
  });
}

/** Fields that the mirror keeps, and that no document selects by their names: each would look as if every row had lost it. */
const unselected = (specs: GraphqlSpecs): Fault[] =>
  caseLists(specs)
    // What belongs to a case is asked for with it.
    .filter(({ of }) => of === specs.schema.getQueryType()?.name)
    .flatMap(({ field, row, query, asked }) =>
      missingIn(row, query?.root.below, asked.length > 0).map(
        (path): Fault => [
          `specs/operations/${query?.name ?? field.name}.graphql`,
          `the document must select \`${path}\` always and under its own name: the mirror keeps it in a column, which would be empty from then on.`,
        ],
      ),
    );

/** Paths of the fields of a row that are not selected. @param hasParts - Whether its lists of objects are lists of the mirror. */
function missingIn(row: GraphQLObjectType, selected: Selection | undefined, hasParts: boolean): string[] {
  return Object.values(row.getFields()).flatMap(({ name, type }) => {
    const isPart = isListOfObjects(type);
    if (isPart && !hasParts) return [];
    const taken = selected?.fields.get(name);
    if (taken?.field.name !== name || taken.isConditional) return [name];
    const rowOfPart = getNamedType(type);
    return isPart && isObjectType(rowOfPart)
      ? missingIn(rowOfPart, taken.below, false).map((path) => `${name}.${path}`)
      : [];
  });
}

function caseList({ field, row, about, asked, query }: CaseList): string {
  // A case is looked up, and not asked for in pages.
  const pages = asked.length > 0 ? "" : pagesOf(query);
  const own = columnFields(row).map(({ name, type }) => column(name, columnType(type)));
  return `  {
    of: "cases",
    name: ${literal(field.name)},
    about: ${literal(about ?? field.name)},${pages}
    columns: [
${[...asked.map((name) => column(name, askedColumns[name])), ...own].join("\n")}
    ],
  },`;
}

/** Lists and objects are kept as JSON, and an enum as its text. */
function columnType(type: GraphQLOutputType): ColumnType {
  const named = getNamedType(type);
  if (isListType(getNullableType(type)) || isObjectType(named)) return "json";
  return kindOf(named.name) ?? "text";
}
