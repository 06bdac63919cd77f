/**
 * Codegen plugin: the types that the package exports, documented and with either type of integers. Their fields are those of the
 * modules that the plugins `typescript` and `typescript-operations` print.
 */
import type { PluginFunction } from "@graphql-codegen/plugin-helpers";
import { getNamedType, isEnumType, isRequiredInputField } from "graphql";
import { docComment } from "../../../shared/print.ts";
import {
  deprecation,
  enumsIn,
  holdsInteger,
  type InputOrEnum,
  isWhole,
  type Query,
  readQueries,
  resultType,
  type Selection,
  typesPassed,
  variablesType,
} from "../../../specs/queries.ts";
import { isInteger } from "../../../specs/scalars.ts";
import { describeValue, inText, typeOfField } from "../surface.ts";

/** An interface to print, or a type that is another. */
interface Declared {
  name: string;
  doc: string[];
  /** What follows its name. */
  head: string;
  /** Whether it is an enum, which has no fields. */
  isAlias?: true;
  /** The paragraphs of each docstring, and what follows. */
  fields: [doc: string[], code: string][];
}

type Selected = Selection["fields"] extends Map<string, infer Field> ? Field : never;

export const plugin: PluginFunction = (schema, documents) => {
  // One that several documents select whole is declared once.
  const types = new Map(
    readQueries(schema, documents).flatMap((query) => typesOf(query).map((type) => [type.name, type] as const)),
  );
  const code = [...types.values()]
    .flatMap(({ head, fields }) => [head, ...fields.map(([, field]) => field)])
    .join("\n");
  const imports = {
    "ReplaceNumbers<": 'import type { ReplaceNumbers } from "../exact.ts";\n',
    "schema.": 'import type * as schema from "./schema.ts";\n',
    "typed.": 'import type * as typed from "./typed-operations.ts";\n',
  };
  const needed = Object.entries(imports).flatMap(([use, line]) => (code.includes(use) ? [line] : []));
  return `${needed.join("")}\n${[...types.values()].map(print).join("\n")}`;
};

function typesOf({ name, hasVariables, variables, selection }: Query): Declared[] {
  const passed = variables.flatMap(({ of }) => (of === undefined ? [] : typesPassed(of)));
  const types = [
    ...[...enumsIn(selection), ...passed].map(ofSchema),
    ...ofSelection(resultType(name), `Result of the document \`${name}\`.`, selection),
  ];
  if (!hasVariables) return types;
  const given = variablesType(name);
  const fields = variables.map(
    ({ name: variable, type, optional, description, deprecated }): Declared["fields"][number] => [
      [describeValue(description, type), ...deprecated],
      `${variable}${optional ? "?" : ""}: typed.${given}["${variable}"]`,
    ],
  );
  const doc = [`Variables of the document \`${name}\`.`];
  return [...types, { name: given, doc, head: ` extends typed.${given}`, fields }];
}

/**
 * An enum, or an input, of which typescript-operations has a type with a capital letter at the front. An enum is a type of its own:
 * compilers write its name into declarations of users, who cannot import another module.
 */
function ofSchema(type: InputOrEnum): Declared {
  const { name, description } = type;
  const source = `typed.${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const doc = [`${description ?? name} ${isEnumType(type) ? "Enum" : "Input"} \`${name}\`.`];
  if (isEnumType(type)) {
    const union = type.getValues().map((one) => `"${one.name}"`);
    const values = type
      .getValues()
      .map((one) =>
        [`- \`${one.name}\`${one.description ? `: ${one.description}` : ""}`, ...deprecation(one).map(inText)].join(
          " ",
        ),
      );
    return { name, doc: [...doc, ...values], head: ` = ${union.join(" | ")}`, isAlias: true, fields: [] };
  }
  const fields = Object.values(type.getFields()).map((field): Declared["fields"][number] => {
    return [
      [describeValue(field.description, String(field.type)), ...deprecation(field)],
      `${field.name}${isRequiredInputField(field) ? "" : "?"}: ${source}["${field.name}"]`,
    ];
  });
  return { name, doc, head: ` extends ${source}`, fields };
}

/** The types of a selection, after those below it. `path` is the name that typescript-operations gives it. */
const ofSelection = (path: string, doc: string, selection: Selection): Declared[] => [
  ...ofObjects(path, selection),
  {
    name: path,
    doc: [doc],
    head: headOf(`typed.${path}`, selection),
    fields: [...selection.fields].map(([key, selected]) => fieldOf(path, key, selected)),
  },
];

/** The types of the objects below a selection. One that is selected whole is the schema's, which documents its own fields. */
function ofObjects(path: string, { fields }: Selection): Declared[] {
  return [...fields].flatMap(([key, { below }]) => {
    if (below === undefined) return [];
    const at = `${path}_${key}`;
    const { name, description } = below.type;
    const doc = `${description ?? name} Type \`${name}\`.`;
    if (!isWhole(below)) return ofSelection(at, doc, below);
    const named = [...below.fields].filter(([, selected]) => selected.below !== undefined || isOfEnum(selected));
    const whole = {
      name,
      doc: [doc],
      head: headOf(`schema.${name}`, below),
      fields: named.map(([key, selected]) => fieldOf(at, key, selected)),
    };
    return [...ofObjects(at, below), whole];
  });
}

const isOfEnum = ({ field }: Selected): boolean => isEnumType(getNamedType(field.type));

function fieldOf(path: string, key: string, selected: Selected): Declared["fields"][number] {
  const { field, below } = selected;
  const type = getNamedType(field.type).name;
  const source = `typed.${path}["${key}"]`;
  const scalar = isInteger(type) ? `ReplaceNumbers<${source}, Int>` : source;
  const isNamed = below !== undefined || isOfEnum(selected);
  const code = isNamed ? typeOfField(field.type, below, `${path}_${key}`).text : scalar;
  return [[describeValue(field.description, type), ...deprecation(field)], `${key}: ${code}`];
}

const headOf = (source: string, selection: Selection): string =>
  holdsInteger(selection) ? `<Int = number> extends ReplaceNumbers<${source}, Int>` : ` extends ${source}`;

function print({ name, doc, head, isAlias, fields }: Declared): string {
  if (isAlias) return `${docComment(doc, "")}\nexport type ${name}${head};\n`;
  const lines = fields.map(([paragraphs, code]) => `\n${docComment(paragraphs, "  ")}\n  ${code};`);
  return `${docComment(doc, "")}\nexport interface ${name}${head} {${lines.join("")}${lines.length === 0 ? "" : "\n"}}\n`;
}
