/** Runs programs, which end when the check does, with all that they have started. */
import { type ExecaMethod, execa, type Options } from "execa";
import "../../shared/direct-loopback.ts";

/** The same for every program of a check. */
const options = {
  all: true,
  reject: false,
  stdin: "ignore",
  timeout: 60_000,
  killDescendants: true,
  env: {
    NO_COLOR: "1",
    FORCE_COLOR: undefined,
    // Continuous integration reads these: the suite, in a check, would add its verdicts on our servers to those of the run.
    GITHUB_ACTIONS: undefined,
    GITHUB_STEP_SUMMARY: undefined,
    GITHUB_OUTPUT: undefined,
  },
} as const;

/** Starts a program, with execa. If `timeout` does not say more, it has a minute. Both streams of its output are in `all`. */
export const start: ExecaMethod<typeof options> = execa(options);

/** A program that was started. */
type Running = ReturnType<typeof start>;

type RunOptions = Pick<Options, "cwd" | "env" | "timeout" | "preferLocal" | "localDir">;

/** Runs a program. @returns its output. @throws Error with its output if it fails. */
export async function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { failed, message, all } = await start(program, args, options);
  if (failed) throw new Error(message);
  return all;
}

/**
 * Waits until a server says where it listens.
 *
 * @returns its URL.
 * @throws Error with its output if it ends first.
 */
export async function urlOf(server: Running): Promise<string> {
  const listening = Promise.withResolvers<string>();
  let output = "";
  server.all.on("data", (text: Buffer) => {
    output += text;
    const [, url] = /^Listening on (http:\S+)\n/m.exec(output) ?? [];
    if (url !== undefined) listening.resolve(url);
  });
  const ended = (): void => listening.reject(new Error(`The server has ended.\n${output}`));
  server.then(ended, ended);
  return await listening.promise;
}

/** @returns the output. @throws Error if it has the key, which must never be printed. */
export function withoutKey(output: string, key: string): string {
  if (output.includes(key)) throw new Error(`The key is printed:\n${output.replaceAll(key, "<key>")}`);
  return output;
}
