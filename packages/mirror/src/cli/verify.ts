import { Command } from "commander";
import { targetName } from "../store/target-name.ts";
import { verify } from "../verify/verify.ts";
import type { Outcome } from "./outcome.ts";
import { printable } from "./printable.ts";
import { schemaOption, type TargetFlags } from "./target.ts";

/** `verify TARGET` */
export const verifyCommand = (outcome: Outcome): Command =>
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
      const isTerminal = process.stderr.isTTY;
      const result = await verify(target, {
        ...options,
        onList: (list, rows) => {
          if (isTerminal) console.error(`${list}: ${rows.toLocaleString("en")} rows`);
        },
      });
      const { problems, rows, lists, generations } = result;
      outcome.exitCode = problems.length > 0 ? 1 : 0;
      if (json) console.log(JSON.stringify(result));
      else if (problems.length === 0)
        console.log(
          `${targetName(target)} is as it was copied: ${rows.toLocaleString("en")} rows in ${lists} lists and ${generations} generation${generations === 1 ? "" : "s"}.`,
        );
      else {
        for (const { list, message } of problems) console.log(printable(`${list ? `${list}: ` : ""}${message}`));
        console.log(
          `${targetName(target)} is damaged. Restore it from a backup, or copy the register into another target.`,
        );
      }
    });
