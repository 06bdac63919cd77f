import { hasField, setField, text, xmlTree } from "../../checks/changes.ts";
import { anywhere, type Fault } from "../../checks/fault.ts";

export const sameFaults: readonly Fault[] = [
  {
    name: "xml-item-missing",
    about: "XML has one item fewer than JSON.",
    trips: ["REG-SAME-01"],
    at: anywhere,
    change: xmlTree((root) => void root.children.pop()),
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
