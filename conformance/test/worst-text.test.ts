import type { GraphQLScalarType } from "graphql";
import { expect, test } from "vitest";
import { contentType } from "../src/checks/each.ts";
import { casesContract, casesSchema } from "../src/contract/cases.ts";
import { hasZone, isDateTime, isEmail } from "../src/contract/formats.ts";
import { answer } from "../src/evidence/answer.ts";
import { describeErrors } from "../src/evidence/cases-view.ts";
import { type Datum, describe as describeDatum, describeOther } from "../src/evidence/datum.ts";
import { fitsWidth, isIntegral, isNumber, normalizeNumber } from "../src/evidence/decimal.ts";
import { looksLike, readJson } from "../src/evidence/json.ts";
import { isJsonInstead, readTotal } from "../src/evidence/operation-view.ts";
import { rowIssues } from "../src/evidence/row-issues.ts";
import { dataKeys } from "../src/evidence/same-data.ts";
import { readXml } from "../src/evidence/xml.ts";
import { retryDelay } from "../src/exchange/conversation.ts";
import { escapeMarkup, printable } from "../src/shared/text.ts";
import { leafIssue } from "../src/topics/cases/scalars.ts";
import { shownRows } from "../src/topics/key/shown-rows.ts";
import { operationNamed } from "./support/views.ts";

/** So many characters of a text that nobody would write, and an `x`, for which a pattern that ends with it looks back. */
const full = (unit: string, length: number): string => `${unit.repeat(Math.ceil(length / unit.length))}x`;
const wire = { id: "", subject: "", method: "GET" as const, url: "https://registar.primjer.hr", headers: {} };
const reply = (body: string, headers: Record<string, string> = {}) => answer(wire, 200, headers, Buffer.from(body));
const string = (text: string): Datum => ({ kind: "string", text });
const number = (text: string): Datum => ({ kind: "number", text });
const row = (name: string, value: Datum): Datum => ({ kind: "object", members: [{ name, value }] });
const [gfi, sjediste, jezik] = [operationNamed("gfi"), operationNamed("sjediste"), operationNamed("jezik")];
const known = [row("naziv", string("hrvatski")), row("id", number("12345678"))];

/** Everything that reads the text of a service, by what it makes of it, whatever the length. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "a JSON text": (text) => readJson(text).ok,
  "a string in JSON": (text) => readJson(`["${text}"]`).ok,
  "a list in JSON": (text) => readJson(`[${text}]`).ok,
  "an XML document": (text) => readXml(text).ok,
  "the text of an element": (text) => readXml(`<a>${text}</a>`).ok,
  "the name of an element": (text) => readXml(`<${text}>`).ok,
  "an attribute": (text) => readXml(`<a b="${text}"/>`).ok,
  "a body that is something else": looksLike,
  "a number": (text) => [isNumber(text), isIntegral(text), normalizeNumber(text) === text, fitsWidth(text, 64)],
  "a fraction": (text) => normalizeNumber(`0.${text}`) === `0.${text}`,
  "the zeros of a fraction": (text) => normalizeNumber(`0.${text.replaceAll("x", "1")}`).endsWith("1"),
  "an exponent": (text) => isIntegral(`1e${text}`),
  "a date-time": (text) => [isDateTime(text), hasZone(text), isDateTime(`2024-10-31T00:00:00.${text}`)],
  "an e-mail address": (text) => isEmail(`${text.slice(0, 300)}@primjer.hr`),
  "a moment": (text) => {
    const written = [text.replaceAll("x", "1"), text].map((one) => string(`2024-10-31T00:00:00.${one}`));
    const [one, other] = dataKeys(
      gfi.fields,
      written.map((value) => row("datum_od", value)),
    );
    return one === other;
  },
  "the data of a text": (text) => dataKeys(sjediste.fields, [row("ulica", string(text))])[0]?.endsWith("x"),
  "the data of a number": (text) => dataKeys(sjediste.fields, [row("mbs", string(text))])[0]?.endsWith("x"),
  "a scalar of GraphQL": (text) =>
    [text, `20241031T0000${text}`].map((one) =>
      ["BigInteger", "DateTime"].map(
        (name) => leafIssue(casesSchema.getType(name) as GraphQLScalarType, string(one), casesContract)?.kind,
      ),
    ),
  "a refusal": (text) => shownRows(reply(text), jezik.fields, known),
  "a refusal with a name": (text) => shownRows(reply(`naziv${text}12345678`), jezik.fields, known),
  "a refusal with a value": (text) =>
    shownRows(reply(`${text} ${text}`), jezik.fields, [row("naziv", string(text))]) ?? "nothing",
  "a value": (text) => [string(text), number(text)].map((one) => describeDatum(one).replace(/\d+/, "")),
  "the name of a member": (text) => describeOther(row(text, number("1"))),
  "the name of a field": (text) => rowIssues(jezik, [row(text, number("1"))], "shape").map(({ kind }) => kind),
  "the value of a field": (text) =>
    ["id", "naziv"].map((name) => rowIssues(jezik, [row(name, string(text))], "shape").map(({ kind }) => kind)),
  "an error of GraphQL": (text) => {
    const members = [
      { name: "path", value: { kind: "array" as const, items: [string(text)] } },
      { name: "extensions", value: row("code", string(text)) },
    ];
    return describeErrors({ data: undefined, errors: [{ kind: "object", members }] }, "shape");
  },
  "a content type": (text) => {
    const one = reply("1", { "content-type": `application/${text}` });
    return [contentType("json", one).length, isJsonInstead(one)];
  },
  "a declared encoding": (text) =>
    reply(`<?xml encoding="${text}"?>`, { "content-type": `text/xml;charset=${text}` }).text.slice(0, 100),
  "Retry-After": (text) => retryDelay({ ...reply(""), status: 429, headers: { "retry-after": text, date: text } }, 1),
  "x-total-count": (text) => {
    const request = { operation: sjediste, query: [], as: "json" as const, key: "valid" as const };
    return readTotal({ about: "", kind: "asked", request, reply: reply("", { "x-total-count": text }) });
  },
  "a text for a report": (text) => printable(text).slice(0, 100),
  "a text for markup": (text) => escapeMarkup(text).slice(0, 100),
};

/** What patterns repeat, and what stands before and after it. */
const units = [
  ...["0", "a", "č", " ", "\r\n", "\\", '"', "&#1", "<", "[", "{", ",", "-", "a@", "a.", "1e", "12345678 "],
];

// What takes more than linear time runs into the time limit.
test.each(Object.entries(readers))("%s is read in one pass, whatever a long text consists of", (_, read) => {
  for (const unit of units) expect(read(full(unit, 100_000)), unit).toEqual(read(full(unit, 400)));
});

test("names that are almost a field's are found in one pass", () => {
  const members = Array.from({ length: 20_000 }, (_, index) => ({
    name: `${"-".repeat(index % 400)}id${index % 2 ? "" : "_"}`,
    value: number("1"),
  }));
  expect(rowIssues(jezik, [{ kind: "object", members }], "shape").length).toBeGreaterThan(19_900);
});

test("thousands of values are found in a long refusal in one pass", () => {
  const rows = Array.from({ length: 5_000 }, (_, index): Datum => {
    const members = [
      { name: "naziv", value: string(`Ulica kralja Tomislava ${10_000 + index}`) },
      { name: "id", value: number(String(500_000 + index)) },
    ];
    return { kind: "object", members };
  });
  const text = "Ulica kralja Tomislava 1, ".repeat(20_000);
  expect(shownRows(reply(text), jezik.fields, rows)).toBeUndefined();
  expect(shownRows(reply(`${text} Ulica kralja Tomislava 10007, 500007`), jezik.fields, rows)).toBe("values");
});
