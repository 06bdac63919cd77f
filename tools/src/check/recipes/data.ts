/** What the recipes read: the examples of the contract, and to each list a row more, with integers that no number of JavaScript holds. */
import { join } from "node:path";
import { root } from "../../shared/repository.ts";
import { readContract } from "../../specs/contract.ts";
import { readSpec } from "../../specs/files.ts";
import type { RegisterOperation } from "../../specs/operations.ts";
import type { Data } from "../support/service.ts";

export type Row = Record<string, unknown>;

const specs = join(root, "specs");
const contract = readContract(specs);

/** JSON with every digit: a bigint where a number would round. */
export const parse = (text: string): unknown =>
  JSON.parse(text, (_, value, context?: { source: string }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(context?.source ?? "") : value,
  );

const exampleOf = (name: string): string => readSpec(specs, `examples/${name}.json`);

/** The rows in the example of a list of the REST interface. */
export const exampleRows = (list: string): Row[] => JSON.parse(exampleOf(list));

/** What the example of a GraphQL operation has. */
const exampleList = (name: string): Row[] => JSON.parse(exampleOf(name)).data[name];

/** All different, because an identifier must mean the same wherever it is. */
let int64 = 2n ** 63n - 1n;
let unbounded = 2n ** 53n + 1n;

function large(row: Row, { fields }: RegisterOperation): Row {
  const larger: Row = { ...row };
  for (const { name, type, format, fields: inner } of fields) {
    if (type === "integer" && format === "int64") larger[name] = int64--;
    if (type === "integer" && format === undefined) larger[name] = unbounded++;
    if (format === "date-time") larger[name] = "2024-03-31T12:34:56+02:00";
    // It would need the identifier that its own field has beside it.
    if (inner?.some((field) => field.name === "id")) delete larger[name];
  }
  return larger;
}

function withLargest(operation: RegisterOperation): Row[] {
  const rows = exampleRows(operation.tag);
  return [...rows, large(rows[0] ?? {}, operation)];
}

const predmet: { oznakaBroj: string; sudId: number; povezaniPredmeti: Row[] } = JSON.parse(exampleOf("predmet")).data
  .predmet;
const [link] = predmet.povezaniPredmeti;
const cases = {
  predmet: [
    { ...predmet, broj: int64, upisnikId: int64 - 1n, povezaniPredmeti: [link, { ...link, vezaniSud: unbounded }] },
  ],
  sudovi: [...exampleList("sudovi"), { id: predmet.sudId, razina: int64, sudNaziv: "Sud u Primjeru" }],
  vrstaUpisnika: [...exampleList("vrstaUpisnika"), { id: int64 }],
};

/** The rows of every list. */
export const rows: Data = {
  ...Object.fromEntries(contract.operations.map((operation) => [operation.tag, withLargest(operation)])),
  ...cases,
};

/** The path of every list of the REST interface. */
export const paths: ReadonlyMap<string, string> = new Map(contract.operations.map(({ tag, path }) => [tag, path]));

/** The lists with an integer that has no width. */
export const unboundedLists: readonly string[] = contract.operations
  .filter(({ fields }) => fields.some(({ type, format }) => type === "integer" && format === undefined))
  .map(({ tag }) => tag);

/** The text of every operation of the GraphQL interface. */
export const documents: ReadonlyMap<string, string> = new Map(
  contract.courtCases.documents.map(({ name, text }) => [name, text]),
);

/** The case that the recipe asks for. */
export const askedCase: { oznakaBroj: string; sud: number } = { oznakaBroj: predmet.oznakaBroj, sud: predmet.sudId };
