/** Writes changesets for undeclared changes. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bumpFor, bumps, releaseRules } from "./bumps.ts";
import { type Undeclared, type Versions, versionOf, writtenPrefix } from "./changesets.ts";
import type { ApiChange } from "./compare.ts";

/**
 * Writes changesets for undeclared changes, one per interface, so that a client's changelog has only changes of its own API.
 *
 * @returns paths of the files, from the repository's root.
 */
export async function writeChangesets(
  root: string,
  undeclared: Undeclared[],
  versions: Map<string, Versions>,
): Promise<string[]> {
  const written: string[] = [];
  for (const name of ["A", "B"] as const) {
    const own = undeclared.filter((one) => one.change.interface === name && one.packages.length > 0);
    const [first] = own;
    if (first === undefined) continue;
    const folder = join(root, ".changeset");
    await mkdir(folder, { recursive: true });
    const file = freeName(await readdir(folder), first.change);
    await writeFile(join(folder, file), changesetText(own, versions));
    written.push(`.changeset/${file}`);
  }
  return written;
}

function freeName(taken: string[], { subject, rule }: ApiChange): string {
  const slug = `${writtenPrefix}${subject} ${rule}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  let file = `${slug}.md`;
  for (let number = 2; taken.includes(file); number += 1) file = `${slug}-${number}.md`;
  return file;
}

/** A changeset's text: the missing bumps, and the changes as they will be in the changelog. */
export function changesetText(undeclared: Undeclared[], versions: Map<string, Versions>): string {
  const changes = undeclared.map(({ change }) => change);
  const front = releaseRules.flatMap((one) => {
    const lacking = undeclared.filter((entry) => entry.packages.includes(one.name));
    const needed = lacking.map(({ change }) => bumpFor(change, one, versionOf(one.name, versions)));
    const bump = bumps.find((name) => needed.includes(name));
    return bump === undefined ? [] : [`"${one.name}": ${bump}`];
  });
  const of = changes[0]?.interface === "B" ? "court cases (GraphQL)" : "register (REST)";
  const words = changes.filter(({ documentation }) => documentation).map(({ subject }) => `\`${subject}\``);
  const lines = changes.filter(({ documentation }) => !documentation).map(line);
  const title = `The ${lines.length === 0 ? "documentation of the API" : "API"} of the ${of} changed.`;
  if (words.length > 0) lines.push(`- The documentation of ${words.join(", ")} changed.`);
  return `---\n${front.join("\n")}\n---\n\n${title}\n\n${lines.join("\n")}\n`;
}

/** A change as a list item. */
export function line({ verdict, message, operations, todo }: ApiChange): string {
  const label = verdict === "safe" ? "" : `**${verdict}**: `;
  const hits = operations.length > 0 ? ` (${operations.map((name) => `\`${name}\``).join(", ")})` : "";
  const own = todo.rest ?? todo.graphql ?? "";
  const advice = [!own.startsWith("Nothing") && own, todo.servers && `Servers: ${todo.servers}`]
    .filter(Boolean)
    .join(" ");
  return `- ${label}${message}${hits} ${advice}`.trimEnd();
}
