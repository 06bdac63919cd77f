import { getNamedType, isObjectType } from "graphql";
import { casesSchema } from "../src/contract/cases.ts";
import type { Operation } from "../src/contract/shape/operation.ts";
import {
  type Change,
  capped,
  emptied,
  findsNothing,
  inJson,
  nonNull,
  otherState,
  pseudorandom,
  refused,
  reversed,
  rows,
  shuffled,
  withArgument,
  withoutSearch,
  withQueryFields,
  xml,
} from "./unusual-changes.ts";

/** The fields that are Ints: GraphQL says that these are numbers. */
const ints = new Set(
  Object.values(casesSchema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .flatMap(({ name, type }) => (getNamedType(type).name === "Int" ? [name] : [])),
);

/** A number as text, unless it is an Int. */
const asText = (written: string, name: string, digits: string, end: string): string =>
  ints.has(name) ? written : `"${name}":"${digits}"${end}`;

/** A service that keeps the contract in an unusual way. */
export interface Unusual {
  about: string;
  change: Change;
  /** The SHOULDs that then fail: the contract implies them, and does not state them. */
  fails?: readonly string[];
  /** Prefixes of requirements that are then tested on no operation. */
  untested?: readonly string[];
  /** Prefixes of those for which that depends on which request comes when, and so on the number of operations. */
  perhapsUntested?: readonly string[];
}

/** Prefixes of the requirements that compare responses: unless rows stay the same, they may be tested nowhere. */
const comparing = ["REG-PAGE", "REG-TOTAL", "REG-SAME", "REG-EXPAND-03", "REG-EXPAND-04"];

const isObject = ({ relations }: Operation, name: string): boolean => relations.some(({ object }) => object === name);

export const unusual: readonly Unusual[] = [
  {
    about: "every XML item is named item",
    change: (body, request) =>
      body.editXml((root) => {
        if (request?.operation.answer === "list") for (const item of root.children) item.name = "item";
      }),
  },
  {
    about: "XML has a namespace prefix",
    change: xml((text) => text.replace(/<(\/?)(\w+)/g, "<$1r:$2").replace(/<r:(\w+)/, '<r:$1 xmlns:r="urn:primjer"')),
  },
  {
    about: "XML texts are in CDATA",
    change: xml((text) =>
      text.replace(/>([^<>&]+)</g, (all, inner: string) => (inner.trim() === "" ? all : `><![CDATA[${inner}]]><`)),
    ),
  },
  { about: "XML starts with a byte order mark and ends with blank lines", change: xml((text) => `\uFEFF${text}\n\n`) },
  {
    about: "XML is in windows-1250",
    change: (body, request) => {
      if (request === undefined || !body.isRows || !body.isXml) return;
      const table = new Map(
        [..."čćđšžČĆĐŠŽ"].map((letter, index) => [
          letter,
          [0xe8, 0xe6, 0xf0, 0x9a, 0x9e, 0xc8, 0xc6, 0xd0, 0x8a, 0x8e][index] ?? 0x3f,
        ]),
      );
      const text = body.text.replace(/^<\?xml[^>]*\?>/, '<?xml version="1.0" encoding="windows-1250"?>');
      body.bytes = Uint8Array.from(
        [...text].flatMap((letter) =>
          (letter.codePointAt(0) ?? 0) < 0x80
            ? [letter.charCodeAt(0)]
            : table.has(letter)
              ? [table.get(letter) ?? 0]
              : [...Buffer.from(`&#${letter.codePointAt(0)};`)],
        ),
      );
      body.headers.set("content-type", "application/xml");
    },
  },
  {
    about: "XML date-times have milliseconds and an offset",
    change: xml((text) =>
      text.replace(/>(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z</g, (_, utc: string) => {
        const local = new Date(Date.parse(`${utc}Z`) + 3_600_000);
        return `>${local.toISOString().replace("Z", "+01:00")}<`;
      }),
    ),
  },
  {
    about: "content types have parameters and vendor prefixes",
    change: (body, request) =>
      void (
        request !== undefined &&
        body.headers.set(
          "content-type",
          body.isXml ? "text/xml; charset=UTF-8" : 'application/vnd.primjer.v1+json; charset="utf-8"',
        )
      ),
  },
  { about: "fields are in reverse order", change: rows((members) => members.toReversed()) },
  {
    about: "rows have fields beyond the contract",
    change: rows((members) => [...members, { name: "interna_oznaka", value: { kind: "string", text: "x" } }]),
  },
  {
    about: "absent fields are null",
    change: rows((members, { operation }) => [
      ...members,
      // Including nested objects that expand_relations omits.
      ...operation.fields
        // In XML, a list without items is absent, and each of its elements is an item.
        .filter(({ name, type }) => type !== "array" && !members.some((one) => one.name === name))
        .map(({ name }) => ({ name, value: { kind: "null" } as const })),
    ]),
  },
  {
    about: "non-ASCII characters are escaped in JSON",
    change: (body, request) =>
      void (
        request !== undefined &&
        !body.isXml &&
        Object.assign(body, {
          text: body.text.replace(
            /[^\x20-\x7e\s]/g,
            (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
          ),
        })
      ),
  },
  {
    about: "nested objects are never shown without expand_relations",
    change: rows((members, { operation }) =>
      operation.expand === undefined
        ? members.filter(({ name }) => !operation.relations.some(({ object }) => object === name))
        : members,
    ),
  },
  {
    about: "nested objects are never shown",
    change: rows((members, { operation }) => members.filter(({ name }) => !isObject(operation, name))),
    fails: ["REG-EXPAND-01"],
    untested: ["REG-NEST"],
  },
  {
    about: "expand_relations is ignored, and nested objects are always shown",
    change: rows((members, { operation }) => [
      ...members,
      ...operation.relations.flatMap(({ id, object, hasOwnId }) => {
        const value = members.find(({ name }) => name === id)?.value;
        if (value === undefined || value.kind === "null" || members.some(({ name }) => name === object)) return [];
        const naziv = { name: "naziv", value: { kind: "string", text: "Primjer" } } as const;
        const nested = [...(hasOwnId ? [{ name: "id", value }] : []), naziv];
        return [{ name: object, value: { kind: "object", members: nested } as const }];
      }),
    ]),
    fails: ["REG-EXPAND-02"],
  },
  {
    about: "expand_relations is ignored, and nested objects are shown only where it is no parameter",
    change: rows((members, { operation }) =>
      operation.expand === undefined ? members : members.filter(({ name }) => !isObject(operation, name)),
    ),
    fails: ["REG-EXPAND-01"],
  },
  {
    about: "expand_relations=true leaves out the rows that have nothing to expand",
    change: (body, request) => {
      const { operation, query = [] } = request ?? {};
      const asked = query.find(([name]) => name === "expand_relations")?.[1] ?? String(operation?.expand?.byDefault);
      const items = operation?.expand === undefined || asked !== "true" ? undefined : body.rows();
      if (items !== undefined) body.setRows(items.slice(1));
    },
    fails: ["REG-EXPAND-04"],
  },
  { about: "only_active and tvrtka_naziv are ignored", change: withoutSearch() },
  { about: "a tvrtka_naziv finds nothing", change: findsNothing, untested: ["REG-SEARCH-03"] },
  {
    about: "identifiers and one more field are omitted whenever nested objects are",
    change: rows((members, { operation, query }) => {
      const { expand, relations } = operation;
      const asked = query.find(([name]) => name === "expand_relations")?.[1] ?? String(expand?.byDefault ?? false);
      return expand === undefined || asked === "true"
        ? members
        : members.filter(({ name }) => name !== "izdaje_izvatke" && !relations.some(({ id }) => id === name));
    }),
  },
  { about: "pages are capped at 40", change: capped(40), untested: ["REG-PAGE-04"] },
  {
    about: "no resource has any rows",
    change: emptied,
    untested: [
      "REG-EXPAND",
      "REG-FIELD",
      "REG-JSON-03",
      "REG-JSON-04",
      "REG-JSON-06",
      "REG-NEST",
      "REG-PAGE",
      "REG-PATH-02",
      "REG-SAME",
      "REG-SEARCH-03",
      "REG-TYPE",
      "REG-XML",
    ],
  },
  { about: "rows come in another order each time", change: shuffled(), untested: ["REG-PAGE-01"] },
  ...[4, 9, 60].map((from) => ({
    about: `a state is published before request ${from}`,
    change: otherState((count) => count >= from),
  })),
  {
    about: "rows come from one of two replicas a state apart",
    change: otherState(pseudorandom(1)),
    perhapsUntested: comparing,
  },
  {
    about: "rows come from two replicas a state apart in turn",
    change: otherState((count) => count % 2 === 1),
    perhapsUntested: comparing,
  },
  {
    about: "rows come in reverse order on every other request",
    change: reversed((count) => count % 2 === 1),
    untested: ["REG-PAGE-01"],
  },
  {
    about: "rows come from one of two replicas that differ in order",
    change: reversed(pseudorandom(1)),
    perhapsUntested: ["REG-PAGE-01", "REG-SAME-02"],
  },
  { about: "refusals are server errors", change: refused(500, "<html><body>greška</body></html>") },
  { about: "refusals are empty lists", change: refused(200, "[]") },
  {
    about: "refusals are a page with status 200",
    change: refused(200, "<html><body>Prijava: Hrvatski, Engleski<br></body></html>", { "content-type": "text/html" }),
  },
  {
    about: "refusals are objects with names of fields",
    change: refused(401, '{"status":401,"naziv":"Neovlašteno","sifra":401,"id":7,"mbs":null}'),
  },
  {
    about: "refusals are a list around an error",
    change: refused(200, '[{"id":1,"sifra":401,"naziv":"Neispravan pristupni ključ"}]'),
  },
  {
    about: "refusals are a page with a postal address",
    change: refused(401, "<html><body>Ministarstvo, Grad Zagreb, 10000 Zagreb, Hrvatska, euro</body></html>"),
  },
  {
    about: "XML has to be requested in a way that the suite does not know",
    change: inJson,
    untested: ["REG-XML", "REG-SAME"],
  },
  {
    about: "XML of lists without pages has to be requested in a way that the suite does not know",
    change: (body, request, query) => (request?.operation.paged === false ? inJson(body, request, query) : undefined),
    fails: ["REG-XML-08"],
  },
  {
    about: "XML of empty pages has to be requested in a way that the suite does not know",
    change: (body, request, query) => (body.rows()?.length === 0 ? inJson(body, request, query) : undefined),
    fails: ["REG-XML-08"],
  },
  {
    about: "XML of lists without pages is not acceptable",
    change: (body, request) => {
      if (request?.as === "xml" && body.isRows && !request.operation.paged)
        Object.assign(body, { status: 406, text: "" });
    },
    fails: ["REG-XML-08"],
  },
  {
    about: "introspection is off",
    change: (body, _, query) => {
      if (query.includes("IntrospectionQuery"))
        Object.assign(body, { status: 400, text: '{"errors":[{"message":"introspection is disabled"}]}' });
    },
    untested: ["CASE-SCHEMA"],
  },
  {
    about: "an unknown case is an error",
    change: (body, _, query) => {
      if (query.includes("/1001"))
        body.text = body.text.replace(/\}\s*$/, ',"errors":[{"message":"no such case","path":["predmet"]}]}');
    },
  },
  {
    about: "BigInteger is a string",
    change: (body, request) =>
      void (
        request === undefined && Object.assign(body, { text: body.text.replace(/"(\w+)":(-?\d+)([,}\]])/g, asText) })
      ),
  },
  {
    about: "DateTime has no seconds, and an offset",
    change: (body, request) =>
      void (
        request === undefined &&
        Object.assign(body, { text: body.text.replace(/(T\d\d:\d\d):\d\d(\.\d+)?Z/g, "$1+01:00") })
      ),
  },
  { about: "a query field takes another, optional argument", change: withArgument("predmet", "godina") },
  {
    about: "arguments are non-null",
    change: withQueryFields((field) => {
      for (const argument of field.args) argument.type = nonNull(argument.type);
    }),
    fails: ["CASE-SCHEMA-08"],
  },
  {
    about: "the items of lists are non-null",
    change: withQueryFields(({ type }) => {
      if (type.kind === "LIST") type.ofType = nonNull(type.ofType);
    }),
    fails: ["CASE-SCHEMA-08"],
  },
  {
    about: "marks are in capital letters",
    change: (body, request) => {
      if (request === undefined)
        body.text = body.text.replace(
          /("oznakaBroj":")([^"]*)"/g,
          (_, name, mark: string) => `${name}${mark.toUpperCase()}"`,
        );
    },
  },
];
