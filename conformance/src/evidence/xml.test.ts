import { expect, test } from "vitest";
import { fieldsOf } from "../contract/operations.ts";
import { readXml, xmlRows } from "./xml.ts";

const fields = fieldsOf({
  type: "object",
  properties: {
    mbs: { type: "integer", format: "int64" },
    ime: { type: "string" },
    oznaka: { type: "string", minLength: 1 },
    kratica: { type: "string", pattern: "^ab$" },
    aktivan: { type: "boolean" },
    datum: { type: "string", format: "date-time" },
    drzava: { type: "object", properties: { sifra: { type: "integer" } } },
  },
  required: ["mbs"],
});

function rows(text: string): unknown {
  const xml = readXml(text);
  return xml.ok ? xmlRows(xml.root, { answer: "list", fields }) : xml.problem;
}

test("prefixes, attributes, comments, CDATA markers and whitespace are not part of the data", () => {
  const unusual = `<?xml version="1.0"?><!-- a --><r:a xmlns:r="urn:x" v="1"><r:i><r:mbs t="n"> 0800 </r:mbs><r:ime><![CDATA[A & B]]><!-- c --></r:ime><r:drzava>\n<r:sifra>191</r:sifra></r:drzava></r:i></r:a>`;
  expect(rows(unusual)).toEqual([
    {
      kind: "object",
      members: [
        { name: "mbs", value: { kind: "number", text: "0800" } },
        { name: "ime", value: { kind: "string", text: "A & B" } },
        {
          name: "drzava",
          value: { kind: "object", members: [{ name: "sifra", value: { kind: "number", text: "191" } }] },
        },
      ],
    },
  ]);
});

test("an empty element is an empty string where the field may be one, and no value elsewhere", () => {
  expect(rows("<a><i><mbs/><ime></ime><oznaka/><aktivan/><datum/></i></a>")).toEqual([
    {
      kind: "object",
      members: [
        { name: "mbs", value: { kind: "null" } },
        { name: "ime", value: { kind: "string", text: "" } },
        { name: "oznaka", value: { kind: "null" } },
        { name: "aktivan", value: { kind: "null" } },
        { name: "datum", value: { kind: "null" } },
      ],
    },
  ]);
});

test("whitespace around a text is part of it where the field may have it", () => {
  const text = (name: string) => rows(`<a><i><${name}>\n ab </${name}></i></a>`);
  const is = (name: string, value: string) => [
    { kind: "object", members: [{ name, value: { kind: "string", text: value } }] },
  ];
  expect([text("ime"), text("kratica"), text("drugo")]).toEqual([
    is("ime", "\n ab "),
    is("kratica", "ab"),
    is("drugo", "ab"),
  ]);
});

test.for(["+00800", "800.", ".5", "8.0E7"])("%s is a number, as in XML Schema", (text) => {
  expect(rows(`<a><i><mbs>${text}</mbs></i></a>`)).toEqual([
    { kind: "object", members: [{ name: "mbs", value: { kind: "number", text } }] },
  ]);
});

test.for([".", "e7", "1 000", "1,5", "NaN"])("%s is not a number", (text) => {
  expect(rows(`<a><i><mbs>${text}</mbs></i></a>`)).toEqual([
    { kind: "object", members: [{ name: "mbs", value: { kind: "string", text } }] },
  ]);
});

test.for([
  "",
  "<a>",
  "<a></b>",
  "<a/><b/>",
  "<a/>x",
  "x<a/>",
  "<a>&x;</a>",
  "<a b=1/>",
  "<x:a/>",
  '<a x:nil="true"/>',
  "<a>\u0001</a>",
  "[]",
  "<a><![CDATA[</a>",
  `${"<a>".repeat(70)}${"</a>".repeat(70)}`,
])("%j is not well-formed, or too deep", (text) => {
  expect(readXml(text).ok).toBe(false);
});

test("a document type is seen even if the rest is not well-formed", () => {
  expect(readXml("<!DOCTYPE a><a/>").doctype).toBe(true);
  expect(readXml("<!DOCTYPE a><a>").doctype).toBe(true);
  expect(readXml("<a/>").doctype).toBe(false);
});

test.for(["<a><Ana>", "<a></Ana>", "<Ana:a/>", '<a Ana:b="1"/>', '<a Ana="1" Ana="2"/>', "<a:Ana:b/>", "<a>&Ana;</a>"])(
  "the problem of %s is described without a name, which may be text that was not escaped",
  (text) => {
    const xml = readXml(text);
    expect(xml.ok ? "" : xml.problem).toMatch(/^(?!.*Ana)\w.* at line 1, column \d+$/);
  },
);
