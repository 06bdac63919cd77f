import { nothing } from "../src/evidence/datum.ts";
import {
  byChance,
  type Change,
  capped,
  emptied,
  inTurn,
  refused,
  rows,
  shortened,
  shortenedLists,
  shuffled,
  turned,
  withArgument,
  xml,
} from "./unusual-changes.ts";

/** A service that keeps the contract in a way of its own. */
export interface Unusual {
  about: string;
  change: Change;
  /** Requirements that may then be not tested everywhere. */
  silences?: readonly string[];
}

export const unusual: readonly Unusual[] = [
  {
    about: "every item is called item",
    change: (body, request) =>
      body.editXml(
        (root) => request !== undefined && root.children.forEach((item) => void Object.assign(item, { name: "item" })),
      ),
  },
  {
    about: "XML has a namespace prefix",
    change: xml((text) => text.replace(/<(\/?)(\w+)/g, "<$1r:$2").replace(/<r:(\w+)/, '<r:$1 xmlns:r="urn:primjer"')),
  },
  {
    about: "XML has a default namespace and attributes",
    change: xml((text) =>
      text.replace(/<(\w+)>/, '<$1 xmlns="urn:primjer" verzija="1">').replace(/<mbs>/g, '<mbs vrsta="broj">'),
    ),
  },
  {
    about: "XML is full of comments, instructions and blanks",
    change: xml((text) => text.replace(/<\/(\w+)>/g, "<!-- a > b -->\n  </$1>\n  <?primjer x?>")),
  },
  {
    about: "XML texts stand in CDATA",
    change: xml((text) =>
      text.replace(/>([^<>&]+)</g, (all, inner: string) => (inner.trim() === "" ? all : `><![CDATA[${inner}]]><`)),
    ),
  },
  { about: "XML begins with a byte order mark and blanks end it", change: xml((text) => `\uFEFF${text}\n\n`) },
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
    about: "XML numbers have signs and leading zeros",
    change: (body, request) =>
      body.editXml((root) => {
        const numbers =
          request === undefined
            ? []
            : root.children.flatMap(({ children }) => children.filter(({ name }) => name === "mbs"));
        for (const number of numbers) number.text = `+00${number.text}`;
      }),
  },
  {
    about: "content types have parameters and vendors",
    change: (body, request) =>
      void (
        request !== undefined &&
        body.headers.set(
          "content-type",
          body.isXml ? "text/xml; charset=UTF-8" : 'application/vnd.primjer.v1+json; charset="utf-8"',
        )
      ),
  },
  {
    about: "content types are of the old kind",
    change: (body, request) =>
      void (request !== undefined && body.headers.set("content-type", body.isXml ? "text/x-xml" : "text/x-json")),
  },
  { about: "fields come in reverse", change: rows((members) => members.toReversed()) },
  {
    about: "rows have fields beside the contract's",
    change: rows((members) => [...members, { name: "interna_oznaka", value: { kind: "string", text: "x" } }]),
  },
  {
    about: "rows bear their number within the page, beside the contract's fields",
    change: (body, request) => {
      let number = 0;
      rows((members) => {
        number += 1;
        return [...members, { name: "rn", value: { kind: "number", text: String(number) } }];
      })(body, request, "");
    },
  },
  {
    about: "a row has fields beside the contract's alone",
    change: (body, request) => {
      let index = 0;
      rows((members, { operation }) => {
        index += 1;
        const isBare = index === 2 && operation.fields.every(({ required }) => !required) && !operation.paged;
        return [...(isBare ? [] : members), { name: "interna_oznaka", value: { kind: "string", text: "x" } }];
      })(body, request, "");
    },
  },
  {
    about: "JSON alone has fields beside the contract's, objects among them",
    change: (body, request) =>
      body.isXml
        ? undefined
        : rows((members) => [
            ...members,
            {
              name: "_links",
              value: { kind: "object", members: [{ name: "self", value: { kind: "string", text: "/" } }] },
            },
          ])(body, request, ""),
  },
  {
    about: "absent fields are null",
    change: rows((members, { operation }) => [
      ...members,
      // Nested objects that are switched off stay away.
      ...operation.fields
        .filter(({ name }) => !members.some((one) => one.name === name))
        .map(({ name }) => ({ name, value: { kind: "null" } as const })),
    ]),
  },
  {
    about: "a field of every nested object is null",
    change: rows((members) =>
      members.map(({ name, value }) => {
        if (value.kind !== "object") return { name, value };
        const [first = { name: "naziv" }, ...others] = value.members;
        return { name, value: { kind: "object", members: [...others, { name: first.name, value: nothing }] } };
      }),
    ),
  },
  {
    about: "the first row of a list shows no nested object",
    change: (body, request) => {
      let index = 0;
      rows((members, { operation }) => {
        index += 1;
        return members.filter(
          ({ name }) => index > 1 || operation.paged || !operation.relations.some(({ object }) => object === name),
        );
      })(body, request, "");
    },
  },
  {
    about: "nested objects of a list's first row lack a field",
    change: (body, request) => {
      let index = 0;
      rows((members, { operation }) => {
        index += 1;
        return members.map(({ name, value }) =>
          index === 1 && !operation.paged && value.kind === "object"
            ? { name, value: { kind: "object", members: value.members.slice(0, -1) } }
            : { name, value },
        );
      })(body, request, "");
    },
  },
  { about: "lists that are given at once lose their last row at the third request", change: shortenedLists(3) },
  {
    about: "JSON texts are escaped",
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
    about: "nested objects are never shown where no parameter asks for them",
    change: rows((members, { operation }) =>
      operation.expand === undefined
        ? members.filter(({ name }) => !operation.relations.some(({ object }) => object === name))
        : members,
    ),
  },
  {
    about: "identifiers and one more field are left out where nested objects are",
    change: rows((members, { operation, query }) => {
      const { expand, relations } = operation;
      const asked = query.find(([name]) => name === "expand_relations")?.[1] ?? String(expand?.byDefault ?? false);
      return expand === undefined || asked === "true"
        ? members
        : members.filter(({ name }) => name !== "izdaje_izvatke" && !relations.some(({ id }) => id === name));
    }),
  },
  { about: "pages are capped at 40", change: capped(40), silences: ["REG-PAGE-04"] },
  { about: "pages are capped at 1", change: capped(1), silences: ["REG-PAGE-01", "REG-PAGE-04", "REG-SEARCH-03"] },
  { about: "pages are capped at 2", change: capped(2), silences: ["REG-PAGE-04"] },
  {
    about: "no resource has a row",
    change: emptied,
    silences: ["REG-EXPAND", "REG-FIELD", "REG-NEST", "REG-PAGE", "REG-SAME", "REG-SEARCH-03", "REG-TYPE", "REG-XML"],
  },
  { about: "rows come in another order each time", change: shuffled(), silences: ["REG-PAGE-01"] },
  ...[14, 16, 17, 18, 19, 20].map((from) => ({
    about: `three rows go away before request ${from}`,
    change: shortened(from),
  })),
  {
    about: "rows come from the end at every other request",
    change: turned((count) => count % 2 === 1),
    silences: ["REG-PAGE-01"],
  },
  { about: "rows come from one of two replicas", change: turned(byChance), silences: ["REG-PAGE-01"] },
  {
    about: "rows come from one of two replicas, at most 40",
    change: inTurn(turned(byChance), capped(40)),
    silences: ["REG-PAGE-04"],
  },
  {
    about: "refusals redirect to a page to log in",
    change: refused(302, "", { location: "https://prijava.primjer.hr/" }),
  },
  { about: "refusals are not found", change: refused(404, '{"statusCode":404}') },
  { about: "refusals are errors of the server", change: refused(500, "<html><body>greška</body></html>") },
  { about: "refusals are empty lists", change: refused(200, "[]") },
  {
    about: "refusals are a page with status 200",
    change: refused(200, "<html><body>Prijava: Hrvatski, Engleski<br></body></html>", { "content-type": "text/html" }),
  },
  {
    about: "refusals are objects with names like fields",
    change: refused(401, '{"status":401,"naziv":"Neovlašteno","sifra":401,"id":7,"mbs":null}'),
  },
  ...[
    '[{"status":401,"message":"Access denied","naziv":"Neovlašteno"}]',
    '[{"id":401,"naziv":"Neispravan pristupni ključ"}]',
    '[{"id":1,"sifra":401,"naziv":"Neispravan pristupni ključ"}]',
    '[{"mbs":0,"status":401,"tekst":"Nema pristupa"},{"mbs":0,"status":401,"tekst":"Prijavite se"}]',
  ].map((text) => ({ about: `refusals are a list around an error: ${text}`, change: refused(200, text) })),
  {
    about: "refusals have numbers of their own",
    change: refused(401, '{"id":30100000123,"mbs":0,"log_id":81234567,"sifra":401,"vrijeme":1763632800}'),
  },
  {
    about: "refusals are XML with the operation's root",
    change: (body, request) =>
      request === undefined
        ? undefined
        : refused(
            200,
            `<${request.operation.xmlRoot}><greska><naziv>Ne</naziv></greska></${request.operation.xmlRoot}>`,
          )(body, request, ""),
  },
  {
    about: "refusals are a page with an address",
    change: refused(401, "<html><body>Ministarstvo, Grad Zagreb, 10000 Zagreb, Hrvatska, euro</body></html>"),
  },
  {
    about: "XML is chosen by something that the suite was not told",
    change: (body, request) => {
      if (request?.as !== "xml" || !body.isRows) return;
      const items = body.rows() ?? [];
      body.text = "[]";
      body.setRows(items);
      body.headers.set("content-type", "application/json");
    },
    silences: ["REG-XML", "REG-SAME"],
  },
  {
    about: "introspection is off",
    change: (body, _, query) => {
      if (query.includes("IntrospectionQuery"))
        Object.assign(body, { status: 400, text: '{"errors":[{"message":"introspection is disabled"}]}' });
    },
    silences: ["CASE-SCHEMA"],
  },
  {
    about: "introspection is forbidden by something before GraphQL",
    change: (body, _, query) => {
      if (query.includes("IntrospectionQuery")) Object.assign(body, { status: 403, text: "Forbidden" });
    },
    silences: ["CASE-SCHEMA"],
  },
  {
    about: "an unknown case is an error",
    change: (body, _, query) => {
      if (query.includes("/1001"))
        body.text = body.text.replace(/\}\s*$/, ',"errors":[{"message":"no such case","path":["predmet"]}]}');
    },
  },
  {
    about: "BigInteger is text",
    change: (body, request) =>
      void (request === undefined && Object.assign(body, { text: body.text.replace(/:(-?\d+)([,}\]])/g, ':"$1"$2') })),
  },
  {
    about: "DateTime has no seconds, and an offset",
    change: (body, request) =>
      void (
        request === undefined &&
        Object.assign(body, { text: body.text.replace(/(T\d\d:\d\d):\d\d(\.\d+)?Z/g, "$1+01:00") })
      ),
  },
  {
    about: "marks of cases have blanks around them",
    change: (body, request) =>
      void (
        request === undefined &&
        Object.assign(body, { text: body.text.replace(/"oznakaBroj":"([^"]+)"/g, '"oznakaBroj":" $1 "') })
      ),
  },
  { about: "a query takes a further argument, which may be left out", change: withArgument("predmet", "godina") },
];
