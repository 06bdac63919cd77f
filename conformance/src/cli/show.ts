/** What the command shows before a run: the requests of it, and the settings. */
import type { Command } from "commander";
import type { Redact } from "#kit/redact";
import type { Settings } from "../options/table.ts";
import { planText } from "../run/plan-text.ts";
import { withoutUser } from "../shared/text.ts";
import { type Surroundings, screenOf } from "./surroundings.ts";
import { planOf } from "./what-to-run.ts";

/** Prints the requests of a run without sending any. */
export function printPlan(settings: Settings, around: Surroundings): number {
  const { plan, options } = planOf(settings);
  for (const line of planText(plan, options.rate)) screenOf(around).print(line);
  return 0;
}

const secretSettings = new Set(["key", "header", "graphqlHeader"]);
const sources: Record<string, string> = {
  cli: "flag",
  env: "environment",
  config: "configuration file",
  default: "default",
};

/** Prints every setting that has a value, and where it comes from, without showing secrets. */
export function printConfig(program: Command, settings: Settings, around: Surroundings, redact: Redact): number {
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined || name === "printConfig") continue;
    const shown = secretSettings.has(name)
      ? "[set, not shown]"
      : redact(JSON.stringify(typeof value === "string" ? withoutUser(value) : value));
    screenOf(around).print(`${name} = ${shown} (${sources[program.getOptionValueSource(name) ?? ""] ?? "default"})`);
  }
  return 0;
}
