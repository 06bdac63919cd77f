import { copyRow, type MutableResponse } from "../../checks/body.ts";
import { changeNested, everyRow, isPlain, number, xmlTree } from "../../checks/changes.ts";
import type { Fault, FaultSite, ResponseChange } from "../../checks/fault.ts";
import type { Operation } from "../../contract/shape/operation.ts";
import { type Datum, present } from "../../evidence/datum.ts";
import { offsetOf, parameter } from "../../evidence/request.ts";
import type { XmlElement } from "../../evidence/xml.ts";

const expandsByDefault =
  (value: boolean) =>
  (operation: Operation): boolean =>
    operation.expand?.byDefault === value && operation.relations.length > 0;
const expands = (operation: Operation): boolean => operation.expand !== undefined && operation.relations.length > 0;

/** Nested objects are always there, so a wrong one trips nothing about expand_relations. */
const nests = (operation: Operation): boolean => operation.relations.length > 0 && operation.expand === undefined;

const nestsIds = (operation: Operation): boolean =>
  nests(operation) && operation.relations.some(({ hasOwnId }) => hasOwnId);

/** Responds as if `expand_relations` had another value, in both representations. */
async function respondAs(value: "true" | "false", body: MutableResponse, site: FaultSite): Promise<void> {
  const other = await site.ask({ query: [["expand_relations", value]], as: "json" });
  const rows = other?.rows();
  if (rows !== undefined) body.setRows(rows);
}

/** Responds to requests without the parameter as if it had that value. */
const byDefault =
  (instead: "true" | "false"): ResponseChange =>
  (body, site) =>
    isPlain(site) && body.isRows && parameter(site.request, "expand_relations") === undefined
      ? respondAs(instead, body, site)
      : undefined;

/** Whether a request is for nested objects, by the parameter or its default; undefined if neither says so. */
const asksFor = ({ request }: FaultSite): string | undefined =>
  parameter(request, "expand_relations") ?? request?.operation.expand?.byDefault?.toString();

/** Responds as with one value to requests for the other. */
const always =
  (value: "true" | "false"): ResponseChange =>
  (body, site) =>
    isPlain(site) && body.isRows && asksFor(site) === (value === "true" ? "false" : "true")
      ? respondAs(value, body, site)
      : undefined;

/** Duplicates the first field of every nested object. */
const nestedTwice = (where: "json" | "xml"): ResponseChange =>
  everyRow((row, { relations }) => {
    for (const { object } of relations) {
      const nested = present(row, object);
      if (nested?.kind === "object") nested.members.unshift(...nested.members.slice(0, 1));
    }
  }, where);

/** Changes every nested object of XML responses. */
const nestedInXml = (edit: (element: XmlElement) => void): ResponseChange =>
  xmlTree((root, { request }) => {
    const names = request?.operation.relations.map(({ object }) => object) ?? [];
    for (const element of root.children.flatMap(({ children }) => children))
      if (names.includes(element.name)) edit(element);
  });

/** The row with every string in its nested objects changed. */
function otherForm(row: Datum, { relations }: Operation): Datum {
  const copy = copyRow(row);
  for (const { object } of relations) {
    const nested = copy === undefined ? undefined : present(copy, object);
    for (const { value } of nested?.kind === "object" ? nested.members : [])
      if (value.kind === "string") value.text = `${value.text} 2`;
  }
  return copy ?? row;
}

export const relationFaults: readonly Fault[] = [
  {
    name: "expand-default-off",
    about: "Nested objects are omitted by default where the default shows them.",
    trips: ["REG-EXPAND-03"],
    at: expandsByDefault(true),
    change: byDefault("false"),
  },
  {
    name: "expand-default-on",
    about: "Nested objects are shown by default where the default omits them.",
    trips: ["REG-EXPAND-03"],
    at: expandsByDefault(false),
    change: byDefault("true"),
  },
  {
    name: "expand-true-ignored",
    about: "expand_relations=true expands nothing, sent or by default.",
    trips: ["REG-EXPAND-01"],
    at: expands,
    change: always("false"),
  },
  {
    name: "expand-false-ignored",
    about: "expand_relations=false omits nothing, sent or by default.",
    trips: ["REG-EXPAND-02"],
    at: expands,
    change: always("true"),
  },
  {
    name: "expand-leaves-rows-out",
    about: "Where nested objects are shown, rows without one are omitted.",
    trips: ["REG-EXPAND-04"],
    at: expands,
    change: (body, site) => {
      const { operation } = site.request ?? {};
      const rows = isPlain(site) ? body.rows() : undefined;
      const isShown = (row: Datum): boolean =>
        row.kind === "object" && operation?.relations.some(({ object }) => present(row, object) !== undefined) === true;
      if (rows?.some(isShown)) body.setRows(rows.filter(isShown));
    },
  },
  {
    name: "expand-other-identifier",
    about: "expand_relations=true, sent or by default, gives a row the identifier of another nested object.",
    trips: ["REG-EXPAND-04"],
    // If the object has an id of its own, REG-NEST-01 notices it too.
    at: (operation) => expands(operation) && !operation.relations.some(({ hasOwnId }) => hasOwnId),
    change: (body, site) => {
      if (asksFor(site) !== "true") return;
      const names = site.request?.operation.relations.map(({ id }) => id) ?? [];
      const [row, ...rows] = body.rows() ?? [];
      if (row?.kind !== "object") return;
      const members = row.members.map((one) =>
        names.includes(one.name) ? { name: one.name, value: number("424242") } : one,
      );
      body.setRows([{ kind: "object", members }, ...rows]);
    },
  },
  {
    name: "nested-renamed-in-xml",
    about: "XML renames a field of a nested object that expand_relations=true shows.",
    trips: ["REG-SAME-02", "REG-XML-03"],
    at: expandsByDefault(false),
    change: nestedInXml(({ children }) => {
      for (const inner of children) if (inner.name === "naziv") inner.name = "title";
    }),
  },
  {
    name: "nested-name-twice",
    about: "A nested object has a field twice.",
    trips: ["REG-JSON-04"],
    at: nests,
    change: nestedTwice("json"),
  },
  {
    name: "nested-other-id",
    about: "A nested object belongs to another identifier.",
    trips: ["REG-NEST-01"],
    at: nestsIds,
    change: changeNested((row, { object, hasOwnId }) => {
      const nested = present(row, object);
      const id = nested?.kind === "object" && hasOwnId ? nested.members.find(({ name }) => name === "id") : undefined;
      if (id !== undefined) id.value = number("424242");
    }),
  },
  {
    name: "nested-without-identifier",
    about: "A nested object has no identifier next to it.",
    trips: ["REG-NEST-02"],
    at: nests,
    change: changeNested((row, { id }) => {
      row.members = row.members.filter(({ name }) => name !== id);
    }),
  },
  {
    name: "nested-other-form",
    about: "Nested objects have different texts on every second row.",
    trips: ["REG-NEST-03"],
    at: nests,
    change: (body, site) => {
      const { operation } = site.request ?? {};
      const rows = isPlain(site) ? body.rows() : undefined;
      if (operation === undefined || rows === undefined) return;
      body.setRows(
        rows.map((row, index) => ((index + offsetOf(site.request)) % 2 === 0 ? row : otherForm(row, operation))),
      );
    },
  },
];
