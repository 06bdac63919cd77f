/** What `specs/README.md` says of the specs, between two marks each: its tables, and sentences that list operations or types. */
import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { Contract } from "../specs/contract.ts";
import { ownTypes } from "../specs/court-cases.ts";
import type { Parameter } from "../specs/openapi.ts";
import type { Field, RegisterOperation } from "../specs/operations.ts";
import { SpecError } from "../specs/spec-error.ts";
import { mappedScalars } from "./copies.ts";

/** The README with everything between its marks as the specs have it. @throws SpecError when a mark is missing, or unknown. */
export function contractText(readme: string, contract: Contract): string {
  const parts = partsOf(contract);
  const found = new Set<string>();
  const text = readme.replaceAll(/^(<!-- generated: (\w+) -->\n).*?^(?=<!-- end -->$)/gms, (_, mark, name) => {
    const part = parts[name];
    if (part === undefined) throw new SpecError("specs/README.md", `nothing is generated at the mark \`${name}\`.`);
    found.add(name);
    return `${mark}\n${part}\n\n`;
  });
  const missing = Object.keys(parts).filter((name) => !found.has(name));
  if (missing.length === 0) return text;
  const marks = missing.map((name) => `\`<!-- generated: ${name} -->\``).join(", ");
  throw new SpecError("specs/README.md", `${marks} is missing, or \`<!-- end -->\` after it: restore both from git.`);
}

function partsOf({ operations, courtCases: { schema } }: Contract): Record<string, string> {
  const namesOf = (has: (operation: RegisterOperation) => boolean): string =>
    names(operations.filter(has).map(({ tag }) => tag)) || "none";
  const limits = Map.groupBy(
    operations.filter(({ defaultLimit }) => defaultLimit !== undefined),
    ({ defaultLimit }) => defaultLimit,
  );
  const expand = (byDefault?: boolean): string =>
    namesOf((one) => one.expand !== undefined && one.expand.byDefault === byDefault);
  return {
    nested: table(
      ["identifier", "expanded form", "fields of the object"],
      operations.flatMap(({ fields, relations }) =>
        relations.map(({ id, object }) => [
          names([id]),
          names([object]),
          typed(fields.find(({ name }) => name === object)?.fields),
        ]),
      ),
    ),
    resources: table(
      ["resource", "fields"],
      operations.map(({ row, fields }) => [`<a id="${anchorOf(row)}"></a>${names([row])}`, typed(fields)]),
    ),
    required: table(
      ["resource", "required fields"],
      operations
        .map(({ row, fields }) => [names([row]), names(fields.filter((one) => one.required).map(({ name }) => name))])
        .filter(([, required]) => required !== ""),
    ),
    types: table(
      ["type", "fields"],
      objectsIn(schema).map((type) => [names([type.name]), fieldsOf(type)]),
    ),
    nullable: nullable(schema),
    limits: [...limits]
      .map(
        ([limit, having]) =>
          `Without \`limit\`, these respond as with \`limit=${limit}\`: ${names(having.map(({ tag }) => tag))}.`,
      )
      .join("\n"),
    totals: `These operations return the total number of objects in the response header \`x-total-count\`: ${namesOf(({ total }) => total)}.`,
    expand: `The default of \`expand_relations\` is false for ${expand(false)}, true for ${expand(true)}, and not shown for ${expand()}.`,
    operations: table(
      ["path", "paging", "`x-total-count`", "further parameters", "resource", "XML root"],
      operations.map(({ path, paged, defaultLimit, total, parameters, row, root }) => [
        names([path]),
        paged ? `●${defaultLimit ?? ""}` : "",
        total ? "yes" : "",
        parameters
          .filter((one) => !["offset", "limit", "timestamp_id"].includes(one.name))
          .map(withFact)
          .join(", "),
        `[${names([row])}](#${anchorOf(row)})`,
        names([root]),
      ]),
    ),
    queries: table(
      ["field", "arguments", "result", "what it is"],
      Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => [
        names([field.name]),
        names(field.args.map(({ name, type }) => `${name}: ${type}`)) || "none",
        names([String(field.type)]),
        field.description ?? "",
      ]),
    ),
  };
}

const names = (list: readonly string[]): string => list.map((name) => `\`${name}\``).join(", ");

/** Where the fields of a row are. */
const anchorOf = (row: string): string => `fields-of-${row.toLowerCase()}`;

/** A table in Markdown, each row once. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll(/\s+/g, " ").replaceAll("|", "\\|")).join(" | ")} |`,
  );
  return [...new Set(lines)].join("\n");
}

/** Fields as the text of a cell, each with its type, unless it is plain text, and with what else its values must be. */
const typed = (fields: readonly Field[] = []): string =>
  fields
    .map(({ name, type, format = type, allowed }) => {
      const more = allowed.length > 0 ? ` (${allowed.join("; ")})` : "";
      return `${names([name])}${format === "string" ? "" : ` ${format}`}${more}`;
    })
    .join(", ");

/** A parameter, with its default or that it is required. */
function withFact({ name, required, schema }: Parameter): string {
  const fact = required ? "required" : schema?.default;
  return fact === undefined ? names([name]) : `${names([name])} (${fact})`;
}

const objectsIn = (schema: GraphQLSchema): GraphQLObjectType[] =>
  ownTypes(schema)
    .filter((type) => isObjectType(type))
    .filter((type) => type !== schema.getQueryType());

const fieldsOf = (type: GraphQLObjectType): string =>
  Object.values(type.getFields())
    .map(({ name, type: value }) => (isText(value) ? names([name]) : `${names([name])} ${value}`))
    .join(", ");

const isText = (type: GraphQLOutputType): boolean => String(type) === "String";

/** What is never null, and which types implement each interface. */
function nullable(schema: GraphQLSchema): string {
  const never = objectsIn(schema).flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => isNonNullType(field.type))
      .map(({ name }) => `${type.name}.${name}`),
  );
  const exceptions = never.length === 1 ? ", with one exception: " : ", with these exceptions: ";
  const interfaces = ownTypes(schema)
    .filter((type) => isInterfaceType(type))
    .map(
      (type) =>
        `The interface \`${type.name}\` (${names(Object.keys(type.getFields()))}) is implemented by ${names(schema.getPossibleTypes(type).map(({ name }) => name))}.`,
    );
  return [
    `Every field is nullable${never.length === 0 ? "" : exceptions}${names(never)}.`,
    ...interfaces,
    ...furtherTypes(schema),
  ].join("\n");
}

const inJson = { text: "a string", boolean: "a boolean", integer: "an integer" } as const;

/** What enums, inputs and the scalars that are only in the SDL are. The suite quotes these sentences. */
const furtherTypes = (schema: GraphQLSchema): string[] => [
  ...ownTypes(schema)
    .filter((type) => isEnumType(type))
    .map((type) => `The enum \`${type.name}\` is one of ${names(type.getValues().map(({ name }) => name))}.`),
  ...ownTypes(schema)
    .filter((type) => isInputObjectType(type))
    .map((type) => {
      const fields = Object.values(type.getFields()).map((field) => `${field.name}: ${field.type}`);
      return `The input \`${type.name}\` has the fields ${names(fields)}.`;
    }),
  ...Object.entries(mappedScalars(schema)).map(([name, kind]) => `The scalar \`${name}\` is ${inJson[kind]} in JSON.`),
];
