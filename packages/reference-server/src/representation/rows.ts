import type { Field, ObjectField, RowType, ScalarField } from "../contract/fields.ts";
import { xmlEntities } from "./objects.ts";

/**
 * The SQL that writes a row of a table as text. SQLite reads a page and writes it in one go: no value becomes one of
 * JavaScript, so integers stay exact, and the bytes can be sent as they come.
 * @param expansions - Name of the table of nested objects; without it, they are left out.
 */
export type WriteRow = (type: RowType, expansions: string | undefined) => string;

/** One JSON object. `||` makes NULL of a field without a value, and `concat_ws` passes over it, comma and all. */
export const jsonRow: WriteRow = ({ fields }, expansions) => {
  const members = fields.map((field) => `'"${field.name}":' || ${value(field, "json", expansions, jsonText)}`);
  return `'{' || concat_ws(',', ${members.join(", ")}) || '}'`;
};

/** One XML element. A field without a value is left out; text without characters is an empty element. */
export const xmlRow: WriteRow = ({ name, fields }, expansions) => {
  const elements = fields.map(
    (field) => `'<${field.name}>' || ${value(field, "xml", expansions, xmlText)} || '</${field.name}>'`,
  );
  return `concat('<${name}>', ${elements.join(", ")}, '</${name}>')`;
};

/** The column that `entities` defines. */
const entitiesColumn = `"entities"`;

/**
 * A column that is 1 where some text of the row holds what XML writes as an entity, if there is text at all. To look at
 * every text of every page would take longer than all the rest of a page.
 */
export function entities(columns: readonly ScalarField[]): string[] {
  const texts = columns.filter(isText).map(({ name }) => `"${name}"`);
  if (texts.length === 0) return [];
  return [`${entitiesColumn} INTEGER AS (concat(${texts.join(", ")}) GLOB '*[&<>\r]*') STORED`];
}

/** Text of any characters. A date-time is not: there is nothing in it to escape. */
const isText = ({ kind }: Field): boolean => kind === "string" || kind === "email";

function value(
  field: Field,
  representation: "json" | "xml",
  expansions: string | undefined,
  text: (field: ScalarField) => string,
): string {
  if (field.kind === "object") return nested(field, representation, expansions);
  const column = `"${field.name}"`;
  if (field.kind === "boolean") return `CASE ${column} WHEN 0 THEN 'false' WHEN 1 THEN 'true' END`;
  return field.kind === "date-time" || isText(field) ? text(field) : column;
}

function nested(
  { idField, schema }: ObjectField,
  representation: "json" | "xml",
  expansions: string | undefined,
): string {
  if (idField === undefined || expansions === undefined) return "NULL";
  return `(SELECT ${representation} FROM ${expansions} WHERE id = CAST("${idField}" AS TEXT) AND schema = '${schema}')`;
}

function jsonText(field: ScalarField): string {
  const column = `"${field.name}"`;
  // json_quote makes the word null of no value.
  return isText(field) ? `iif(${column} IS NULL, NULL, json_quote(${column}))` : `'"' || ${column} || '"'`;
}

function xmlText(field: ScalarField): string {
  const column = `"${field.name}"`;
  if (!isText(field)) return column;
  const escaped = Object.entries(xmlEntities).reduce(
    (text, [character, entity]) => `replace(${text}, '${character}', '${entity}')`,
    column,
  );
  return `iif(${entitiesColumn}, ${escaped}, ${column})`;
}
