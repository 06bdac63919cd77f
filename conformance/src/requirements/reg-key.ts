import { canonical, type Datum, scalars } from "../evidence/datum.ts";
import type { Answer } from "../exchange/answer.ts";
import type { OperationView } from "../run/operation-view.ts";
import { allProbes, type ProbeName } from "../run/probes.ts";
import {
  every,
  type Finding,
  NotJudged,
  notTested,
  type Outcome,
  pass,
  type RegisterRequirement,
  verdict,
} from "./requirement.ts";

/** Statuses by which a gateway says that it is busy: they say nothing about the key. */
const busy = new Set([408, 429, 502, 503, 504]);

/** A value that stands in an answer by no accident: a word of four characters, or a number of five digits. */
const telling = (text: string): boolean =>
  /^[\d.eE+-]+$/.test(text) ? text.replace(/\D/g, "").length >= 5 : text.trim().length >= 4;

/** Every object inside a value, at any depth. */
function* objects(value: Datum): Generator<Datum> {
  if (value.kind === "object") yield value;
  const inside =
    value.kind === "object" ? value.members.map((one) => one.value) : value.kind === "array" ? value.items : [];
  for (const one of inside) yield* objects(one);
}

/** The texts of a body that is JSON or XML; else undefined. */
function* texts(body: Answer): Generator<string> {
  const json = body.json();
  if (json.ok) {
    yield* scalars(json.value);
    return;
  }
  const xml = body.xml();
  if (!xml.ok) return;
  const open = [xml.root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    if (element.children.length === 0) yield element.text.trim();
    open.push(...element.children);
  }
}

/**
 * Whether a body shows values of rows that only a key should show: two telling ones of a row. Rows with a single telling value,
 * as names of languages, must be several: a page in the browser may offer "Hrvatski" and "English" to everybody.
 */
function showsRow(body: Answer, rows: readonly Datum[]): boolean {
  const json = body.json();
  const known = new Set(rows.filter((row) => row.kind === "object" && row.members.length > 1).map(canonical));
  if (json.ok && [...objects(json.value)].some((object) => known.has(canonical(object)))) return true;
  const values = new Set(texts(body));
  const shown = (text: string): boolean => values.has(text) || (values.size === 0 && body.text.includes(text));
  let single = 0;
  for (const row of rows) {
    const marks = [...new Set(scalars(row))].filter(telling);
    const count = marks.filter(shown).length;
    if (count >= 2) return true;
    if (marks.length === 1) single += count;
  }
  return single >= Math.min(3, rows.length) && single > 0;
}

/** The number of items with fields of the resource in an answer that looks like the operation's own. */
function items(view: OperationView, body: Answer): number {
  const json = body.json();
  if (json.ok && json.value.kind === "array") {
    const names = new Set(view.operation.fields.map(({ name }) => name));
    return json.value.items.filter((item) => item.kind === "object" && item.members.some(({ name }) => names.has(name)))
      .length;
  }
  const xml = body.xml();
  return xml.ok && xml.root.name === view.operation.xmlRoot ? xml.root.children.length : 0;
}

function checkRefusal(view: OperationView, probe: ProbeName): Outcome {
  const body = view.answer(probe);
  if (busy.has(body.status)) throw new NotJudged("error", `status ${body.status}, which says nothing about the key`);
  const known = view.probesWithRows(["json"]).length === 0 ? [] : view.rows("json");
  const findings: Finding[] = [];
  const expected = `no data ${allProbes[probe].about}`;
  const count = body.status === 200 ? items(view, body) : 0;
  if (count > 0) findings.push({ probe, at: "body", expected, found: `status ${body.status} and ${count} items` });
  else if (showsRow(body, known))
    findings.push({ probe, at: "body", expected, found: `values of a row in the body, under status ${body.status}` });
  if (findings.length > 0) return verdict(findings);
  // An empty list for everybody is no refusal, and no data either.
  return body.status === 200 && known.length === 0
    ? notTested("the operation shows no rows with a valid key either")
    : pass;
}

function keyRequirement(id: string, title: string, probe: ProbeName): RegisterRequirement {
  return {
    id,
    level: "MUST",
    title,
    section: "5",
    selects: every,
    needs: [probe, "json"],
    beyondMock: "keys",
    check: (view) => checkRefusal(view, probe),
  };
}

export const keyRequirements: readonly RegisterRequirement[] = [
  keyRequirement("REG-KEY-01", "A request without a key gets no data, whatever the status.", "noKey"),
  keyRequirement("REG-KEY-02", "A request with an empty key gets no data, whatever the status.", "emptyKey"),
  keyRequirement(
    "REG-KEY-03",
    "A request with a key that nobody was given gets no data, whatever the status.",
    "wrongKey",
  ),
];
