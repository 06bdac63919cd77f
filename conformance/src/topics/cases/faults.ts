import {
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { number, responseTo, text } from "../../checks/changes.ts";
import type { Fault, ResponseChange } from "../../checks/fault.ts";
import { type CasesContract, type ValueKind, valueKind } from "../../contract/cases.ts";
import type { Datum } from "../../evidence/datum.ts";

/** Changes the value at a path of names in the response to a document; `*` is the first item of a list. */
export function valueAt(document: string, path: readonly string[], make: (value: Datum) => Datum): ResponseChange {
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

/** What a value is in a response: its type, and whether it is an item of a list. */
interface Place {
  type: GraphQLOutputType;
  inList: boolean;
}

type PlaceTest = (place: Place, contract: CasesContract) => boolean;

/** The places in a type, and in its fields. */
function* placesIn(type: GraphQLOutputType, inList = false, seen: readonly GraphQLOutputType[] = []): Generator<Place> {
  yield { type, inList };
  const inner = getNullableType(type);
  if (isListType(inner)) yield* placesIn(inner.ofType, true, seen);
  if (!isObjectType(inner) || seen.includes(inner)) return;
  for (const field of Object.values(inner.getFields())) yield* placesIn(field.type, false, [...seen, inner]);
}

/** Whether a query field that is asked for has such a place. */
const has =
  (test: PlaceTest) =>
  (contract: CasesContract): boolean =>
    contract.fields.some(({ name }) => {
      const field = contract.schema.getQueryType()?.getFields()[name];
      return field !== undefined && [...placesIn(field.type)].some((place) => test(place, contract));
    });

/** A fault in the first value at such a place, of each response that has one. */
const inFirst = (
  test: PlaceTest,
  make: (place: Place, contract: CasesContract) => Datum,
): Pick<Fault, "change" | "within"> => ({
  within: has(test),
  change: (body, { query, cases }) => {
    const name = /\{\s*(\w+)/.exec(JSON.parse(query).query)?.[1] ?? "";
    const field = cases.schema.getQueryType()?.getFields()[name];
    if (field === undefined || body.status !== 200) return;
    let done = false;
    const change = (value: Datum, place: Place): Datum => {
      const type = getNullableType(place.type);
      if (done || value.kind === "null") return value;
      if (test(place, cases)) {
        done = true;
        return make(place, cases);
      }
      if (isListType(type) && value.kind === "array")
        return { kind: "array", items: value.items.map((item) => change(item, { type: type.ofType, inList: true })) };
      if (!isObjectType(type) || value.kind !== "object") return value;
      return { ...value, members: value.members.map((one) => inField(one, type.getFields()[one.name]?.type)) };
    };
    const inField = (one: { name: string; value: Datum }, type: GraphQLOutputType | undefined): typeof one =>
      type === undefined ? one : { name: one.name, value: change(one.value, { type, inList: false }) };
    body.editJson((value) =>
      replaceAt(value, ["data", name], (data) => change(data, { type: field.type, inList: false })),
    );
  },
});

const isLeafOf =
  (kind: ValueKind): PlaceTest =>
  ({ type }, contract) =>
    isLeafType(getNullableType(type)) && valueKind(contract, getNamedType(type)) === kind;

const isItemOf =
  (kind: ValueKind): PlaceTest =>
  (place, contract) =>
    place.inList && isLeafOf(kind)(place, contract);

const isRequiredItem: PlaceTest = ({ type, inList }) => inList && isNonNullType(type) && isLeafType(type.ofType);

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
    name: "graphql-item-of-another-type",
    about: "An item of a list of Strings is a number.",
    trips: ["CASE-TYPE-03"],
    ...inFirst(isItemOf("String"), () => number("7")),
  },
  {
    name: "graphql-int-too-large",
    about: "An Int has more than 32 bits.",
    trips: ["CASE-TYPE-03"],
    ...inFirst(isLeafOf("Int"), () => number("2147483648")),
  },
  {
    name: "graphql-null-item",
    about: "An item of a list of non-null values is null.",
    trips: ["CASE-TYPE-05"],
    ...inFirst(isRequiredItem, () => ({ kind: "null" })),
  },
  {
    name: "graphql-list-as-value",
    about: "A list of values is returned as one value.",
    trips: ["CASE-TYPE-04"],
    ...inFirst(
      ({ type }) => isListType(getNullableType(type)) && isLeafType(getNamedType(type)),
      () => text("a"),
    ),
  },
  {
    name: "graphql-enum-value-unknown",
    about: "An enum has a value that the contract does not list.",
    trips: ["CASE-TYPE-07"],
    ...inFirst(isLeafOf("enum"), () => text("NEPOZNATO")),
  },
  {
    name: "graphql-enum-item-unknown",
    about: "An item of a list of an enum has a value that the contract does not list.",
    trips: ["CASE-TYPE-07"],
    ...inFirst(isItemOf("enum"), () => text("NEPOZNATO")),
  },
  {
    name: "graphql-further-scalar-of-another-type",
    about: "A further scalar has another type in JSON.",
    trips: ["CASE-TYPE-08"],
    ...inFirst(isLeafOf("mapped"), ({ type }, { scalars }) =>
      scalars[getNamedType(type).name] === "text" ? number("7") : text("a"),
    ),
  },
  {
    name: "graphql-no-zone",
    about: "A DateTime has no time zone.",
    trips: ["CASE-TYPE-06"],
    change: valueAt("posljednjeAzuriranje", ["posljednjeAzuriranje"], () => text("2024-10-31T12:00:00")),
  },
];
