import { oneLine } from "../../shared/print.ts";
import type { Base } from "../base.ts";
import type { Undeclared } from "../changesets.ts";
import type { ApiChange } from "../compare.ts";
import { verdicts } from "../rules.ts";
import type { Stale } from "../stale.ts";

/** The result of `pnpm spec:diff`. */
export interface Result {
  base: Base;
  changes: ApiChange[];
  /** Breaking changes that no changeset declares. */
  undeclared: Undeclared[];
  /** Other changes that no changeset declares. */
  otherUndeclared: Undeclared[];
  /** Changesets that this run wrote, by path from the repository's root. */
  written: string[];
  stale: Stale[];
}

/** Something to say about changesets. */
export interface Note {
  text: string;
  items?: string[];
}

/** `Compared with v0.1.0, the last release: 3 changes (1 breaking, 2 safe).` */
export function headline({ base, changes }: Result): string {
  const counts = verdicts
    .map((verdict) => [changes.filter((change) => change.verdict === verdict).length, verdict] as const)
    .filter(([count]) => count > 0);
  const all = counts.map(([count, verdict]) => `${count} ${verdict}`).join(", ");
  const number =
    changes.length === 0
      ? "no API changes"
      : changes.length === 1
        ? `1 change, ${changes[0]?.verdict}`
        : `${changes.length} changes: ${all}`;
  return `Compared with ${base.ref}, ${base.reason}: ${number}.`;
}

/** Separates changes of documentation, which are reported in one line. */
export function splitDocumentation(changes: ApiChange[]): { changes: ApiChange[]; documented: string[] } {
  const documented = changes.filter(({ documentation }) => documentation).map(({ subject }) => `\`${subject}\``);
  return { changes: changes.filter(({ documentation }) => !documentation), documented };
}

/** What was done and what remains to be done about changesets. */
export function notes({ base, undeclared, otherUndeclared, written, stale }: Result): Note[] {
  const found: Note[] = written.map((file) => ({ text: `Wrote ${file}.` }));
  if (!base.released)
    found.push({
      text: "Nothing was released yet, so nothing needs a changeset. If something was, this clone lacks its tag v…: `git fetch --tags URL`, with the project's URL.",
    });
  if (undeclared.length > 0) {
    found.push({
      text: `${undeclared.length === 1 ? "A breaking change is" : `${undeclared.length} breaking changes are`} not declared:`,
      items: undeclared.map(({ change, missing }) => `\`${change.subject}\` (${change.rule}): ${missing}`),
    });
    if (undeclared.some(({ packages }) => packages.length > 0))
      found.push({ text: "`pnpm spec:diff --write-changeset` writes the changeset." });
  } else if (otherUndeclared.length > 0) {
    const which =
      otherUndeclared.length === 1 ? "1 non-breaking change" : `${otherUndeclared.length} non-breaking changes`;
    found.push({ text: `No changeset declares ${which}. \`pnpm spec:diff --write-changeset\` writes one.` });
  }
  const [back, again] = [stale.filter(({ now }) => now.length === 0), stale.filter(({ now }) => now.length > 0)];
  if (back.length > 0)
    found.push({
      text: "A changeset announces a change that is not in the specs. If it was taken back, delete it there, or the file if nothing else is in it:",
      items: back.map(({ file, item }) => oneLine(`${file}: ${item}`)),
    });
  if (again.length > 0)
    found.push({
      text: "A changeset announces what has changed again since. Reword or delete it there, unless it is still true:",
      items: again.map(({ file, item, now }) => oneLine(`${file}: ${item} Now: ${now.join(" ")}`)),
    });
  return found;
}
