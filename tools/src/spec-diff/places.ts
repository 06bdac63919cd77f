/** Finds the lines of changes in the files of the specs. */
import type { Both, Change } from "./change.ts";
import { defines, graphqlPart } from "./graphql/part.ts";
import { LineDiff, type Part } from "./line-diff.ts";
import { yamlParts } from "./openapi/part.ts";
import type { WrittenSpecs } from "./specs.ts";

/** Files by path from the repository's root, as they are written. */
type Texts = Readonly<Record<string, string>>;

/** Where to show a change to a reviewer: in the new file, or, if that is gone, at the start of the old one. */
export interface Place {
  file: string;
  /** From 1. */
  line: number;
}

const register = "specs/register.openapi.yaml";
const schema = "specs/court-cases.graphql";

const textsOf = ({ yaml, sdl, documents }: WrittenSpecs): Texts => ({
  [register]: yaml,
  [schema]: sdl,
  ...Object.fromEntries(Object.entries(documents).map(([name, text]) => [`specs/operations/${name}.graphql`, text])),
});

/**
 * Finds the line of a change. Of a changed part, that is its first line that differs; of one that is gone, where it was; and of one
 * that differs only by what it refers to, the nearest line that differs.
 */
export function placesIn(specs: Both<WrittenSpecs>): (change: Change) => Place {
  const [before, after] = [textsOf(specs.before), textsOf(specs.after)];
  const once = <Result>(make: (text: string) => Result): ((text: string) => Result) => {
    const made = new Map<string, Result>();
    return (text) => {
      const result = made.get(text) ?? make(text);
      made.set(text, result);
      return result;
    };
  };
  const yaml = once(yamlParts);
  const diffOf = once((file) => new LineDiff(before[file] ?? "", after[file] ?? ""));
  return (change) => {
    const file = fileOf(change, { before, after });
    const [old, now] = [before[file], after[file]];
    if (now === undefined) return { file, line: 1 };
    const find = (text: string): Part =>
      change.interface === "A" ? yaml(text)(change.at ?? [change.subject]) : graphqlPart(text, namesOf(change));
    const diff = diffOf(file);
    const here = find(now);
    const there = here.exact || old === undefined ? undefined : find(old);
    const line = there?.exact
      ? diff.movedTo(diff.removed(there) ?? there.named)
      : ((here.exact ? diff.changed(change.documentation ? here : { ...here, first: here.named }) : undefined) ??
        here.named);
    return { file, line: diff.nearest(line) };
  };
}

function fileOf({ interface: of, documents, operations }: Change, { before, after }: Both<Texts>): string {
  if (of === "A") return register;
  if (documents === undefined) return schema;
  const files = (texts: Texts): string[] => Object.keys(texts).filter((path) => path.startsWith("specs/operations/"));
  const [name = ""] = operations;
  return (
    files(after).find((path) => defines(after[path] ?? "", name)) ??
    files(before).find((path) => defines(before[path] ?? "", name)) ??
    `specs/operations/${name}.graphql`
  );
}

/** The names that lead to a change in the SDL, or in the document of its operation. */
function namesOf({ documents, subject, operations }: Change): string[] {
  if (documents === undefined) return subject.split(".");
  return [operations[0] ?? "", ...(subject.startsWith("$") ? [subject.slice(1)] : [])];
}
