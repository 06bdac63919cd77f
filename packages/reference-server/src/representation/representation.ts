import Negotiator from "negotiator";
import type { Operation } from "../contract/register.ts";
import { jsonRow, type WriteRow, xmlRow } from "./rows.ts";

/** One of the two formats of a response: what comes before, between and after the rows, and how a row is written. */
export interface Representation {
  readonly name: "json" | "xml";
  readonly contentType: string;
  readonly before: (operation: Operation) => string;
  readonly between: string;
  readonly after: (operation: Operation) => string;
  readonly row: WriteRow;
}

const json: Representation = {
  name: "json",
  contentType: "application/json; charset=utf-8",
  before: ({ answer }) => (answer === "list" ? "[" : ""),
  between: ",\n",
  after: ({ answer }) => (answer === "list" ? "]\n" : "\n"),
  row: jsonRow,
};

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The contract does not name the element of an item (section 4.6): it is named after its resource. One object is the root itself. */
const xml: Representation = {
  name: "xml",
  contentType: "application/xml; charset=utf-8",
  before: ({ answer, xmlRoot }) => (answer === "list" ? `${declaration}<${xmlRoot}>` : declaration),
  between: "\n",
  after: ({ answer, xmlRoot }) => (answer === "list" ? `</${xmlRoot}>\n` : "\n"),
  row: xmlRow,
};

const textXml: Representation = { ...xml, contentType: "text/xml; charset=utf-8" };

/** By media type, the default first. Clients that name the charset mean the same. */
const offers: ReadonlyMap<string, Representation> = new Map([
  ["application/json", json],
  ["application/xml", xml],
  ["text/xml", textXml],
  ["application/json;charset=utf-8", json],
  ["application/xml;charset=utf-8", xml],
  ["text/xml;charset=utf-8", textXml],
]);

/** What `Accept` asks for (RFC 9110, section 12.5.1), or undefined if it accepts none of what an operation offers. */
export function chooseRepresentation(accept: string | undefined, isInXml: boolean): Representation | undefined {
  const types = [...offers].filter(([, { name }]) => isInXml || name === "json").map(([type]) => type);
  const [best] = new Negotiator({ headers: { accept: accept?.toLowerCase() } }).mediaTypes(types);
  return best === undefined ? undefined : offers.get(best);
}
