import { readProse } from "../../../specs/files.ts";
import { isObject } from "../../../specs/openapi.ts";
import type { Problem, Rule } from "../problem.ts";

/** Sections that descriptions cite exist in the prose contract, the README.md beside the spec. */
export const cited: Rule = (document, folder) => {
  const readme = readProse(folder);
  const sections = new Set([...readme.matchAll(/^#+ (\d+(?:\.\d+)*)\.? /gm)].map(([, number]) => number));
  const problems: Problem[] = [];
  const visit = (node: unknown, at: (string | number)[]): void => {
    if (typeof node === "string" && ["description", "summary"].includes(String(at.at(-1)))) {
      for (const number of citations(node)) {
        if (!sections.has(number)) problems.push({ at, message: `There is no section ${number} in README.md.` });
      }
    } else if (Array.isArray(node)) {
      node.forEach((item, index) => {
        visit(item, [...at, index]);
      });
    } else if (isObject(node)) {
      for (const [key, value] of Object.entries(node)) visit(value, [...at, key]);
    }
  };
  visit(document, []);
  return problems;
};

/** The numbers in "section 4.2", "sections 4.2 and 4.3", "sections 4, 5". */
function citations(text: string): string[] {
  return [...text.matchAll(/\bsections? (\d[\d., and]*)/g)].flatMap(
    ([, list = ""]) => list.match(/\d+(?:\.\d+)*/g) ?? [],
  );
}
