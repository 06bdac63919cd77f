import { operations } from "../src/contract/operations.ts";
import { faults } from "../src/faults/catalogue.ts";
import type { FaultOutcome } from "../src/faults/self-test.ts";
import { allRequirements } from "../src/requirements/catalogue.ts";
import type { Level, Requirement } from "../src/requirements/requirement.ts";
import { allProbes } from "../src/run/probes.ts";
import { promises } from "./promises.ts";

const generated =
  "<!-- Generated from the catalogue by the tests; `vitest run -u` in conformance/ regenerates it. Do not edit. -->";

const cell = (text: string): string => text.replaceAll("|", "\\|");

/** A Markdown table. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

function scope(requirement: Requirement): string {
  if ("subjects" in requirement) return requirement.subjects.join(", ");
  const count = operations.filter(requirement.selects.test).length;
  return `${requirement.selects.about} (${count})`;
}

function needs(requirement: Requirement): string {
  if ("subjects" in requirement) return "queries of interface B";
  return requirement.needs.map((probe) => allProbes[probe].about).join("; ");
}

/** Every requirement, by level. */
export function cataloguePage(): string {
  const section = (level: Level, about: string): string => {
    const rows = allRequirements
      .filter((one) => one.level === level)
      .map((one) => [`\`${one.id}\``, one.title, one.section, scope(one), needs(one)]);
    return `## ${level}\n\n${about}\n\n${table(["id", "requirement", "section", "judged on", "from"], rows)}\n`;
  };
  return `${generated}

# Requirements

Ids are permanent. Section numbers are those of specs/README.md.

${section("MUST", "Stated by the contract. A single failure means that the service does not conform.")}
${section("SHOULD", "Implied by the contract. Failures are reported, and count with `--fail-on should`.")}
${section("INFO", "Not shown by the contract: observed and reported, never judged.")}`;
}

/** Every promise of the contract, and what judges it. */
export function coveragePage(): string {
  const rows = promises.map(({ section, sentence, requirements }) => [
    section,
    sentence,
    requirements.map((id) => `\`${id}\``).join(", "),
  ]);
  return `${generated}

# Coverage

Every promise of the contract, sentence by sentence, and the requirements that judge it. Section numbers are those of specs/README.md.

${table(["section", "the contract promises", "judged by"], rows)}
`;
}

/** Every fault, and the requirements that failed when it was put into a sound service. */
export function matrixPage(outcomes: readonly Pick<FaultOutcome, "fault" | "tripped">[]): string {
  const rows = faults.map((fault) => {
    const outcome = outcomes.find((one) => one.fault === fault);
    const tripped = outcome?.tripped.map((id) => `\`${id}\``).join(", ");
    return [`\`${fault.name}\``, fault.about, tripped ?? "not tried: the contract has nothing that it breaks"];
  });
  const counts = allRequirements
    .filter(({ level }) => level !== "INFO")
    .map(({ id, level }) => [`\`${id}\``, level, String(faults.filter(({ trips }) => trips.includes(id)).length)]);
  return `${generated}

# Faults

Each fault is put on its own into a sound service, at an operation, row and field picked by a seed. Exactly these requirements
fail; without a fault, none does.

${table(["fault", "what the service does wrong", "requirements that fail"], rows)}

## Faults by requirement

${table(["requirement", "level", "faults"], counts)}
`;
}
