import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../../repository.ts";

/** Runs a program to its end; what it printed is kept for the case that it fails. */
export function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; text: string }> {
  return new Promise((settle) => {
    const child = spawn(command, args, { cwd: join(root, "tools"), env, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    const keep = (chunk: Buffer): void => {
      text += chunk.toString();
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => settle({ code: -1, text: error.message }));
    child.on("close", (code) => settle({ code: code ?? -1, text }));
  });
}
