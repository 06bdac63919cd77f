import { eachAnswer, rowProbes } from "../../checks/each.ts";
import { must, type RegisterRequirement, type Selector, should } from "../../checks/requirement.ts";
import { ifAny, namesOf, type Sentence } from "../../checks/sentence.ts";
import type { Field, Relation } from "../../contract/shape/operation.ts";
import { type Datum, describe, type ObjectDatum, present } from "../../evidence/datum.ts";
import { normalizeNumber, sameNumber } from "../../evidence/decimal.ts";
import type { OperationView, ProbeName } from "../../evidence/operation-view.ts";
import { type Finding, finding, NotJudged, notTested, type Outcome, verdict } from "../../evidence/outcome.ts";
import { dataKeys, filledPaths, rowData } from "../../evidence/same-data.ts";
import { counted } from "../../shared/text.ts";

/** Whether a row shows the nested object: present, not null, and not empty. */
function shows(row: ObjectDatum, { object }: Relation): boolean {
  const nested = present(row, object);
  return nested?.kind === "object" && nested.members.some(({ value }) => value.kind !== "null");
}

function expectShown(view: OperationView, probe: ProbeName): Outcome {
  const rows = view.objects(probe);
  const findings: Finding[] = [];
  let untested: string | undefined;
  for (const relation of view.operation.relations) {
    const withId = rows.filter((row) => present(row, relation.id) !== undefined || shows(row, relation));
    if (withId.length === 0) untested ??= `no row has ${relation.id}`;
    else if (!withId.some((row) => shows(row, relation))) {
      // All fields of a nested object are optional, so an empty one does not prove that it is omitted.
      if (withId.some((row) => present(row, relation.object)?.kind === "object")) {
        untested ??= `every ${relation.object} is empty`;
        continue;
      }
      findings.push(
        finding(
          probe,
          "body",
          `${relation.object} on at least one row with ${relation.id}`,
          `none on ${counted(withId.length, "row")}`,
        ),
      );
    }
  }
  return findings.length === 0 && untested !== undefined ? notTested(untested) : verdict(findings);
}

function expectHidden(view: OperationView, probe: ProbeName): Outcome {
  const rows = view.objects(probe);
  if (rows.length === 0) return notTested("the resource has no rows");
  const findings = view.operation.relations.flatMap((relation) => {
    const index = rows.findIndex((row) => shows(row, relation));
    return index < 0 ? [] : [finding(probe, `/${index}/${relation.object}`, "no nested object", "one")];
  });
  return verdict(findings);
}

/**
 * Compares the rows of a response with those of the plain one. A nested object is only the expanded form of its identifier, so
 * the rest of the rows is the same, in any order; a field that has no value in one of the responses says nothing.
 */
function otherRows(view: OperationView, probe: ProbeName): Finding[] {
  const [plain, rows] = [view.objects("json"), view.objects(probe)];
  if (rows.length !== plain.length)
    return [
      finding(
        probe,
        "body",
        `${counted(plain.length, "item")}, as without expand_relations`,
        counted(rows.length, "item"),
      ),
    ];
  if (rows.length === 0) throw new NotJudged("not tested", "the resource has no rows");
  const filled = [plain, rows].map((some) => filledPaths(some.map((row) => rowData(view.operation.fields, row))));
  const fields = view.operation.fields.filter(({ name }) => filled.every((paths) => paths.has(`/${name}`)));
  const unmatched = unmatchedRow(fields, rows, plain);
  return unmatched < 0
    ? []
    : [finding(probe, `/${unmatched}`, "the data of a row without expand_relations", "data that matches no such row")];
}

/** The position of the first row with data that no row of the others has, in any order; -1 if there is none. */
function unmatchedRow(fields: readonly Field[], rows: readonly Datum[], others: readonly Datum[]): number {
  const remaining = Map.groupBy(dataKeys(fields, others), (key) => key);
  return dataKeys(fields, rows).findIndex((key) => remaining.get(key)?.pop() === undefined);
}

/** Compares the plain response with the one for the default value: whatever the parameter does, they have the same rows. */
function otherThanDefault(view: OperationView): Outcome {
  const { expand, fields } = view.operation;
  const byDefault = `expand_relations=${expand?.byDefault}, the default`;
  const [plain, rows] = [view.objects("json"), view.objects(expand?.byDefault === true ? "expanded" : "collapsed")];
  if (rows.length !== plain.length)
    return verdict([
      finding("json", "body", `${counted(rows.length, "item")}, as with ${byDefault}`, counted(plain.length, "item")),
    ]);
  if (rows.length === 0) return notTested("the resource has no rows");
  const unmatched = unmatchedRow(fields, plain, rows);
  return verdict(
    unmatched < 0
      ? []
      : [finding("json", `/${unmatched}`, `the data of a row with ${byDefault}`, "data that matches no such row")],
  );
}

/** The nested objects that the rows of a response show, row by row. */
const shownIn = (view: OperationView, probe: ProbeName, relations: readonly Relation[]) =>
  [...view.objects(probe).entries()].flatMap(([index, row]) =>
    relations.filter((relation) => shows(row, relation)).map((relation) => ({ index, row, relation })),
  );

type Mismatch = { expected: string; found: string };

/** Judges every nested object that rows show, in every response; not tested if it can judge none. */
function eachShown(
  view: OperationView,
  relations: readonly Relation[],
  judge: (row: ObjectDatum, relation: Relation) => Mismatch | "not judged" | undefined,
): Outcome {
  let shown = 0;
  let judged = 0;
  const outcome = eachAnswer(view, rowProbes, (probe) =>
    shownIn(view, probe, relations).flatMap(({ index, row, relation }) => {
      shown += 1;
      const wrong = judge(row, relation);
      if (wrong === "not judged") return [];
      judged += 1;
      return wrong === undefined ? [] : [{ probe, at: `/${index}/${relation.id}`, ...wrong }];
    }),
  );
  if (outcome.state !== "pass" || judged > 0) return outcome;
  return notTested(shown === 0 ? "no row shows a nested object" : "no nested object has an id next to an identifier");
}

/** Compares nested objects of the same identifier with the first in the response. A field that either omits says nothing. */
function checkOneForm(view: OperationView): Outcome {
  let compared = 0;
  const outcome = eachAnswer(view, rowProbes, (probe) => {
    const forms = new Map<string, { index: number; data: Map<string, string> }>();
    return shownIn(view, probe, view.operation.relations).flatMap(({ index, row, relation }): Finding[] => {
      const [id, nested] = [present(row, relation.id), present(row, relation.object)];
      if (id?.kind !== "number" || nested === undefined) return [];
      const inner = view.operation.fields.find(({ name }) => name === relation.object)?.fields ?? [];
      // REG-NEST-01 judges the object's own id.
      const data = rowData(
        inner.filter(({ name }) => name !== "id"),
        nested,
      );
      const key = `${relation.id} ${normalizeNumber(id.text)}`;
      const known = forms.get(key);
      if (known === undefined) {
        forms.set(key, { index, data });
        return [];
      }
      compared += 1;
      const others = [...data].filter(([path, value]) => (known.data.get(path) ?? value) !== value);
      const expected = `the same as at /${known.index}, which has the same ${relation.id}`;
      return others.map(([path]) =>
        finding(probe, `/${index}/${relation.object}${path}`, expected, "a different value"),
      );
    });
  });
  return outcome.state === "pass" && compared === 0
    ? notTested("no two rows of a response show a nested object for the same identifier")
    : outcome;
}

const expands: Selector = {
  about: "operations that take expand_relations and have nested objects",
  test: ({ expand, relations }) => expand !== undefined && relations.length > 0,
};

const nests: Selector = {
  about: "resources with nested objects",
  test: ({ relations }) => relations.length > 0,
};

const ownId = (relation: Relation): boolean => relation.hasOwnId;

/** A list that comes at once: the same page need not have the same rows. */
const expandsByDefault: Selector = {
  about: "operations with a default for expand_relations that return all items at once",
  test: ({ expand, paged }) => expand?.byDefault !== undefined && !paged,
};

const expandedForm: Sentence = {
  section: "2.1",
  text: ifAny(
    nests.test,
    "Object-valued fields appear with an identifier in a field next to them: the object is the expanded form of that identifier.",
  ),
};

const isNamedAfter: Sentence = {
  section: "4.4",
  text: ifAny(
    ({ expand }) => expand !== undefined,
    "Some operations take `expand_relations`, an optional boolean. Its name speaks of nested objects (section 2.1); what it does is not shown.",
  ),
};

const expandsBy = (byDefault: boolean): string =>
  namesOf(({ expand }) => expand !== undefined && expand.byDefault === byDefault) || "none";

const defaults: Sentence = {
  section: "4.4",
  text: ifAny(
    expandsByDefault.test,
    `The default of \`expand_relations\` is false for ${expandsBy(false)}, true for ${expandsBy(true)}.`,
  ),
};

export const relationRequirements: readonly RegisterRequirement[] = [
  should({
    id: "REG-EXPAND-01",
    title: "With expand_relations=true, nested objects appear.",
    judges: [isNamedAfter],
    selects: expands,
    needs: ["expanded"],
    beyondMock: "parameters",
    check: (view) => expectShown(view, "expanded"),
  }),
  should({
    id: "REG-EXPAND-02",
    title: "With expand_relations=false, no nested object appears.",
    judges: [isNamedAfter],
    selects: expands,
    needs: ["collapsed"],
    beyondMock: "parameters",
    check: (view) => expectHidden(view, "collapsed"),
  }),
  must({
    id: "REG-EXPAND-03",
    title: "Without expand_relations, the items are the same as with the operation's default.",
    judges: [defaults],
    selects: expandsByDefault,
    needs: ["json", "expanded", "collapsed"],
    beyondMock: "parameters",
    compares: "in any order",
    check: otherThanDefault,
  }),
  should({
    id: "REG-EXPAND-04",
    title: "The items are the same with and without expand_relations, except for nested objects.",
    judges: [isNamedAfter, expandedForm],
    selects: {
      about: "operations that take expand_relations and return all items at once",
      test: ({ expand, paged }) => expand !== undefined && !paged,
    },
    needs: ["expanded", "collapsed", "json"],
    beyondMock: "parameters",
    compares: "in any order",
    check: (view) => eachAnswer(view, ["expanded", "collapsed"], (probe) => otherRows(view, probe)),
  }),
  must({
    id: "REG-NEST-01",
    title: "If a nested object has an id, it equals the identifier next to the object.",
    judges: [expandedForm],
    selects: { about: "resources whose nested objects have an id", test: ({ relations }) => relations.some(ownId) },
    needs: rowProbes,
    check: (view) =>
      eachShown(view, view.operation.relations.filter(ownId), (row, relation) => {
        const nested = present(row, relation.object);
        const inside = nested?.kind === "object" ? present(nested, "id") : undefined;
        const beside = present(row, relation.id);
        if (inside?.kind !== "number" || beside?.kind !== "number") return "not judged";
        if (sameNumber(inside.text, beside.text)) return undefined;
        return {
          expected: `the id of ${relation.object}`,
          found: `${describe(beside, view.show)}, different from ${describe(inside, view.show)}`,
        };
      }),
  }),
  must({
    id: "REG-NEST-02",
    title: "A nested object has its identifier next to it.",
    judges: [expandedForm],
    selects: nests,
    needs: rowProbes,
    check: (view) =>
      eachShown(view, view.operation.relations, (row, relation) =>
        present(row, relation.id) === undefined
          ? { expected: `the identifier of ${relation.object}`, found: "nothing" }
          : undefined,
      ),
  }),
  should({
    id: "REG-NEST-03",
    title: "In the rows of one response, the same identifier has the same expanded form.",
    judges: [expandedForm],
    selects: nests,
    needs: rowProbes,
    check: checkOneForm,
  }),
];
