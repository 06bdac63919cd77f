import { getNullableType, isInterfaceType, isListType, isNonNullType, isObjectType } from "graphql";
import { casesSchema } from "../contract/cases.ts";
import type { Field, Operation } from "../contract/operation.ts";
import { operations, registerPath } from "../contract/operations.ts";

/** Names in backticks, each once. */
const named = (names: readonly string[]): string => [...new Set(names)].map((name) => `\`${name}\``).join(", ");
const names = (has: (operation: Operation) => boolean): string => named(operations.filter(has).map(({ name }) => name));
const paths = (has: (operation: Operation) => boolean): string => named(operations.filter(has).map(({ path }) => path));

const allFields = (fields: readonly Field[]): Field[] =>
  fields.flatMap((field) => [field, ...allFields(field.fields ?? [])]);
const doubles = named(
  operations
    .flatMap(({ fields }) => allFields(fields))
    .filter(({ type }) => type === "number")
    .map(({ name }) => name),
);

const requiredFields = operations
  .map(({ name, fields }) => ({ name, required: fields.filter(({ required }) => required) }))
  .filter(({ required }) => required.length > 0)
  .map(({ name, required }) => `\`${name}\`: ${named(required.map((field) => field.name))}`);

const defaultLimits = [...Map.groupBy(operations, ({ defaultLimit }) => defaultLimit)].flatMap(([limit, having]) =>
  limit === undefined
    ? []
    : `Without \`limit\`, these respond as with \`limit=${limit}\`: ${named(having.map(({ name }) => name))}.`,
);

const expands = (byDefault: boolean | undefined): string =>
  names(({ expand }) => expand !== undefined && expand.byDefault === byDefault) || "none";

const caseTypes = Object.values(casesSchema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
const caseFields = caseTypes
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields()).map(({ name, type: value }) => ({ name: `${type.name}.${name}`, value })),
  );
const neverNull = caseFields.filter(({ value }) => isNonNullType(value)).map(({ name }) => name);
const exceptions = neverNull.length === 1 ? ", with one exception: " : ", with these exceptions: ";
const caseLists = named(
  caseFields
    .filter(({ name, value }) => name.startsWith("Predmet.") && isListType(getNullableType(value)))
    .map(({ name }) => name.replace("Predmet.", "")),
);
const interfaces = caseTypes
  .filter(isInterfaceType)
  .map(
    (type) =>
      `The interface \`${type.name}\` (${named(Object.keys(type.getFields()))}) is implemented by ${named(casesSchema.getPossibleTypes(type).map(({ name }) => name))}.`,
  );
const queryFields = named(Object.keys(casesSchema.getQueryType()?.getFields() ?? {}));

/** A sentence of the contract that promises something, and the requirements that judge it. */
export interface ContractPromise {
  /** Section of specs/README.md. */
  section: string;
  /** In the words of that section, where a report's reader would look for them; a test compares them. Names come from the spec. */
  sentence: string;
  /** The first is about nothing else: where it applies to no operation, nothing is promised. */
  requirements: readonly [string, ...string[]];
}

/** Everything that the requirements judge, by section of specs/README.md. */
export const judgedPromises: readonly ContractPromise[] = [
  {
    section: "1",
    sentence: `A publishes company records and code lists over REST, under \`{base_url}${registerPath}\`.`,
    requirements: ["REG-STATUS-01", "REG-PATH-01"],
  },
  {
    section: "1",
    sentence: "B serves queries about court cases over GraphQL.",
    requirements: ["CASE-SCHEMA-01", "CASE-QUERY-01"],
  },
  {
    section: "2.1",
    sentence: "Some resources have an object next to an identifier: it is the expanded form of that identifier.",
    requirements: ["REG-NEST-02", "REG-NEST-01", "REG-NEST-03", "REG-EXPAND-04"],
  },
  {
    section: "2.2",
    sentence:
      "The fields of each resource, with type and width, are in `register.openapi.yaml` under `components/schemas`, one schema per resource.",
    requirements: ["REG-FIELD-01", "REG-XML-03", "REG-TYPE-01", "REG-TYPE-02", "REG-XML-04", "REG-JSON-04"],
  },
  {
    section: "2.2",
    sentence: "int32 and int64 are integers of that width.",
    requirements: ["REG-TYPE-03", "REG-TYPE-07", "REG-XML-04", "REG-XML-09"],
  },
  {
    section: "2.2",
    sentence: `A date-time is a string in date-time format, an e-mail address is a string${doubles === "" ? "" : `, and ${doubles} is a double`}.`,
    requirements: ["REG-TYPE-04", "REG-TYPE-05", "REG-TYPE-06", "REG-TYPE-03", "REG-XML-04"],
  },
  {
    section: "2.2",
    sentence: `Every field is optional, except in these resources: ${requiredFields.join("; ")}.`,
    requirements: ["REG-FIELD-02", "REG-FIELD-03", "REG-XML-05"],
  },
  {
    section: "2.4",
    sentence: "Scalars are `String`, `BigInteger` and `DateTime` (ISO 8601).",
    requirements: ["CASE-SCHEMA-06", "CASE-TYPE-01", "CASE-TYPE-02", "CASE-TYPE-03", "CASE-TYPE-06"],
  },
  {
    section: "2.4",
    sentence: "The fields of each type, with their types, are in `court-cases.graphql`.",
    requirements: ["CASE-SCHEMA-03", "CASE-SCHEMA-07", "CASE-QUERY-01"],
  },
  {
    section: "2.4",
    sentence: `Every field is nullable${neverNull.length === 0 ? "" : exceptions}${named(neverNull)}.`,
    requirements: ["CASE-SCHEMA-04", "CASE-TYPE-05"],
  },
  { section: "2.4", sentence: interfaces.join(" "), requirements: ["CASE-SCHEMA-05", "CASE-SCHEMA-07"] },
  {
    section: "2.4",
    sentence: `A case carries documents, hearings, parties, judges and lay judges, linked cases and earlier cases as lists: ${caseLists}.`,
    requirements: ["CASE-SCHEMA-03", "CASE-TYPE-04"],
  },
  {
    section: "4.1",
    sentence:
      "Every operation is a GET without a body. It responds with status 200 and an array of objects of its resource.",
    requirements: ["REG-STATUS-01", "REG-SEARCH-01", "REG-SEARCH-02", "REG-JSON-02", "REG-JSON-03", "REG-FIELD-01"],
  },
  {
    section: "4.1",
    sentence: `The path of ${paths(({ path }) => path.endsWith("/"))} ends with a slash.`,
    requirements: ["REG-PATH-01"],
  },
  {
    section: "4.2",
    sentence:
      "Paged operations take `offset` (required) and `limit` (optional), and return the items from `offset`, at most `limit` of them.",
    requirements: ["REG-PAGE-01", "REG-PAGE-02", "REG-PAGE-03", "REG-SEARCH-03"],
  },
  { section: "4.2", sentence: defaultLimits.join(" "), requirements: ["REG-PAGE-04"] },
  {
    section: "4.3",
    sentence: `These operations return the total number of objects in the response header \`x-total-count\`: ${names(({ declaresTotal }) => declaresTotal)}.`,
    requirements: ["REG-TOTAL-01", "REG-TOTAL-02", "REG-TOTAL-03"],
  },
  {
    section: "4.4",
    sentence:
      "Some operations take `expand_relations`, an optional boolean that decides whether nested objects (section 2.1) appear.",
    requirements: ["REG-EXPAND-01", "REG-EXPAND-02", "REG-EXPAND-03"],
  },
  {
    section: "4.4",
    sentence: `Its default is false for ${expands(false)}, true for ${expands(true)}, and not shown for ${expands(undefined)}.`,
    requirements: ["REG-EXPAND-03"],
  },
  {
    section: "4.5",
    sentence: `${paths(({ parameters }) => parameters.includes("tvrtka_naziv"))} also takes \`tvrtka_naziv\` (string) and \`only_active\` (boolean), both optional.`,
    requirements: ["REG-SEARCH-01", "REG-SEARCH-02"],
  },
  {
    section: "4.6",
    sentence: "Responses are available in JSON, as an array of objects, and in XML.",
    requirements: ["REG-JSON-01", "REG-JSON-05", "REG-XML-08", "REG-SAME-01", "REG-SAME-02"],
  },
  {
    section: "4.6",
    sentence: "In XML: one root element, named by the operation, with child elements named after the fields.",
    requirements: ["REG-XML-01", "REG-XML-02", "REG-XML-03", "REG-XML-06", "REG-XML-07"],
  },
  {
    section: "4.8",
    sentence: `The query fields of interface B: ${queryFields}.`,
    requirements: ["CASE-SCHEMA-01", "CASE-SCHEMA-02", "CASE-SCHEMA-03", "CASE-QUERY-01"],
  },
  {
    section: "4.8",
    sentence: `\`predmet\`: ${casesSchema.getQueryType()?.getFields().predmet?.description ?? ""}`,
    requirements: ["CASE-LOOKUP-01", "CASE-LOOKUP-02", "CASE-LOOKUP-03"],
  },
  {
    section: "5",
    sentence: "A request without a valid key gets no data; what the refusal looks like is not shown.",
    requirements: ["REG-KEY-01", "REG-KEY-02", "REG-KEY-03"],
  },
];

/** The title of each section that a requirement cites. */
export const sectionTitles: Readonly<Record<string, string>> = {
  "2.1": "Nested objects",
  "2.2": "Resources of interface A",
  "2.4": "Types of interface B",
  "4.1": "Common to interface A",
  "4.2": "Paging",
  "4.3": "Totals",
  "4.4": "expand_relations",
  "4.5": "Searching subjects",
  "4.6": "Representations",
  "4.7": "The operations of interface A",
  "4.8": "The query fields of interface B",
  "5": "Authentication",
};

/** What the contract says, in the section that a requirement cites, or else wherever it promises what the requirement judges. */
function contractWords({ id, section }: Cited): string {
  const all = judgedPromises.filter(({ requirements }) => requirements.includes(id));
  const own = all.filter((promise) => promise.section === section);
  if (own.length > 0) return own.map(({ sentence }) => sentence).join(" ");
  return all.map((promise) => `${promise.sentence} (section ${promise.section})`).join(" ");
}

interface Cited {
  id: string;
  section: string;
}

/** The words of the contract for a requirement and, if the project has a public address, where they are. Nothing for what is only observed. */
export function contractOf(cited: Cited, repository: string | undefined): { contract?: string; link?: string } {
  const contract = contractWords(cited);
  if (contract === "") return {};
  const heading = `${cited.section} ${sectionTitles[cited.section] ?? ""}`;
  const anchor = heading.toLowerCase().replaceAll(".", "").replaceAll(" ", "-");
  return {
    contract,
    ...(repository === undefined ? {} : { link: `${repository}/blob/HEAD/specs/README.md#${anchor}` }),
  };
}
