import { inXml, isPlain, setField, text, xmlText, xmlTree } from "../../checks/changes.ts";
import { anywhere, type Fault, type ResponseChange } from "../../checks/fault.ts";
import { isPaged } from "../../checks/probe.ts";
import type { Field, Operation } from "../../contract/shape/operation.ts";
import { offsetOf } from "../../evidence/request.ts";
import { readXml, type XmlElement } from "../../evidence/xml.ts";

const isText = ({ type, format }: Field): boolean => type === "string" && format === undefined;

const withText = ({ fields }: Operation): boolean => fields.some(isText);

/** Changes the XML of pages past the end, however far. */
const emptyXml = (change: ResponseChange): ResponseChange =>
  inXml((body, site) => {
    const xml = readXml(body.text);
    return xml.ok && xml.root.children.length === 0 && offsetOf(site.request) > 0 ? change(body, site) : undefined;
  });

const listOf = ({ fields }: Operation): Field | undefined =>
  fields.find(({ items }) => items !== undefined && items.type !== "object");

const withList = (operation: Operation): boolean => listOf(operation) !== undefined;

/** Changes the elements of the first list of values in every row. */
const editLists = (edit: (items: XmlElement[], name: string) => XmlElement[]): ResponseChange =>
  xmlTree((root, { request }) => {
    const name = request && listOf(request.operation)?.name;
    for (const row of request?.operation.answer === "object" ? [root] : root.children) {
      const at = row.children.findIndex((child) => child.name === name);
      const items = row.children.filter((child) => child.name === name);
      const others = row.children.filter((child) => child.name !== name);
      if (name !== undefined && items.length > 0) row.children = others.toSpliced(at, 0, ...edit(items, name));
    }
  });

/** Faults of an XML document: its root, its syntax, its media type. */
export const xmlFaults: readonly Fault[] = [
  {
    name: "root-in-lower-case",
    about: "The root element is in lower case.",
    trips: ["REG-XML-02"],
    at: anywhere,
    change: xmlTree((root) => {
      root.name = root.name.toLowerCase();
    }),
  },
  {
    name: "root-after-the-path",
    about: "The root element is the path plus Array, where the contract has another name.",
    trips: ["REG-XML-02"],
    at: ({ name, xmlRoot }) => xmlRoot !== `${name}Array`,
    change: xmlTree((root, { request }) => {
      root.name = `${request?.operation.name}Array`;
    }),
  },
  {
    name: "xml-unclosed",
    about: "The last tag is missing.",
    trips: ["REG-XML-01"],
    at: anywhere,
    change: xmlText((one) => one.replace(/<\/[^<]*>\s*$/, "")),
  },
  {
    name: "xml-html",
    about: "An HTML page is returned instead of XML.",
    trips: ["REG-XML-01"],
    at: anywhere,
    change: inXml((body) => {
      body.text = "<html><body><p>zauzeto<br></body></html>";
    }),
  },
  {
    name: "xml-doctype",
    about: "The document has a DOCTYPE.",
    trips: ["REG-XML-07"],
    at: anywhere,
    change: xmlText((one) => one.replace(/(<\?xml.*?\?>\s*)?/s, "$1<!DOCTYPE rows>")),
  },
  {
    name: "xml-content-type",
    about: "XML is labelled as plain text.",
    trips: ["REG-XML-06"],
    at: anywhere,
    change: inXml((body) => body.headers.set("content-type", "text/plain")),
  },
  {
    name: "no-xml",
    about: "One operation returns JSON when asked for XML.",
    trips: ["REG-XML-08"],
    at: anywhere,
    change: async (body, site) => {
      if (site.request?.as !== "xml" || !isPlain(site)) return;
      body.text = (await site.ask({ as: "json" }))?.text ?? body.text;
      body.headers.set("content-type", "application/json");
    },
  },
  {
    name: "child-renamed",
    about: "One child element has another name in every item.",
    trips: ["REG-SAME-02", "REG-XML-03"],
    at: (operation) => withText(operation) && !operation.paged,
    change: xmlTree((root, { request }) => {
      const name = request?.operation.fields.find(({ required, type }) => !required && type === "string")?.name;
      for (const item of root.children)
        for (const child of item.children) if (child.name === name) child.name = "label";
    }),
  },
  {
    name: "list-wrapped",
    about: "XML puts the items of a list into an element of their own.",
    trips: ["REG-SAME-02", "REG-XML-04"],
    at: withList,
    change: editLists((items, name) => [{ name, text: "", children: items }]),
  },
  {
    name: "list-items-renamed",
    about: "XML gives the items of a list another name than that of their field.",
    trips: ["REG-SAME-02", "REG-XML-03"],
    at: withList,
    change: editLists((items) => items.map((item) => ({ ...item, name: "item" }))),
  },
  {
    name: "child-twice",
    about: "An item has a child element twice.",
    trips: ["REG-XML-03"],
    at: anywhere,
    change: xmlTree((root, { request }) => {
      const item = request?.operation.answer === "object" ? root : root.children[0];
      const child = item?.children[0];
      if (item !== undefined && child !== undefined) item.children.unshift({ ...child });
    }),
  },
  {
    name: "empty-xml-as-json",
    about: "A page past the end is JSON when asked for in XML.",
    trips: ["REG-XML-08"],
    at: isPaged,
    change: emptyXml((body) => {
      body.text = "[]";
      body.headers.set("content-type", "application/json");
    }),
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
