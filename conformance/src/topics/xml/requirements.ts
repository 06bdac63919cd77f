import { contentType, eachAnswer, eachRow, findingsFor, info, list, pairs, xmlProbes } from "../../checks/each.ts";
import { every, must, type RegisterRequirement, should } from "../../checks/requirement.ts";
import type { Sentence } from "../../checks/sentence.ts";
import type { Field } from "../../contract/shape/operation.ts";
import { notAcceptable, unknownEncoding } from "../../evidence/answer.ts";
import type { Datum } from "../../evidence/datum.ts";
import { isJsonInstead, type OperationView, type ProbeName } from "../../evidence/operation-view.ts";
import {
  type Finding,
  finding,
  NotJudged,
  notTested,
  type Outcome,
  observed,
  pass,
  verdict,
} from "../../evidence/outcome.ts";
import { filledPaths, rowData } from "../../evidence/same-data.ts";
import { inBothForms } from "../answers/requirements.ts";
import {
  anyField,
  type FieldSelector,
  fieldsOfResources,
  formats,
  requiredFields,
  widths,
  withIntegers,
  withRequired,
} from "../fields/requirements.ts";

function checkWellFormed(view: OperationView): Outcome {
  return eachAnswer(view, xmlProbes, (probe) => {
    const answer = view.xmlAnswer(probe);
    if (answer.unreadable?.startsWith(unknownEncoding))
      throw new NotJudged(
        "error",
        `${answer.unreadable} (is its name right? The suite reads those of https://encoding.spec.whatwg.org, such as utf-8)`,
      );
    const xml = answer.xml();
    return xml.ok ? [] : [finding(probe, "body", "one well-formed XML document", xml.problem)];
  });
}

function checkRoot(view: OperationView): Outcome {
  const expected = view.operation.xmlRoot;
  return eachAnswer(view, xmlProbes, (probe) => {
    const found = view.xmlRoot(probe).name;
    return found === expected ? [] : [finding(probe, `/${found}`, `the root ${expected}`, `the root ${found}`)];
  });
}

/** A document is judged even if it is not well-formed after its DOCTYPE. */
function checkDoctype(view: OperationView): Outcome {
  const { doctype } = view.accepted("xml").xml();
  if (doctype) return verdict([finding("xml", "body", "no DOCTYPE", "a DOCTYPE")]);
  view.xmlRoot("xml");
  return pass;
}

function checkItems(view: OperationView, id: string, judged?: FieldSelector): Outcome {
  return eachRow(view, "xml", (probe) => findingsFor(id, view, probe), judged);
}

/**
 * A field that rows have in JSON and never in XML, next to elements that JSON does not have, was renamed. Other elements in
 * addition to the fields are allowed: the contract does not forbid them.
 */
function checkNames(view: OperationView): Outcome {
  return eachAnswer(view, ["xml", "expandedXml"], (probe) => {
    if (view.rows(probe).length === 0) throw new NotJudged("not tested", "the XML has no items");
    const findings = findingsFor("REG-XML-03", view, probe);
    return findings.length === 0 ? renamed(view, probe) : findings;
  });
}

function renamed(view: OperationView, probe: ProbeName): Finding[] {
  const { fields } = view.operation;
  const inItems = undeclared(fields, view.rows(probe));
  if (inItems.size === 0) return [];
  const inJson = view.knownRows(pairs.get(probe) ?? "json") ?? [];
  const inRows = undeclared(fields, inJson);
  const unknown = [...inItems].filter((path) => !inRows.has(path));
  const inXml = filledPaths(view.rows(probe).map((row) => rowData(fields, row)));
  const lost = [...filledPaths(inJson.map((row) => rowData(fields, row)))].filter((path) => !inXml.has(path));
  // Of a list, the items are lost one by one, but renamed together.
  const fieldsLost = new Set(lost.map((path) => path.replace(/(?:\/\d+)+$/, "")));
  return [...fieldsLost].flatMap((path) => {
    const parent = path.slice(0, path.lastIndexOf("/"));
    const replacement = unknown.find((one) => one.slice(0, one.lastIndexOf("/")) === parent);
    if (replacement === undefined) return [];
    // It may be text of a row, of which a `<` was not escaped.
    const shown = view.show === "values" ? replacement : `${parent}/…`;
    return [
      finding(probe, view.place(probe, `/0${shown}`), `an element ${path.slice(1)}`, `an element ${shown.slice(1)}`),
    ];
  });
}

/** The paths of names that are not in the contract. */
function undeclared(fields: readonly Field[], rows: readonly Datum[], path = ""): Set<string> {
  const unknown = new Set<string>();
  for (const row of rows) {
    if (row.kind !== "object") continue;
    for (const { name, value } of row.members) {
      const field = fields.find((one) => one.name === name);
      if (field === undefined) unknown.add(`${path}/${name}`);
      else if (field.fields !== undefined)
        for (const inner of undeclared(field.fields, [value], `${path}/${name}`)) unknown.add(inner);
      else if (field.items?.fields !== undefined && value.kind === "array")
        for (const [index, item] of value.items.entries())
          for (const inner of undeclared(field.items.fields, [item], `${path}/${name}/${index}`)) unknown.add(inner);
    }
  }
  return unknown;
}

function notXml(view: OperationView, probe: ProbeName): Finding[] {
  const answer = view.answer(probe);
  const refused = notAcceptable.has(answer.status);
  if (answer.status !== 200 && !refused) view.accepted(probe);
  if (!refused && !isJsonInstead(answer)) return [];
  const when =
    probe === "xml" ? "as other operations return it when asked this way" : "even when there is nothing to list";
  return [finding(probe, "body", `XML, ${when}`, refused ? `status ${answer.status}` : "JSON")];
}

function itemNames(view: OperationView): Outcome {
  const names = new Set(view.xmlRoot("xml").children.map(({ name }) => name));
  return names.size === 0 ? notTested("the XML has no items") : observed(`item elements are named ${list(names)}`);
}

const oneRoot: Sentence = {
  section: "4.6",
  text: "In XML: one root element, named by the operation, with child elements named after the fields.",
};

const declared: readonly RegisterRequirement[] = [
  must({
    id: "REG-XML-01",
    title: "An XML response is one well-formed document with one root.",
    judges: [oneRoot],
    selects: every,
    needs: xmlProbes,
    check: checkWellFormed,
  }),
  must({
    id: "REG-XML-02",
    title: "The root element has the operation's root name.",
    section: "4.7",
    judges: [oneRoot],
    selects: every,
    needs: xmlProbes,
    check: checkRoot,
  }),
  must({
    id: "REG-XML-03",
    title: "An item's child elements are named after the fields, and none is repeated.",
    section: "4.6",
    judges: [fieldsOfResources, oneRoot],
    selects: every,
    needs: ["xml", "json", "expanded", "expandedXml"],
    check: checkNames,
  }),
  must({
    id: "REG-XML-04",
    title: "An element's text is a valid value of its field's type.",
    judges: [fieldsOfResources, widths, formats],
    selects: every,
    needs: xmlProbes,
    check: (view) => checkItems(view, "REG-XML-04", anyField),
  }),
  must({
    id: "REG-XML-05",
    title: "Every XML item has its required fields, each with a value.",
    judges: [requiredFields],
    selects: withRequired,
    needs: xmlProbes,
    check: (view) => checkItems(view, "REG-XML-05"),
  }),
  should({
    id: "REG-XML-06",
    title: "An XML response declares an XML content type.",
    judges: [oneRoot],
    selects: every,
    needs: ["xml"],
    check: (view) => verdict(contentType("xml", view.xmlAnswer("xml"))),
  }),
  should({
    id: "REG-XML-07",
    title: "An XML document has no DOCTYPE.",
    judges: [oneRoot],
    selects: every,
    needs: ["xml"],
    check: checkDoctype,
  }),
  // Not a MUST: how the representation is chosen is not shown, and another operation may want to be asked in another way.
  should({
    id: "REG-XML-08",
    title: "Every operation responds in XML if asked for it in the way that works for others.",
    judges: [inBothForms],
    selects: every,
    needs: ["xml", "pastXml"],
    check: (view) => {
      // If there is no XML at all, that is not a failure of the empty page.
      const findings = notXml(view, "xml");
      if (findings.length > 0) return verdict(findings);
      return eachAnswer(view, ["xml", "pastXml"], (probe) => {
        const others = notXml(view, probe);
        // An HTML page is not XML either: REG-XML-01 judges that.
        if (others.length === 0) view.xmlRoot(probe);
        return others;
      });
    },
  }),
  should({
    id: "REG-XML-09",
    title: "An integer in XML is written in digits only, without an exponent or decimal point.",
    judges: [widths],
    selects: withIntegers,
    needs: xmlProbes,
    check: (view) => checkItems(view, "REG-XML-09", withIntegers),
  }),
  info("REG-INFO-07", "The names of item elements.", "4.6", every, ["xml"], itemNames),
];

export const xmlRequirements: readonly RegisterRequirement[] = declared.map((one) => ({
  ...one,
  concerns: one.id === "REG-INFO-07" ? ["lists", "xml"] : ["xml"],
}));
