/** A small service of court cases on loopback, whose cases and habits a test sets. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { caseLists } from "../../src/generated/lists.ts";
import { canonicalRows } from "./target.ts";

/** The names of the lists of a case, as its answer has them. */
export const partNames: readonly string[] = caseLists
  .filter(({ name, columns }) => name !== "predmet" && columns.some((column) => column.name === "asked_mark"))
  .map(({ name }) => name);

/** Lists of all cases. */
export const ofCases: readonly string[] = ["predmet", ...partNames];

/** A case: the JSON of each row of its lists, and of its own fields without the braces. */
export interface ServedCase {
  own: string;
  parts: Readonly<Record<string, readonly string[]>>;
}

/** One document, as a test may answer it itself. */
export interface CasesRequest {
  /** The cases that it asks for, as `MARK@COURT`; none if it asks for something else. */
  cases: readonly string[];
  /** The field that it asks for. */
  field: string;
  /** How many documents there were before. */
  index: number;
  response: ServerResponse;
}

/** The service: change its properties at any time. */
export class CasesService implements AsyncDisposable {
  /** Cases by `MARK@COURT`. */
  cases: Record<string, ServedCase> = {};
  /** When it was last updated, if it says so. */
  state: string | null = "2026-01-01T06:00:00";
  /** The rows of lists that are not of a case. */
  lists: Record<string, readonly string[]> = {
    sudovi: ['{"id":3,"sudNaziv":"Općinski sud u Primjeru"}', '{"id":7,"sudNaziv":"Trgovački sud u Primjeru"}'],
    vrstaUpisnika: ['{"id":1,"oznaka":"P"}', '{"id":2,"oznaka":"Ovr"}'],
  };
  /** What is sent for a case in place of it, by `MARK@COURT`; undefined leaves its alias out. */
  instead: Record<string, string | undefined> = {};
  /** Errors beside the data, by `MARK@COURT`. */
  errors: Record<string, string> = {};
  /** Status of answers with errors. */
  errorStatus: number = 200;
  /** Answers a document itself, and returns true; or does something else first. */
  intercept: ((request: CasesRequest) => boolean | Promise<boolean>) | undefined;
  requests: number = 0;
  /** Documents that asked for cases. */
  documents: number = 0;
  readonly #server: Server = createServer((request, response) => {
    text(request)
      .then((body) => this.#answer(body, response))
      .catch(() => response.destroy());
  });

  static async start(): Promise<CasesService> {
    const service = new CasesService();
    await new Promise<void>((resolve) => service.#server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/graphql`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(body: string, response: ServerResponse): Promise<void> {
    const { query, variables = {} } = JSON.parse(body) as { query: string; variables?: Record<string, unknown> };
    const field = /\{\s*(?:\w+:)?(\w+)/.exec(query)?.[1] ?? "";
    const count = Object.keys(variables).filter((name) => name.startsWith("sud_")).length;
    const cases = Array.from(
      { length: count },
      (_, at) => `${variables[`oznakaBroj_${at}`]}@${variables[`sud_${at}`]}`,
    );
    const index = this.requests++;
    if (field === "predmet") this.documents++;
    if (await this.intercept?.({ cases, field, index, response })) return;
    if (field === "posljednjeAzuriranje") return this.send(response, `"${field}":${JSON.stringify(this.state)}`);
    if (field !== "predmet") return this.send(response, `"${field}":[${(this.lists[field] ?? []).join(",")}]`);
    const data = cases.flatMap((key, at) => {
      const sent = key in this.instead ? this.instead[key] : this.#caseText(key);
      return sent === undefined ? [] : [`"c_${at}":${sent}`];
    });
    const errors = cases.flatMap((key, at) =>
      this.errors[key] === undefined ? [] : [{ message: this.errors[key], path: [`c_${at}`, "sudac"] }],
    );
    // In another order than they were asked for.
    this.send(response, data.reverse().join(","), errors);
  }

  #caseText(key: string): string {
    const found = this.cases[key];
    if (!found) return "null";
    const parts = partNames.map((name) => `"${name}":[${(found.parts[name] ?? []).join(",")}]`);
    return `{${[found.own, ...parts].filter(Boolean).join(",")}}`;
  }

  send(response: ServerResponse, data: string, errors: readonly object[] = []): void {
    response.writeHead(errors.length > 0 ? this.errorStatus : 200, {
      "content-type": "application/graphql-response+json",
    });
    response.end(`{"data":{${data}}${errors.length > 0 ? `,"errors":${JSON.stringify(errors)}` : ""}}`);
  }
}

/** The rows of a list that a copy of these cases has, as `canonicalRows`. */
export function rowsOfCases(list: string, cases: Readonly<Record<string, ServedCase>>): string[] {
  const rows = Object.entries(cases).flatMap(([key, { own, parts }]) => {
    const at = key.lastIndexOf("@");
    const asked = `"asked_mark":${JSON.stringify(key.slice(0, at))},"asked_court":${key.slice(at + 1)}`;
    const fields = list === "predmet" ? [own && `{${own}}`] : (parts[list] ?? []);
    return fields.map((row) => (row === "" || row === "{}" ? `{${asked}}` : `{${asked},${row.slice(1)}`));
  });
  return canonicalRows(rows);
}
