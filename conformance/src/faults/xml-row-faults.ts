import type { Field, Operation } from "../contract/operation.ts";
import { offsetOf } from "../evidence/request.ts";
import { readXml } from "../evidence/xml.ts";
import { firstRows, hasField, inXml, setField, text, xmlTree } from "./changes.ts";
import { anywhere, type Change, type Fault, paged } from "./fault.ts";

const isText = ({ type, format }: Field): boolean => type === "string" && format === undefined;
const withText = ({ fields }: Operation): boolean => fields.some(isText);

/** Changes the XML of pages past the end, however far. */
const emptyXml = (change: Change): Change =>
  inXml((body, site) => {
    const xml = readXml(body.text);
    return xml.ok && xml.root.children.length === 0 && offsetOf(site.request) > 0 ? change(body, site) : undefined;
  });

/** Faults of the rows in an XML document, or of one without rows. */
export const xmlRowFaults: readonly Fault[] = [
  {
    name: "child-capitals",
    about: "Child elements start with a capital letter.",
    trips: ["REG-SAME-02", "REG-XML-03", "REG-XML-05"],
    at: ({ fields }) => fields.some(({ required }) => required),
    change: xmlTree((root) => {
      for (const item of root.children)
        for (const child of item.children) child.name = child.name.charAt(0).toUpperCase() + child.name.slice(1);
    }),
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
    name: "child-twice",
    about: "An item has a child element twice.",
    trips: ["REG-XML-03"],
    at: anywhere,
    change: xmlTree((root) => {
      const item = root.children[0];
      const child = item?.children[0];
      if (item !== undefined && child !== undefined) item.children.unshift({ ...child });
    }),
  },
  {
    name: "fields-as-attributes",
    about: "Fields are attributes of the item.",
    trips: ["REG-SAME-02"],
    at: (operation) => operation.relations.length === 0 && operation.fields.every(({ required }) => !required),
    change: inXml((body) => {
      body.text = body.text.replace(
        /<(\w+)>\s*(?:<\w+>[^<]*<\/\w+>\s*)+<\/\1>/g,
        (item, name: string) =>
          `<${name} ${[...item.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, field, value]) => `${field}="${value?.replaceAll('"', "&quot;")}"`).join(" ")}/>`,
      );
    }),
  },
  {
    name: "xml-item-missing",
    about: "XML has one item fewer than JSON.",
    trips: ["REG-SAME-01"],
    at: anywhere,
    change: xmlTree((root) => void root.children.pop()),
  },
  {
    name: "xml-item-twice",
    about: "XML has one item twice.",
    trips: ["REG-SAME-01"],
    at: anywhere,
    change: xmlTree((root) => {
      const item = root.children[0];
      if (item !== undefined) root.children.push(item);
    }),
  },
  {
    name: "empty-xml-nothing",
    about: "A page past the end has no root in XML: its body is empty.",
    trips: ["REG-XML-01"],
    at: paged,
    change: emptyXml((body) => {
      body.text = "";
    }),
  },
  {
    name: "empty-xml-other-root",
    about: "A page past the end has another root in XML.",
    trips: ["REG-XML-02"],
    at: paged,
    change: emptyXml((body) => {
      body.text = "<list/>";
    }),
  },
  {
    name: "empty-xml-as-json",
    about: "A page past the end is JSON when asked for in XML.",
    trips: ["REG-XML-08"],
    at: paged,
    change: emptyXml((body) => {
      body.text = "[]";
      body.headers.set("content-type", "application/json");
    }),
  },
  {
    name: "empty-xml-not-found",
    about: "A page past the end returns 404 when asked for in XML.",
    trips: ["REG-STATUS-01"],
    at: paged,
    change: emptyXml((body) => {
      body.status = 404;
    }),
  },
  {
    name: "empty-xml-with-rows",
    about: "A page past the end holds the first rows, but only in XML.",
    trips: ["REG-SAME-01"],
    at: paged,
    change: emptyXml(async (body, site) => body.setRows((await firstRows(site)).slice(0, 3))),
  },
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
    name: "xml-other-moment",
    about: "A date-time in XML has the time of another zone and the offset of JSON.",
    trips: ["REG-SAME-02"],
    at: hasField(({ format }) => format === "date-time"),
    change: setField(
      ({ format }) => format === "date-time",
      (value) =>
        "text" in value ? text(value.text.replace(/T\d\d/, `T${value.text.includes("T12") ? 13 : 12}`)) : value,
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
