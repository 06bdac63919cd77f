import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { main } from "../../src/cli/main.ts";
import type { Report } from "../../src/index.ts";

/** A flag of Node for a process of its own: what the suite shares with other commands is read from its sources, too. */
export const fromSources = "--conditions=@court-register/source";

export type Command = (
  argv: readonly string[],
  env?: Record<string, string>,
) => Promise<{ code: number; out: string; err: string; report: () => Promise<Report> }>;

/** Runs the command, with its reports in a directory of the test. */
export const command =
  (directory: string): Command =>
  async (argv, env = {}) => {
    let out = "";
    let err = "";
    const write = (text: string): void => {
      out += text;
    };
    const writeError = (text: string): void => {
      err += text;
    };
    const reports = join(directory, "report");
    const code = await main(["--report-dir", reports, ...argv], {
      stdout: { write },
      stderr: { write: writeError },
      env,
    });
    return { code, out, err, report: async () => JSON.parse(await readFile(join(reports, "report.json"), "utf8")) };
  };
