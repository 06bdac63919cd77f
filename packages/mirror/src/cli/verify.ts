import { Command } from "commander";
import { targetName } from "../store/target-name.ts";
import { verify } from "../verify/verify.ts";
import { schemaOption, type TargetFlags } from "./options.ts";
import type { Run } from "./screen.ts";

/** `verify TARGET` */
export const verifyCommand = (run: Run): Command =>
  new Command("verify")
    .description(
      "Recomputes what TARGET holds: the hash of every row, the counts of every generation, the joins of the history.",
    )
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .addOption(schemaOption())
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      "\nExit code: 0 everything is as it was copied, 1 something is not, 2 it could not be verified.\n",
    )
    .action(async (target: string, { json, ...options }: TargetFlags & { json?: boolean }) => {
      const result = await verify(target, {
        ...options,
        onList: (list, rows) => {
          if (run.err.isTerminal) run.err.print(`${list}: ${rows.toLocaleString("en")} rows`);
        },
      });
      const { problems, rows, lists, generations } = result;
      run.exitCode = problems.length > 0 ? 1 : 0;
      if (json) run.out.print(JSON.stringify(result));
      else if (problems.length === 0)
        run.out.print(
          `${targetName(target)} is as it was copied: ${rows.toLocaleString("en")} rows in ${lists} lists and ${generations} generation${generations === 1 ? "" : "s"}.`,
        );
      else {
        for (const { list, message } of problems) run.out.print(`${list ? `${list}: ` : ""}${message}`);
        run.out.print(
          `${targetName(target)} is damaged. Restore it from a backup, or copy the register into another target.`,
        );
      }
    });
