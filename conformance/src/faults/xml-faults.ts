import { type Field, type Operation, operations } from "../contract/operations.ts";
import { readXml } from "../evidence/xml.ts";
import { offsetOf } from "../exchange/request.ts";
import { firstRows, inXml, isPlain, setField, text, xmlText, xmlTree } from "./changes.ts";
import { anywhere, type Change, type Fault, paged } from "./fault.ts";

const isText = ({ type, format }: Field): boolean => type === "string" && format === undefined;
const withText = ({ fields }: Operation): boolean => fields.some(isText);

function fault(
  name: string,
  about: string,
  trips: readonly string[],
  change: Fault["change"],
  at: (operation: Operation) => boolean = anywhere,
): Fault {
  return { name, about, trips, at, change };
}

/** Changes the XML of pages past the end, however far. */
const emptyXml = (change: Change): Change =>
  inXml((body, site) => {
    const xml = readXml(body.text);
    return xml.ok && xml.root.children.length === 0 && offsetOf(site.request) > 0 ? change(body, site) : undefined;
  });

const refuseXml =
  (status: number): Change =>
  (body, { request }) => {
    if (request?.as === "xml" && request.key === "valid") Object.assign(body, { status, text: "" });
  };

export const xmlFaults: readonly Fault[] = [
  fault(
    "root-renamed",
    "The root element has another name.",
    ["REG-XML-02"],
    xmlTree((root) => {
      root.name = "items";
    }),
  ),
  fault(
    "root-of-another",
    "The root element is the one of another operation.",
    ["REG-XML-02"],
    xmlTree((root, { request }) => {
      root.name = operations.find(({ name }) => name !== request?.operation.name)?.xmlRoot ?? "items";
    }),
  ),
  fault(
    "root-in-lower-case",
    "The root element is in lower case.",
    ["REG-XML-02"],
    xmlTree((root) => {
      root.name = root.name.toLowerCase();
    }),
  ),
  fault(
    "root-after-the-path",
    "The root element is the path plus Array, where the contract has another name.",
    ["REG-XML-02"],
    xmlTree((root, { request }) => {
      root.name = `${request?.operation.name}Array`;
    }),
    ({ name, xmlRoot }) => xmlRoot !== `${name}Array`,
  ),
  fault(
    "root-wrapped",
    "The document has one more element around the root.",
    ["REG-SAME-01", "REG-XML-02", "REG-XML-03"],
    xmlText((one) => `<response>${one.replace(/^<\?xml.*?\?>/s, "")}</response>`),
    (operation) => operation.name === "drzava",
  ),
  fault(
    "two-roots",
    "The document has two roots.",
    ["REG-XML-01"],
    xmlText((one) => `${one}<more/>`),
  ),
  fault(
    "xml-unclosed",
    "The last tag is missing.",
    ["REG-XML-01"],
    xmlText((one) => one.replace(/<\/[^<]*>\s*$/, "")),
  ),
  fault(
    "xml-bare-ampersand",
    "A text contains a bare &.",
    ["REG-XML-01"],
    xmlText((one) => one.replace(/>([^<>]+)<\//, "> & $1</")),
  ),
  fault(
    "xml-prefix-undeclared",
    "An element has a namespace prefix that nothing declares.",
    ["REG-XML-01"],
    xmlText((one) => one.replace(/<(\w+)>([^<>]+)<\/\1>/, "<r:$1>$2</r:$1>")),
  ),
  fault(
    "xml-control-character",
    "A text contains a character that XML forbids.",
    ["REG-XML-01"],
    xmlText((one) => one.replace(/>([^<>]+)<\//, ">\u0001$1</")),
  ),
  fault(
    "xml-text-after-root",
    "Text follows the root.",
    ["REG-XML-01"],
    xmlText((one) => `${one} kraj`),
  ),
  fault(
    "xml-html",
    "An HTML page is returned instead of XML.",
    ["REG-XML-01"],
    inXml((body) => {
      body.text = "<html><body><p>zauzeto<br></body></html>";
    }),
  ),
  fault(
    "xml-doctype",
    "The document has a DOCTYPE.",
    ["REG-XML-07"],
    xmlText((one) => one.replace(/(<\?xml.*?\?>\s*)?/s, "$1<!DOCTYPE rows>")),
  ),
  fault(
    "xml-content-type",
    "XML is labelled as plain text.",
    ["REG-XML-06"],
    inXml((body) => body.headers.set("content-type", "text/plain")),
  ),
  fault("json-under-xml", "JSON is sent with an XML content type.", ["REG-XML-01"], async (body, site) => {
    if (site.request?.as !== "xml" || !isPlain(site)) return;
    body.text = (await site.ask({ as: "json" })).text;
  }),
  fault("no-xml", "One operation returns JSON when asked for XML.", ["REG-XML-08"], async (body, site) => {
    if (site.request?.as !== "xml" || !isPlain(site)) return;
    body.text = (await site.ask({ as: "json" })).text;
    body.headers.set("content-type", "application/json");
  }),
  fault("xml-not-acceptable", "One operation returns 406 when asked for XML.", ["REG-XML-08"], refuseXml(406)),
  fault("xml-not-supported", "One operation returns 415 when asked for XML.", ["REG-XML-08"], refuseXml(415)),
  fault(
    "child-capitals",
    "Child elements start with a capital letter.",
    ["REG-SAME-02", "REG-XML-03", "REG-XML-05"],
    xmlTree((root) => {
      for (const item of root.children)
        for (const child of item.children) child.name = child.name.charAt(0).toUpperCase() + child.name.slice(1);
    }),
    ({ fields }) => fields.some(({ required }) => required),
  ),
  fault(
    "child-renamed",
    "One child element has another name in every item.",
    ["REG-SAME-02", "REG-XML-03"],
    xmlTree((root, { request }) => {
      const name = request?.operation.fields.find(({ required, type }) => !required && type === "string")?.name;
      for (const item of root.children)
        for (const child of item.children) if (child.name === name) child.name = "label";
    }),
    (operation) => withText(operation) && !operation.paged,
  ),
  fault(
    "child-twice",
    "An item has a child element twice.",
    ["REG-XML-03"],
    xmlTree((root) => {
      const item = root.children[0];
      const child = item?.children[0];
      if (item !== undefined && child !== undefined) item.children.unshift({ ...child });
    }),
  ),
  fault(
    "fields-as-attributes",
    "Fields are attributes of the item.",
    ["REG-SAME-02"],
    inXml((body) => {
      body.text = body.text.replace(
        /<(\w+)>\s*(?:<\w+>[^<]*<\/\w+>\s*)+<\/\1>/g,
        (item, name: string) =>
          `<${name} ${[...item.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, field, value]) => `${field}="${value?.replaceAll('"', "&quot;")}"`).join(" ")}/>`,
      );
    }),
    (operation) => operation.relations.length === 0 && operation.fields.every(({ required }) => !required),
  ),
  fault(
    "xml-item-missing",
    "XML has one item fewer than JSON.",
    ["REG-SAME-01"],
    xmlTree((root) => void root.children.pop()),
  ),
  fault(
    "xml-item-twice",
    "XML has one item twice.",
    ["REG-SAME-01"],
    xmlTree((root) => {
      const item = root.children[0];
      if (item !== undefined) root.children.push(item);
    }),
  ),
  fault(
    "empty-xml-nothing",
    "A page past the end has no root in XML: its body is empty.",
    ["REG-XML-01"],
    emptyXml((body) => {
      body.text = "";
    }),
    paged,
  ),
  fault(
    "empty-xml-other-root",
    "A page past the end has another root in XML.",
    ["REG-XML-02"],
    emptyXml((body) => {
      body.text = "<list/>";
    }),
    paged,
  ),
  fault(
    "empty-xml-as-json",
    "A page past the end is JSON when asked for in XML.",
    ["REG-XML-08"],
    emptyXml((body) => {
      body.text = "[]";
      body.headers.set("content-type", "application/json");
    }),
    paged,
  ),
  fault(
    "empty-xml-not-found",
    "A page past the end returns 404 when asked for in XML.",
    ["REG-STATUS-01"],
    emptyXml((body) => {
      body.status = 404;
    }),
    paged,
  ),
  fault(
    "empty-xml-with-rows",
    "A page past the end holds the first rows, but only in XML.",
    ["REG-SAME-01"],
    emptyXml(async (body, site) => body.setRows((await firstRows(site)).slice(0, 3))),
    paged,
  ),
  {
    name: "xml-other-text",
    about: "A text differs between JSON and XML.",
    trips: ["REG-SAME-02"],
    at: withText,
    change: setField(isText, (value) => ("text" in value ? text(`${value.text} x`) : value), "xml"),
  },
  {
    name: "xml-empty-text",
    about: "A text present in JSON is empty in XML.",
    trips: ["REG-SAME-02"],
    at: withText,
    change: setField(isText, () => text(""), "xml"),
  },
  {
    name: "xml-other-number",
    about: "A number differs between JSON and XML.",
    trips: ["REG-SAME-02"],
    at: anywhere,
    change: setField(
      ({ type }) => type === "integer",
      (value) => ("text" in value ? { kind: "number", text: `${value.text}1` } : value),
      "xml",
    ),
  },
  {
    name: "xml-unlike-type",
    about: "XML writes a number as a word.",
    trips: ["REG-SAME-02", "REG-XML-04"],
    at: anywhere,
    change: setField(
      ({ type }) => type === "integer",
      () => text("sedam"),
      "xml",
    ),
  },
];
