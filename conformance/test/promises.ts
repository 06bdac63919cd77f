import { getNullableType, isListType, isNonNullType, isObjectType } from "graphql";
import { casesSchema } from "../src/contract/cases.ts";
import { type Field, type Operation, operations, registerPath } from "../src/contract/operations.ts";
import { allRequirements, applies } from "../src/requirements/catalogue.ts";

const count = (has: (operation: Operation) => boolean): number => operations.filter(has).length;

/** Names in backticks, each once. */
const named = (names: readonly string[]): string => [...new Set(names)].map((name) => `\`${name}\``).join(", ");
const paths = (has: (operation: Operation) => boolean): string => named(operations.filter(has).map(({ path }) => path));

const allFields = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => [field, ...allFields(field.fields ?? [])]);
const doubles = operations
  .flatMap(({ fields }) => allFields(fields))
  .filter(({ type }) => type === "number")
  .map(({ name }) => name);

const defaultLimits = [...Map.groupBy(operations, ({ defaultLimit }) => defaultLimit)].flatMap(([limit, having]) =>
  limit === undefined ? [] : `${having.length} of them respond as with \`limit=${limit}\``,
);

const caseFields = Object.values(casesSchema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && !type.name.startsWith("__")
    ? Object.values(type.getFields()).map(({ name, type: value }) => ({ name: `${type.name}.${name}`, value }))
    : [],
);
const neverNull = named(caseFields.filter(({ value }) => isNonNullType(value)).map(({ name }) => name));
const caseLists = named(
  caseFields
    .filter(({ name, value }) => name.startsWith("Predmet.") && isListType(getNullableType(value)))
    .map(({ name }) => name.replace("Predmet.", "")),
);

/** A sentence of the contract that promises something, and the requirements that judge it. */
export interface ContractPromise {
  /** Section of specs/README.md. */
  section: string;
  sentence: string;
  /** The first is about nothing else: where it applies to no operation, nothing is promised. */
  requirements: readonly [string, ...string[]];
}

/** Everything that the requirements judge, by section of specs/README.md. */
export const judgedPromises: readonly ContractPromise[] = [
  {
    section: "1",
    sentence: `Interface A publishes ${operations.length} operations under \`{base_url}${registerPath}\`.`,
    requirements: ["REG-STATUS-01", "REG-PATH-01"],
  },
  {
    section: "1",
    sentence: "Interface B serves queries about court cases over GraphQL.",
    requirements: ["CASE-SCHEMA-01", "CASE-QUERY-01"],
  },
  {
    section: "2.1",
    sentence: "A nested object is the expanded form of the identifier next to it.",
    requirements: ["REG-NEST-02", "REG-NEST-01", "REG-NEST-03", "REG-EXPAND-04"],
  },
  { section: "2.2", sentence: "Fields have the contract's names.", requirements: ["REG-FIELD-01", "REG-XML-03"] },
  {
    section: "2.2",
    sentence: "Fields have the contract's types.",
    requirements: ["REG-TYPE-01", "REG-TYPE-02", "REG-XML-04", "REG-JSON-04"],
  },
  {
    section: "2.2",
    sentence: `int32 and int64 are integers of that width${doubles.length === 0 ? "" : `; a double: ${named(doubles)}`}.`,
    requirements: ["REG-TYPE-03", "REG-TYPE-07", "REG-XML-04", "REG-XML-09"],
  },
  {
    section: "2.2",
    sentence: "A date-time is a string in date-time format.",
    requirements: ["REG-TYPE-04", "REG-TYPE-06", "REG-XML-04"],
  },
  { section: "2.2", sentence: "An e-mail field holds an e-mail address.", requirements: ["REG-TYPE-05", "REG-XML-04"] },
  {
    section: "2.2",
    sentence: `${count(({ fields }) => fields.some(({ required }) => required))} resources have required fields.`,
    requirements: ["REG-FIELD-02", "REG-FIELD-03", "REG-XML-05"],
  },
  {
    section: "2.4",
    sentence: "Scalars of interface B are String, BigInteger and DateTime (ISO 8601).",
    requirements: ["CASE-SCHEMA-06", "CASE-TYPE-01", "CASE-TYPE-02", "CASE-TYPE-03", "CASE-TYPE-06"],
  },
  {
    section: "2.4",
    sentence: "Types of interface B have the contract's fields, with their types.",
    requirements: ["CASE-SCHEMA-03", "CASE-SCHEMA-07", "CASE-QUERY-01"],
  },
  {
    section: "2.4",
    sentence: `Every field of interface B is nullable${neverNull === "" ? "" : `, except ${neverNull}`}.`,
    requirements: ["CASE-SCHEMA-04", "CASE-TYPE-05"],
  },
  {
    section: "2.4",
    sentence: "PredmetRelatedEntity has its implementers.",
    requirements: ["CASE-SCHEMA-05", "CASE-SCHEMA-07"],
  },
  {
    section: "2.4",
    sentence: `A case carries lists: ${caseLists}.`,
    requirements: ["CASE-SCHEMA-03", "CASE-TYPE-04"],
  },
  {
    section: "4.1",
    sentence: "Every operation is a GET that responds with status 200.",
    requirements: ["REG-STATUS-01", "REG-SEARCH-01", "REG-SEARCH-02"],
  },
  {
    section: "4.1",
    sentence: "The response is an array of objects of the resource.",
    requirements: ["REG-JSON-02", "REG-JSON-03", "REG-FIELD-01"],
  },
  {
    section: "4.1",
    sentence: `A path ends with a slash: ${paths(({ path }) => path.endsWith("/"))}.`,
    requirements: ["REG-PATH-01"],
  },
  {
    section: "4.2",
    sentence: `${count(({ paged }) => paged)} operations return the items from \`offset\`.`,
    requirements: ["REG-PAGE-01", "REG-PAGE-03", "REG-SEARCH-03"],
  },
  { section: "4.2", sentence: "A page has at most `limit` items.", requirements: ["REG-PAGE-02"] },
  {
    section: "4.2",
    sentence: `Without \`limit\`, ${defaultLimits.join(", ")}.`,
    requirements: ["REG-PAGE-04"],
  },
  {
    section: "4.3",
    sentence: `${count(({ declaresTotal }) => declaresTotal)} operations return the total number of objects in \`x-total-count\`.`,
    requirements: ["REG-TOTAL-01", "REG-TOTAL-02", "REG-TOTAL-03"],
  },
  {
    section: "4.4",
    sentence: "`expand_relations` decides whether nested objects appear.",
    requirements: ["REG-EXPAND-01", "REG-EXPAND-02"],
  },
  {
    section: "4.4",
    sentence: "The default of `expand_relations` is false, true or not shown, by operation.",
    requirements: ["REG-EXPAND-03"],
  },
  {
    section: "4.5",
    sentence: `A search takes \`tvrtka_naziv\` and \`only_active\`: ${paths(({ parameters }) => parameters.includes("tvrtka_naziv"))}.`,
    requirements: ["REG-SEARCH-01", "REG-SEARCH-02"],
  },
  { section: "4.6", sentence: "Responses are available in JSON.", requirements: ["REG-JSON-01", "REG-JSON-05"] },
  {
    section: "4.6",
    sentence: "Responses are available in XML, with one root element.",
    requirements: ["REG-XML-01", "REG-XML-06", "REG-XML-07", "REG-XML-08"],
  },
  { section: "4.6", sentence: "Child elements are named after the fields.", requirements: ["REG-XML-03"] },
  {
    section: "4.6",
    sentence: "JSON and XML are two representations of one response.",
    requirements: ["REG-SAME-01", "REG-SAME-02"],
  },
  { section: "4.7", sentence: "The root element has the operation's root name.", requirements: ["REG-XML-02"] },
  {
    section: "4.8",
    sentence: "The query root has the contract's fields, with their arguments and results.",
    requirements: ["CASE-SCHEMA-01", "CASE-SCHEMA-02", "CASE-SCHEMA-03", "CASE-QUERY-01"],
  },
  {
    section: "4.8",
    sentence: "`predmet` returns one case by its mark and court.",
    requirements: ["CASE-LOOKUP-01", "CASE-LOOKUP-02", "CASE-LOOKUP-03"],
  },
  {
    section: "5",
    sentence: "A request without a valid key gets no data.",
    requirements: ["REG-KEY-01", "REG-KEY-02", "REG-KEY-03"],
  },
];

/** Everything that the contract promises. */
export const promises: readonly ContractPromise[] = judgedPromises.filter(({ requirements: [first] }) =>
  allRequirements.some((one) => one.id === first && applies(one)),
);
