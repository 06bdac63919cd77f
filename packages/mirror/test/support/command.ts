/** The command line, as a process of its own or in this one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { main } from "../../src/cli/main.ts";
import { Run } from "../../src/cli/screen.ts";

export const cli: string = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

/** What a command has left. */
export interface Ended {
  code: number;
  output: string;
  errors: string;
}

/** Runs `court-register-mirror`. */
export async function run(...argv: string[]): Promise<Ended> {
  const child = spawn(process.execPath, ["--conditions=@court-register/source", cli, ...argv], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined },
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code, output, errors };
}

/** Runs `court-register-mirror` in this process: the bytes that it prints, its errors and its exit code. */
export async function runForBytes(...argv: string[]): Promise<{ code: number; bytes: Buffer; errors: string }> {
  const chunks: Uint8Array[] = [];
  let errors = "";
  const output = {
    write(data: string | Uint8Array, done?: () => void) {
      chunks.push(Buffer.from(data as Uint8Array));
      done?.();
    },
  };
  const code = await main(
    argv,
    new Run(output, {
      write(text, done) {
        errors += text;
        done?.();
      },
    }),
  );
  return { code, bytes: Buffer.concat(chunks), errors };
}

/** Runs `court-register-mirror` in this process: what it prints, and its exit code. */
export async function runHere(...argv: string[]): Promise<Ended> {
  const texts = { output: "", errors: "" };
  const to = (name: keyof typeof texts) => ({
    write(text: string, done?: () => void) {
      texts[name] += text;
      done?.();
    },
  });
  const code = await main(argv, new Run(to("output"), to("errors")));
  return { code, ...texts };
}
