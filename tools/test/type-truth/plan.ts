/** What `spec:diff` claims about each case of its corpus, and which cases can be tried together. */
import type { Change } from "../../src/spec-diff/change.ts";
import { compareSpecs } from "../../src/spec-diff/compare.ts";
import { apply, type Case, type Edit } from "../../src/spec-diff/corpus/case.ts";
import { changesOf } from "../../src/spec-diff/corpus/changes.ts";
import type { Specs } from "../../src/spec-diff/specs.ts";

/** A case with the changes that `spec:diff` reports. */
export interface Judged extends Case {
  changes: Change[];
  /**
   * `breaks`: compilers notice it. `compiles`: compilers notice nothing, whether it is safe or breaks at run time. `risky`: no claim,
   * they may or may not.
   */
  claim: "breaks" | "compiles" | "risky";
}

/** Cases that share one generation: one spec before, one after. */
export interface Group {
  cases: Judged[];
  before: Specs;
  after: Specs;
}

export async function judge(cases: Case[]): Promise<Judged[]> {
  return Promise.all(
    cases.map(async (one) => {
      const changes = await changesOf(one);
      const seen = changes.some(({ noticed }) => noticed === "compile");
      const risky = changes.some(({ verdict }) => verdict === "risky");
      return { ...one, changes, claim: seen ? "breaks" : risky ? "risky" : "compiles" };
    }),
  );
}

/**
 * Groups cases, each into the first group where it fits: where it can be applied, and is still reported, with the others.
 *
 * @param apart - whether two cases must not be in the same group.
 */
export async function group(specs: Specs, cases: Judged[], apart: (a: Judged, b: Judged) => boolean): Promise<Group[]> {
  const groups: Judged[][] = [];
  for (const one of cases) {
    const fit = groups.find((others) => others.every((other) => !apart(one, other)));
    if (fit) fit.push(one);
    else groups.push([one]);
  }
  const made = await Promise.all(groups.map((members) => withoutHidden(specs, members)));
  const left = made.flatMap((one) => one.left);
  return [...made.map((one) => one.group), ...(left.length > 0 ? await group(specs, left, apart) : [])];
}

/** A group of the cases that can be together, at least one, and the cases left over. */
async function withoutHidden(specs: Specs, members: Judged[]): Promise<{ group: Group; left: Judged[] }> {
  const made: Judged[] = [];
  for (const one of members) if (canBeMade(specs, [...made, one])) made.push(one);
  const lost = await hidden(together(specs, made));
  const unhidden = made.filter(({ name }) => !lost.some(([other]) => other === name));
  const kept = unhidden.length > 0 ? unhidden : made.slice(0, 1);
  return { group: together(specs, kept), left: members.filter((one) => !kept.includes(one)) };
}

/** An edit may have nothing left to change after the edits of other cases. */
function canBeMade(specs: Specs, cases: Judged[]): boolean {
  try {
    together(specs, cases);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("Nothing ")) return false;
    throw error;
  }
}

function together(specs: Specs, cases: Judged[]): Group {
  const before = apply(
    specs,
    cases.flatMap(({ given = [] }) => given),
  );
  const after = apply(
    before,
    cases.flatMap(({ edits }) => edits),
  );
  return { cases, before, after };
}

/** What `spec:diff` reports for a case alone but not for the group, by the name of the case. */
export async function hidden({ before, after, cases }: Group): Promise<[string, string][]> {
  const reported = new Set((await compareSpecs(before, after)).map(({ message }) => message));
  return cases.flatMap(({ name, changes }) =>
    changes.flatMap(({ message }): [string, string][] => (reported.has(message) ? [] : [[name, message]])),
  );
}

/** Two that affect the same operation cannot be told apart by the compile errors. */
export const hitSameOperation = (a: Judged, b: Judged): boolean =>
  a.operations.some((id) => b.operations.includes(id)) || editSamePlace(a, b);

/** Whether one edit undoes or hides the other: one place is within the other, or the texts are the same. */
export function editSamePlace(a: Judged, b: Judged): boolean {
  const within = (inner: string, outer: string): boolean => `${inner}/`.startsWith(`${outer}/`);
  return placesOf(a).some((one) => placesOf(b).some((other) => within(one, other) || within(other, one)));
}

/** Type and format of a value are judged together, and so is the XML form of a schema. */
const placesOf = ({ given = [], edits }: Case): string[] =>
  [...given, ...edits].map((edit) =>
    placeOf(edit)
      .replace(/\/(type|format)$/, "/type")
      .replace(/\/xml\/\w+$/, "/xml"),
  );

function placeOf(edit: Edit): string {
  if ("set" in edit) return edit.set;
  if ("remove" in edit) return edit.remove;
  if ("rename" in edit) return edit.rename;
  if ("refer" in edit) return `/components/schemas/${edit.refer}`;
  if ("sdl" in edit) return `sdl:${edit.sdl}`;
  return `document:${edit.document}`;
}
