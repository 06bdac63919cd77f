/** Runs the programs of Spark that `pnpm check:spark` has installed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A setting that `pnpm check:spark` makes. */
export function installed(name: "PYTHON" | "HOME" | "SETTINGS"): string {
  const value = process.env[`COURT_REGISTER_TEST_SPARK_${name}`];
  if (!value) throw new Error("This needs Spark: run it with pnpm check:spark.");
  return value;
}

/** A program that runs, with what it has printed so far. */
export class Program {
  readonly #child: ChildProcess;
  #output = "";

  /** Starts a program. Everything that it opens is on loopback alone. */
  constructor(file: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
    this.#child = spawn(file, args, {
      cwd,
      env: { ...process.env, SPARK_LOCAL_IP: "127.0.0.1", SPARK_PUBLIC_DNS: "127.0.0.1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
      });
  }

  get output(): string {
    return this.#output;
  }

  /** Waits until it ends. @throws Error with what it has printed if it did not succeed. */
  async end(): Promise<string> {
    const [code] = await once(this.#child, "close");
    if (code !== 0) throw new Error(this.#output);
    return this.#output;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const end = once(this.#child, "close");
    this.#child.kill("SIGTERM");
    await end;
  }
}
