import {
  everyRow,
  hasField,
  hasInside,
  isRelated,
  jsonRows,
  number,
  setField,
  setInside,
  text,
  type Where,
} from "../../checks/changes.ts";
import { anywhere, type Fault } from "../../checks/fault.ts";
import { schemaErrors } from "../../contract/row-schema.ts";
import type { Field, Operation } from "../../contract/shape/operation.ts";
import { type Datum, nothing } from "../../evidence/datum.ts";
import { fitsWidth } from "../../evidence/decimal.ts";

const isInteger = ({ type }: Field): boolean => type === "integer";

const is =
  (format: string) =>
  (field: Field): boolean =>
    field.format === format;
const required =
  (type: Field["type"]) =>
  (field: Field): boolean =>
    field.required && field.type === type && field.format === undefined;
const dateTime = is("date-time");

/** A value of the field's type that the rest of its schema forbids, if there is one; not an empty text, which in XML is none. */
function forbidden({ schema, format }: Field): Datum | undefined {
  const { minimum, maximum, maxLength = 0 } = schema as Record<string, number>;
  const long = "x".repeat(Number(maxLength) + 1);
  const texts = ["x", "primjer", "7", long, `${long}@primjer.hr`, "1990-10-31", "1990-10-31T00:00:00Z"];
  const numbers = [0, -1, 1, 7, Number(minimum) - 1, Number(maximum) + 1].filter(
    (value) => Number.isFinite(value) && (format !== "int32" || fitsWidth(String(value), 32)),
  );
  for (const value of [...texts, ...numbers, true, false]) {
    const keywords = new Set(schemaErrors(schema, value).map(({ keyword }) => keyword));
    if (keywords.size === 0 || keywords.has("type") || keywords.has("format")) continue;
    if (typeof value === "boolean") return { kind: "boolean", value };
    return typeof value === "number" ? number(String(value)) : text(value);
  }
  return undefined;
}

/** A fault on one field of one row, in both representations. */
function onField(
  name: string,
  about: string,
  trips: readonly string[],
  test: (field: Field) => boolean,
  make: Parameters<typeof setField>[1],
  where: Where = "both",
): Fault {
  return { name, about, trips, at: hasField(test), change: setField(test, make, where) };
}

/** A required field that must have an element in XML. */
const isNeeded = ({ required: isRequired, nullable, items }: Field): boolean =>
  isRequired && !nullable && items === undefined;

/** A fault on one value in a list, or in an object without an id. */
function inside(
  name: string,
  about: string,
  trips: readonly string[],
  test: (field: Field) => boolean,
  make: Parameters<typeof setInside>[1],
  where: Where = "both",
): Fault {
  return { name, about, trips, at: hasField(hasInside(test)), change: setInside(test, make, where) };
}

/** Formats that have a check and no requirement of their own. */
const otherFormat = ({ schema, format, type }: Field): boolean =>
  type === "string" && format !== undefined && schemaErrors(schema, "x").some(({ keyword }) => keyword === "format");

/** Whether renaming fields of a resource trips nothing else. */
const renameable = (operation: Operation): boolean =>
  operation.fields.some(
    ({ name, required: isRequired }) => name.includes("_") && !isRequired && !isRelated(operation, name),
  ) && operation.fields.length > 2;
const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

export const fieldFaults: readonly Fault[] = [
  {
    name: "json-duplicate-name",
    about: "An object has a field twice, with different values.",
    trips: ["REG-JSON-04"],
    at: anywhere,
    change: jsonRows((rows) => {
      for (const row of rows) {
        // The wrong one first: most parsers take the last, so nothing else looks wrong.
        if (row.kind === "object")
          row.members.unshift(...row.members.slice(0, 1).map(({ name }) => ({ name, value: nothing })));
      }
      return rows;
    }),
  },
  onField(
    "integer-as-text",
    "An integer is a string.",
    ["REG-TYPE-01"],
    isInteger,
    (value) => ("text" in value ? text(value.text) : value),
    "json",
  ),
  {
    name: "nested-as-text",
    about: "A nested object is a string.",
    trips: ["REG-TYPE-01", "REG-XML-04"],
    at: (operation) => operation.relations.length > 0 && operation.expand === undefined,
    change: (body, site) => {
      const object = site.request?.operation.relations[0]?.object;
      const edit = everyRow((row) => {
        const place = row.members.findIndex(({ name }) => name === object);
        if (object !== undefined && place >= 0) row.members[place] = { name: object, value: text("HR") };
      });
      return edit(body, site);
    },
  },
  onField(
    "integer-small-fraction",
    "An integer has a fraction too small for a double to show.",
    ["REG-TYPE-02", "REG-XML-04"],
    isInteger,
    () => number("1.00000000000000000001"),
  ),
  onField("int32-overflow", "An int32 is 2^31.", ["REG-TYPE-03", "REG-XML-04"], is("int32"), () =>
    number("2147483648"),
  ),
  onField("int64-overflow", "An int64 is 2^63.", ["REG-TYPE-03", "REG-XML-04"], is("int64"), () =>
    number("9223372036854775808"),
  ),
  onField(
    "integer-exponent",
    "An integer is written with an exponent.",
    ["REG-TYPE-07", "REG-XML-09"],
    isInteger,
    (value) => ("text" in value ? number(`${value.text}e0`) : value),
  ),
  onField("date-time-blank", "A date-time has a space instead of the T.", ["REG-TYPE-04", "REG-XML-04"], dateTime, () =>
    text("1990-10-31 00:00:00"),
  ),
  onField(
    "date-time-impossible",
    "A date-time names a day that does not exist.",
    ["REG-TYPE-04", "REG-XML-04"],
    dateTime,
    () => text("1990-02-30T00:00:00Z"),
  ),
  onField("date-time-no-zone", "A date-time has no time zone.", ["REG-TYPE-06"], dateTime, () =>
    text("1990-10-31T00:00:00"),
  ),
  onField("email-without-at", "An e-mail address has no @.", ["REG-TYPE-05", "REG-XML-04"], is("email"), () =>
    text("info.primjer.hr"),
  ),
  onField("email-list", "One field holds two e-mail addresses.", ["REG-TYPE-05", "REG-XML-04"], is("email"), () =>
    text("info@primjer.hr, ured@primjer.hr"),
  ),
  onField(
    "value-not-allowed",
    "A value has its field's type, but its schema does not allow it.",
    ["REG-TYPE-08", "REG-XML-04"],
    (field) => forbidden(field) !== undefined,
    (value, field) => forbidden(field) ?? value,
  ),
  onField(
    "format-not-kept",
    "A text is not of its field's format.",
    ["REG-TYPE-08", "REG-XML-04"],
    (field) => otherFormat(field) && !["date", "date-time", "email"].includes(field.format ?? ""),
    () => text("x"),
  ),
  onField(
    "list-as-item",
    "A list is its first item alone.",
    ["REG-SAME-02", "REG-TYPE-01"],
    ({ items }) => items !== undefined && items.type !== "object",
    (value) => (value.kind === "array" ? (value.items[0] ?? value) : value),
    "json",
  ),
  inside(
    "inside-integer-as-text",
    "An integer in a list, or in an object without an id, is a string.",
    ["REG-TYPE-01"],
    isInteger,
    (value) => ("text" in value ? text(value.text) : value),
    "json",
  ),
  inside(
    "inside-integer-null",
    "An integer in a list is null.",
    ["REG-TYPE-01", "REG-XML-04"],
    ({ name, type, nullable }) => name === "" && type === "integer" && !nullable,
    () => nothing,
  ),
  inside(
    "inside-integer-small-fraction",
    "An integer in a list, or in an object without an id, has a fraction too small for a double to show.",
    ["REG-TYPE-02", "REG-XML-04"],
    isInteger,
    () => number("1.00000000000000000001"),
  ),
  inside(
    "inside-int64-overflow",
    "An int64 in a list, or in an object without an id, is 2^63.",
    ["REG-TYPE-03", "REG-XML-04"],
    is("int64"),
    () => number("9223372036854775808"),
  ),
  inside(
    "inside-integer-exponent",
    "An integer in a list, or in an object without an id, is written with an exponent.",
    ["REG-TYPE-07", "REG-XML-09"],
    isInteger,
    (value) => ("text" in value ? number(`${value.text}e0`) : value),
  ),
  inside(
    "inside-value-not-allowed",
    "A value in a list, or in an object without an id, is one that its schema does not allow.",
    ["REG-TYPE-08", "REG-XML-04"],
    (field) => forbidden(field) !== undefined,
    (value, field) => forbidden(field) ?? value,
  ),
  onField(
    "inside-required-missing",
    "A required field of an object without an id is missing.",
    ["REG-FIELD-02", "REG-XML-05"],
    // If it were the only one, XML would have an empty element: no object at all.
    ({ fields = [] }) => fields.length > 1 && fields.some(isNeeded),
    (value, { fields = [] }) => {
      const name = fields.find(isNeeded)?.name;
      if (value.kind !== "object") return value;
      return { kind: "object", members: value.members.filter((member) => member.name !== name) };
    },
  ),
  {
    name: "inside-rounded-in-json",
    about: "An integer above 2^53 in a list, or in an object without an id, is rounded in JSON and exact in XML.",
    trips: ["REG-SAME-02"],
    at: hasField(hasInside(is("int64"))),
    change: async (body, site) => {
      await setInside(is("int64"), () => number("9007199254740992"), "json")(body, site);
      await setInside(is("int64"), () => number("9007199254740993"), "xml")(body, site);
    },
  },
  onField(
    "required-text-missing",
    "A required string is missing.",
    ["REG-FIELD-02", "REG-XML-05"],
    required("string"),
    () => undefined,
  ),
  onField(
    "required-null",
    "A required integer is null.",
    ["REG-FIELD-03", "REG-XML-05"],
    required("integer"),
    () => nothing,
  ),
  {
    name: "required-missing-everywhere",
    about: "A required field is missing from every row.",
    trips: ["REG-FIELD-02", "REG-XML-05"],
    at: hasField(required("integer")),
    change: everyRow((row, { fields }) => {
      const name = fields.findLast(required("integer"))?.name;
      row.members = row.members.filter((member) => member.name !== name);
    }),
  },
  {
    name: "camel-case",
    about: "Fields are named in camel case.",
    trips: ["REG-FIELD-01", "REG-XML-03"],
    at: renameable,
    change: everyRow((row, operation) => {
      row.members = row.members.map(({ name, value }) =>
        operation.fields.some((field) => field.name === name && field.required) || isRelated(operation, name)
          ? { name, value }
          : { name: camelCase(name), value },
      );
    }),
  },
  {
    name: "rows-of-nothing",
    about: "Every item has only names that the resource does not have.",
    trips: ["REG-FIELD-01", "REG-XML-03"],
    at: (operation) => operation.fields.every((field) => !field.required) && operation.relations.length === 0,
    change: everyRow((row) => {
      row.members = row.members.map(({ value }, index) => ({ name: `column${index}`, value }));
    }),
  },
  {
    name: "rounded-in-json",
    about: "An integer above 2^53 is rounded in JSON and exact in XML.",
    trips: ["REG-SAME-02"],
    at: hasField(is("int64")),
    change: async (body, site) => {
      await setField(is("int64"), () => number("9007199254740992"), "json")(body, site);
      await setField(is("int64"), () => number("9007199254740993"), "xml")(body, site);
    },
  },
];
