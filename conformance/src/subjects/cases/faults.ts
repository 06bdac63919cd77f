import { number, responseTo, text } from "../../checks/changes.ts";
import type { Change, Fault } from "../../checks/fault.ts";
import type { Datum } from "../../evidence/datum.ts";

/** Changes the value at a path of names in the response to a document; `*` is the first item of a list. */
export function valueAt(document: string, path: readonly string[], make: (value: Datum) => Datum): Change {
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

export const caseFaults: readonly Fault[] = [
  {
    name: "errors-beside-data",
    about: "A query returns data and an error.",
    trips: ["CASE-QUERY-01"],
    change: responseTo("vrstaUpisnika", (body) => {
      body.text = body.text.replace(/\}\s*$/, ',"errors":[{"message":"…"}]}');
    }),
  },
  {
    name: "selected-field-left-out-inside",
    about: "An item of a list lacks a selected field.",
    trips: ["CASE-QUERY-01"],
    change: valueAt("predmet", ["predmet", "pismena", "*"], (value) => without(value, "vrsta")),
  },
  {
    name: "big-integer-fraction",
    about: "A BigInteger has a fraction.",
    trips: ["CASE-TYPE-01"],
    change: valueAt("sudovi", ["sudovi", "*", "id"], () => number("1.5")),
  },
  {
    name: "big-integer-word",
    about: "A BigInteger is a word.",
    trips: ["CASE-TYPE-01"],
    change: valueAt("vrstaUpisnika", ["vrstaUpisnika", "*", "id"], () => text("prvi")),
  },
  {
    name: "graphql-date-local",
    about: "A DateTime is written in a local date format.",
    trips: ["CASE-TYPE-02"],
    change: valueAt("posljednjeAzuriranje", ["posljednjeAzuriranje"], () => text("31.10.2024. 12:00")),
  },
  {
    name: "graphql-date-number",
    about: "A DateTime is a number.",
    trips: ["CASE-TYPE-02"],
    change: valueAt("posljednjeAzuriranje", ["posljednjeAzuriranje"], () => number("1730376000000")),
  },
  {
    name: "graphql-text-as-number",
    about: "A String is a number.",
    trips: ["CASE-TYPE-03"],
    change: valueAt("sudovi", ["sudovi", "*", "sudNaziv"], () => number("7")),
  },
  {
    name: "graphql-list-as-object",
    about: "A list is returned as an object.",
    trips: ["CASE-TYPE-04"],
    change: valueAt("sudovi", ["sudovi"], (value) => (value.kind === "array" ? (value.items[0] ?? value) : value)),
  },
  {
    name: "graphql-null-id",
    about: "The id of a register type is null.",
    trips: ["CASE-TYPE-05"],
    change: valueAt("vrstaUpisnika", ["vrstaUpisnika", "*", "id"], () => ({ kind: "null" })),
  },
  {
    name: "graphql-no-zone",
    about: "A DateTime has no time zone.",
    trips: ["CASE-TYPE-06"],
    change: valueAt("posljednjeAzuriranje", ["posljednjeAzuriranje"], () => text("2024-10-31T12:00:00")),
  },
];
