/** What `spec:diff` claims about each case of its corpus, and which cases can be tried together. */
import { type ApiChange, compareSpecs } from "../../src/compatibility/compare.ts";
import { apply, type Case, type Edit } from "../../src/compatibility/corpus/case.ts";
import type { Specs } from "../../src/compatibility/specs.ts";

/** A case, with what `spec:diff` says of it. */
export interface Judged extends Case {
  changes: ApiChange[];
  /**
   * `breaks`: caught by compilers. `compiles`: nothing of it is seen by compilers, be it safe or breaking at run time. `risky`: no claim,
   * it may or may not.
   */
  claim: "breaks" | "compiles" | "risky";
}

/** Cases that are generated from together: one spec before, one after. */
export interface Group {
  cases: Judged[];
  before: Specs;
  after: Specs;
}

export async function judge(specs: Specs, cases: Case[]): Promise<Judged[]> {
  return Promise.all(
    cases.map(async (one) => {
      const before = apply(specs, one.given ?? []);
      const changes = await compareSpecs(before, apply(before, one.edits));
      const seen = changes.some(({ noticed }) => noticed === "compile");
      const risky = changes.some(({ verdict }) => verdict === "risky");
      return { ...one, changes, claim: seen ? "breaks" : risky ? "risky" : "compiles" };
    }),
  );
}

/**
 * Puts cases into groups, each into the first where it fits: where it can be made, and is still reported, beside the others.
 *
 * @param apart - whether two cases must not meet.
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

/** The group of those that can be together, one at least, and those left over. */
async function withoutHidden(specs: Specs, members: Judged[]): Promise<{ group: Group; left: Judged[] }> {
  const made: Judged[] = [];
  for (const one of members) if (canBeMade(specs, [...made, one])) made.push(one);
  const lost = await hidden(together(specs, made));
  const unhidden = made.filter(({ name }) => !lost.some(([other]) => other === name));
  const kept = unhidden.length > 0 ? unhidden : made.slice(0, 1);
  return { group: together(specs, kept), left: members.filter((one) => !kept.includes(one)) };
}

/** After some edits there is nothing left for others to edit. */
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

/** What `spec:diff` says of a case alone and no longer says of the group, by the name of the case. */
export async function hidden({ before, after, cases }: Group): Promise<[string, string][]> {
  const said = new Set((await compareSpecs(before, after)).map(({ message }) => message));
  return cases.flatMap(({ name, changes }) =>
    changes.flatMap(({ message }): [string, string][] => (said.has(message) ? [] : [[name, message]])),
  );
}

/** Two that hit one operation cannot be told apart by what no longer compiles. */
export const hitSameOperation = (a: Judged, b: Judged): boolean =>
  a.operations.some((id) => b.operations.includes(id)) || editSamePlace(a, b);

/** Whether one edit undoes or hides the other: a place within another, or a text. */
export function editSamePlace(a: Judged, b: Judged): boolean {
  const within = (inner: string, outer: string): boolean => `${inner}/`.startsWith(`${outer}/`);
  return placesOf(a).some((one) => placesOf(b).some((other) => within(one, other) || within(other, one)));
}

/** Type and format of a value are judged as one, and so is the XML form of a schema. */
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
