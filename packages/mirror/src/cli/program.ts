import { Command } from "commander";
import { version } from "../version.ts";
import { changesCommand } from "./changes.ts";
import { checkCommand } from "./check.ts";
import { exportCommand } from "./export.ts";
import { followCommand, unfollowCommand } from "./follow.ts";
import { hearingsCommand } from "./hearings.ts";
import { mcpCommand } from "./mcp.ts";
import { pruneCommand } from "./prune.ts";
import type { Run } from "./screen.ts";
import { searchCommand } from "./search.ts";
import { serveCommand } from "./serve.ts";
import { showCommand } from "./show.ts";
import { statusCommand } from "./status.ts";
import { syncCommand } from "./sync.ts";
import { verifyCommand } from "./verify.ts";

/** The command line: a command per file. */
export function makeProgram(run: Run): Command {
  return new Command("court-register-mirror")
    .version(version)
    .description("Keeps the whole court register in your own database, exact and with its history.")
    .addCommand(syncCommand(run))
    .addCommand(statusCommand(run))
    .addCommand(verifyCommand(run))
    .addCommand(pruneCommand(run))
    .addCommand(exportCommand(run))
    .addCommand(followCommand(run))
    .addCommand(unfollowCommand(run))
    .addCommand(hearingsCommand(run))
    .addCommand(showCommand(run))
    .addCommand(searchCommand(run))
    .addCommand(changesCommand(run))
    .addCommand(checkCommand(run))
    .addCommand(serveCommand(run))
    .addCommand(mcpCommand(run))
    .addHelpText(
      "after",
      `
TARGET is a file of SQLite, such as register.sqlite, or the URL of a PostgreSQL database.

  $ export COURT_REGISTER_BASE_URL=… COURT_REGISTER_KEY=…
  $ court-register-mirror sync register.sqlite
  $ sqlite3 register.sqlite 'select * from sjediste limit 5'

Exit code: 0 done, 1 stopped but kept (run it again and it goes on), 2 refused or wrong use (what was there is intact).
`,
    );
}
