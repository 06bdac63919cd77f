import { type Field, isScalar, isWhole, type ObjectField, type RowType, type ScalarField } from "../contract/fields.ts";
import { xmlEntities } from "./objects.ts";

/**
 * The SQL that writes a row of a table as text. SQLite reads and writes a page in one go: no value goes through JavaScript,
 * so integers stay exact, and the bytes can be sent unchanged.
 * @param expansions - Name of the table of nested objects; without it, they are left out.
 */
export type WriteRow = (type: RowType, expansions: string | undefined) => string;

/** The column with the XML of a field that is kept as text in both representations; its own column has the JSON. No field has such a name. */
export const xmlColumn = (name: string): string => `"${name}\txml"`;

/** One JSON object. `||` makes a field without a value NULL, and `concat_ws` skips it together with its comma. */
export const jsonRow: WriteRow = ({ fields }, expansions) => {
  const members = fields.map((field) => {
    const json = value(field, "json", expansions, jsonText);
    return `'"${field.name}":' || ${field.nullable && json !== "NULL" ? `coalesce(${json}, 'null')` : json}`;
  });
  return `'{' || concat_ws(',', ${members.join(", ")}) || '}'`;
};

/** One XML element. A field without a value is left out; empty text is an empty element. */
export const xmlRow: WriteRow = ({ name, fields }, expansions) => {
  const elements = fields.map((field) => {
    if (isWhole(field)) return xmlColumn(field.name);
    return `'<${field.name}>' || ${value(field, "xml", expansions, xmlText)} || '</${field.name}>'`;
  });
  return `concat('<${name}>', ${elements.join(", ")}, '</${name}>')`;
};

/** The column that `entities` defines. */
const entitiesColumn = `"entities"`;

/**
 * A column that is 1 if some text of the row has a character that XML writes as an entity; none if the row has no text.
 * Checking every text of every page would take longer than all the rest of a page.
 */
export function entities(columns: readonly ScalarField[]): string[] {
  const texts = columns.filter(isText).map(({ name }) => `"${name}"`);
  if (texts.length === 0) return [];
  return [`${entitiesColumn} INTEGER AS (concat(${texts.join(", ")}) GLOB '*[&<>\r]*') STORED`];
}

/** Text of any characters. A date is not: it has nothing to escape. */
const isText = ({ kind }: Pick<Field, "kind">): boolean => kind === "string" || kind === "email";
const isDate = ({ kind }: Pick<Field, "kind">): boolean => kind === "date" || kind === "date-time";

function value(
  field: Field,
  representation: "json" | "xml",
  expansions: string | undefined,
  text: (field: ScalarField) => string,
): string {
  const column = `"${field.name}"`;
  if (isWhole(field)) return column;
  if (!isScalar(field)) return nested(field, representation, expansions);
  if (field.kind === "boolean") return `CASE ${column} WHEN 0 THEN 'false' WHEN 1 THEN 'true' END`;
  return isDate(field) || isText(field) ? text(field) : column;
}

function nested(
  { idField, schema }: ObjectField,
  representation: "json" | "xml",
  expansions: string | undefined,
): string {
  if (expansions === undefined) return "NULL";
  return `(SELECT ${representation} FROM ${expansions} WHERE id = CAST("${idField}" AS TEXT) AND schema = '${schema}')`;
}

function jsonText(field: ScalarField): string {
  const column = `"${field.name}"`;
  // json_quote turns NULL into the text null.
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
