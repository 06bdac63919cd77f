import { eachAnswer, pairs, xmlProbes } from "../../checks/each.ts";
import { every, must, type RegisterRequirement } from "../../checks/requirement.ts";
import { nothing } from "../../evidence/datum.ts";
import type { OperationView, ProbeName } from "../../evidence/operation-view.ts";
import { type Finding, finding, NotJudged, type Outcome } from "../../evidence/outcome.ts";
import { dataKeys, differences, rowData } from "../../evidence/same-data.ts";
import { counted } from "../../shared/text.ts";
import { inBothForms } from "../answers/requirements.ts";

function eachPair(view: OperationView, check: (xml: ProbeName, json: ProbeName) => readonly Finding[]): Outcome {
  return eachAnswer(view, xmlProbes, (xml) => check(xml, pairs.get(xml) ?? "json"));
}

function countDiffers(view: OperationView, xml: ProbeName, json: ProbeName): Finding[] {
  const expected = view.rows(json).length;
  const root = view.xmlRoot(xml);
  const found = root.children.length;
  return expected === found
    ? []
    : [finding(xml, `/${root.name}`, `${counted(expected, "item")}, as in JSON`, counted(found, "item"))];
}

function dataDiffers(view: OperationView, xml: ProbeName, json: ProbeName): Finding[] {
  const { fields } = view.operation;
  const rows = view.objects(json);
  const items = view.rows(xml);
  if (rows.length === 0 || items.length === 0) throw new NotJudged("not tested", "there are no rows to compare");
  if (rows.length !== items.length) {
    throw new NotJudged("not tested", "JSON and XML have different numbers of items (REG-SAME-01)");
  }
  // The contract shows no order: the same rows in another order are the same data.
  const [left, right] = [dataKeys(fields, rows), dataKeys(fields, items)];
  if (left.every((key, index) => key === right[index])) return [];
  const sorted = right.toSorted();
  if (left.toSorted().every((key, index) => key === sorted[index])) return [];
  return rows.flatMap((one, index): Finding[] => {
    const row = rowData(fields, one);
    const other = rowData(fields, items[index] ?? nothing);
    return differences(row, other).map((path) =>
      finding(
        xml,
        view.place(xml, `/${index}${path}`),
        `the value of JSON /${index}${path}, ${value(view, row.get(path))}`,
        `${value(view, other.get(path), "different ")}${ofEncoding(row.get(path), other.get(path))}`,
      ),
    );
  });
}

/** A hint if two texts differ only in letters that encodings disagree about: `č` as `Ä`, or as `?`. */
function ofEncoding(one = "", other = ""): string {
  const [left, right] = [one, other].map((text) => text.replace(/[^ -~]|\?/g, ""));
  return left !== "" && left === right ? ", the same in ASCII: is the encoding right?" : "";
}

/** Describes a value, showing it only if the user asked for values. */
function value(view: OperationView, text: string | undefined, different = ""): string {
  if (text === undefined) return "nothing";
  return view.show === "values" ? JSON.stringify(text) : `a ${different}value of ${counted(text.length, "character")}`;
}

export const sameRequirements: readonly RegisterRequirement[] = [
  must({
    id: "REG-SAME-01",
    title: "JSON and XML responses to one request have the same number of items.",
    judges: [inBothForms],
    selects: every,
    concerns: ["lists", "xml"],
    needs: [...pairs].flat(),
    compares: "in any order",
    check: (view) => eachPair(view, (xml, json) => countDiffers(view, xml, json)),
  }),
  must({
    id: "REG-SAME-02",
    title: "JSON and XML responses to one request carry the same data.",
    judges: [inBothForms],
    selects: every,
    concerns: ["xml"],
    needs: [...pairs].flat(),
    compares: "in order",
    check: (view) => eachPair(view, (xml, json) => dataDiffers(view, xml, json)),
  }),
];
