import type { Datum } from "../evidence/datum.ts";
import { number, responseTo, text } from "./changes.ts";
import { type Change, type Fault, caseFault as fault } from "./fault.ts";

/** Changes the value at a path of names in the response to a document; `*` is the first item of a list. */
function valueAt(document: string, path: readonly string[], make: (value: Datum) => Datum): Change {
  return responseTo(document, (body) => body.editJson((value) => replaceAt(value, ["data", ...path], make)));
}

function replaceAt(value: Datum, [name, ...rest]: readonly string[], make: (value: Datum) => Datum): Datum {
  if (name === undefined) return make(value);
  if (name === "*" && value.kind === "array")
    return {
      kind: "array",
      items: value.items.map((item, index) => (index === 0 ? replaceAt(item, rest, make) : item)),
    };
  if (value.kind !== "object") return value;
  return {
    kind: "object",
    members: value.members.map((member) =>
      member.name === name ? { name, value: replaceAt(member.value, rest, make) } : member,
    ),
  };
}

const without = (value: Datum, name: string): Datum =>
  value.kind === "object" ? { ...value, members: value.members.filter((one) => one.name !== name) } : value;

/** Keeps the response to the first named case, and returns it where it does not belong. */
const returnsFirst =
  (isWrong: (query: string, first: string) => boolean): Change =>
  (body, { query, once }) => {
    if (!query.includes("query predmet(")) return;
    const known = once(() => ({ query: "", text: "" }));
    if (known.query !== "" && isWrong(query, known.query)) body.text = known.text;
    else if (known.query === "" && /"predmet":\s*\{/.test(body.text)) Object.assign(known, { query, text: body.text });
  };

export const caseFaults: readonly Fault[] = [
  fault(
    "errors-under-200",
    "A query returns only errors.",
    ["CASE-QUERY-01"],
    responseTo("sudovi", (body) => {
      body.text = '{"errors":[{"message":"…"}]}';
    }),
  ),
  fault(
    "errors-beside-data",
    "A query returns data and an error.",
    ["CASE-QUERY-01"],
    responseTo("vrstaUpisnika", (body) => {
      body.text = body.text.replace(/\}\s*$/, ',"errors":[{"message":"…"}]}');
    }),
  ),
  fault(
    "selected-field-left-out",
    "The response to a query omits a selected field.",
    ["CASE-QUERY-01"],
    valueAt("predmet", ["predmet"], (value) => without(value, "sudac")),
  ),
  fault(
    "selected-field-left-out-inside",
    "An item of a list lacks a selected field.",
    ["CASE-QUERY-01"],
    valueAt("predmet", ["predmet", "pismena", "*"], (value) => without(value, "vrsta")),
  ),
  fault(
    "graphql-html",
    "A query returns an HTML page.",
    ["CASE-QUERY-01"],
    responseTo("posljednjeAzuriranje", (body) => {
      body.text = "<html></html>";
    }),
  ),
  fault(
    "graphql-array",
    "The response to a query is an array.",
    ["CASE-QUERY-01"],
    responseTo("sudovi", (body) => {
      body.text = `[${body.text}]`;
    }),
  ),
  fault(
    "big-integer-fraction",
    "A BigInteger has a fraction.",
    ["CASE-TYPE-01"],
    valueAt("sudovi", ["sudovi", "*", "id"], () => number("1.5")),
  ),
  fault(
    "big-integer-word",
    "A BigInteger is a word.",
    ["CASE-TYPE-01"],
    valueAt("vrstaUpisnika", ["vrstaUpisnika", "*", "id"], () => text("prvi")),
  ),
  fault(
    "graphql-date-local",
    "A DateTime is written in a local date format.",
    ["CASE-TYPE-02"],
    valueAt("posljednjeAzuriranje", ["posljednjeAzuriranje"], () => text("31.10.2024. 12:00")),
  ),
  fault(
    "graphql-date-number",
    "A DateTime is a number.",
    ["CASE-TYPE-02"],
    valueAt("posljednjeAzuriranje", ["posljednjeAzuriranje"], () => number("1730376000000")),
  ),
  fault(
    "graphql-text-as-number",
    "A String is a number.",
    ["CASE-TYPE-03"],
    valueAt("sudovi", ["sudovi", "*", "sudNaziv"], () => number("7")),
  ),
  fault(
    "graphql-list-as-object",
    "A list is returned as an object.",
    ["CASE-TYPE-04"],
    valueAt("sudovi", ["sudovi"], (value) => (value.kind === "array" ? (value.items[0] ?? value) : value)),
  ),
  fault(
    "graphql-null-id",
    "The id of a register type is null.",
    ["CASE-TYPE-05"],
    valueAt("vrstaUpisnika", ["vrstaUpisnika", "*", "id"], () => ({ kind: "null" })),
  ),
  fault(
    "graphql-no-zone",
    "A DateTime has no time zone.",
    ["CASE-TYPE-06"],
    valueAt("posljednjeAzuriranje", ["posljednjeAzuriranje"], () => text("2024-10-31T12:00:00")),
  ),
  fault("case-of-another-court", "The returned case is of another court.", ["CASE-LOOKUP-01"], (body, site) => {
    if (!/"sud":-?\d+/.test(site.query) || site.query.includes("1001")) return;
    // Only the query with the right court is changed: with another one, the sound service returns null.
    valueAt("predmet(", ["predmet", "sudId"], () => number("987654"))(body, site);
  }),
  fault(
    "case-of-another-mark",
    "The returned case has another mark.",
    ["CASE-LOOKUP-01"],
    valueAt("predmet(", ["predmet", "oznakaBroj"], () => text("Xy-1/2001")),
  ),
  fault(
    "named-case-null",
    "A case that exists is null.",
    ["CASE-LOOKUP-01"],
    valueAt("predmet(", ["predmet"], () => ({ kind: "null" })),
  ),
  fault("case-invented", "A mark that no court has issued returns a case.", ["CASE-LOOKUP-02"], (body, { query }) => {
    if (query.includes("query predmet(") && query.includes("/1001"))
      body.text = '{"data":{"predmet":{"oznakaBroj":"Xx-1/1001","id":1}}}';
  }),
  fault(
    "court-ignored",
    "The court is ignored.",
    ["CASE-LOOKUP-03"],
    returnsFirst((query, first) => query !== first && mark(query) === mark(first)),
  ),
];

const mark = (query: string): string => /"oznakaBroj":"([^"]*)"/.exec(query)?.[1] ?? "";
