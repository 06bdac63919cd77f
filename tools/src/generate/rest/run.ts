import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../../repository.ts";

/** Runs a program and captures its output, to be shown if it fails. */
export function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; text: string }> {
  return new Promise((settle) => {
    const child = spawn(command, args, { cwd: join(root, "tools"), env, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    const keep = (part: string): void => {
      text += part;
    };
    // Decoded by the stream: a chunk may end in the middle of a character.
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.on("error", (error) => settle({ code: -1, text: error.message }));
    child.on("close", (code) => settle({ code: code ?? -1, text }));
  });
}
