import { firstRowsAt, hasField, inXml, setField, text, xmlTree } from "../../checks/changes.ts";
import { anywhere, type Fault } from "../../checks/fault.ts";
import { isPaged } from "../../checks/probe.ts";
import { emptyXml, isText, withText } from "../xml/faults.ts";

export const sameFaults: readonly Fault[] = [
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
    name: "empty-xml-with-rows",
    about: "A page past the end holds the first rows, but only in XML.",
    trips: ["REG-SAME-01"],
    at: isPaged,
    change: emptyXml(async (body, site) => body.setRows((await firstRowsAt(site)).slice(0, 3))),
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
];
