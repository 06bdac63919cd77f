import { once } from "node:events";
import type { McpServer } from "@modelcontextprotocol/server";
import { Command } from "commander";
import { createMcpServer } from "../mcp/mcp.ts";
import { targetName } from "../store/target-name.ts";
import { schemaOption, type TargetFlags } from "./options.ts";
import type { Run } from "./screen.ts";
import { Stop } from "./stop.ts";

/** `mcp TARGET` */
export const mcpCommand = (run: Run): Command =>
  new Command("mcp")
    .description("Answers an assistant from TARGET, by the Model Context Protocol over standard input and output.")
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .addOption(schemaOption())
    .addHelpText(
      "after",
      `
The assistant starts this command itself. Where its programs are set up, enter the command and its arguments, the path of the file in full:

  $ npx --yes -p @modelcontextprotocol/server \\
      -p @court-register/mirror court-register-mirror mcp FILE

In a clone of the project, the command is tools/bin/court-register-mirror there, with the argument mcp and the file.

It can find companies, read them, and ask what changed. It can write nothing.
`,
    )
    .action(async (target: string, options: TargetFlags) => {
      // What is wrong with the target is said before an assistant is told that it can ask.
      await createMcpServer(target, options);
      const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
      if (process.stdin.isTTY)
        run.err.print(`Answering from ${targetName(target)}. An assistant speaks to this command; end it with Ctrl+C.`);
      using stop = new Stop();
      process.stdin.once("end", stop.now);
      const served = serveStdio(async () => (await createMcpServer(target, options)) as McpServer);
      await once(stop.signal, "abort");
      await served.close();
    });
