import { Command } from "commander";
import { prune } from "../prune/prune.ts";
import { targetName } from "../store/target-name.ts";
import { schemaOption, type TargetFlags, wholeNumber } from "./options.ts";
import type { Run } from "./screen.ts";

/** `prune TARGET --keep N` */
export const pruneCommand = (run: Run): Command =>
  new Command("prune")
    .description("Forgets all but the newest generations of each interface, and the rows that only the others had.")
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .requiredOption(
      "--keep <count>",
      "how many generations to keep of the register, and of the court cases",
      wholeNumber(1),
    )
    .addOption(schemaOption())
    .option("--json", "print the result as JSON")
    .action(async (target: string, { json, ...options }: TargetFlags & { keep: number; json?: boolean }) => {
      const result = await prune(target, options);
      const { generations, rows } = result;
      const forgotten =
        generations.length === 0
          ? `${targetName(target)} has no more generations than that.`
          : `${targetName(target)} has forgotten ${generations.length} generation${generations.length === 1 ? "" : "s"} and ${rows.toLocaleString("en")} rows that only ${generations.length === 1 ? "it" : "they"} had. A file keeps its size, and uses the room for what comes.`;
      run.out.print(json ? JSON.stringify(result) : forgotten);
    });
