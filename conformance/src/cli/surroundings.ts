import { type Output, Screen } from "#kit/screen";

/** What the command needs from its process. */
export interface Surroundings {
  stdout: Output;
  stderr: Output;
  env: Readonly<Record<string, string | undefined>>;
  /** Listens for an interruption, if there can be one; the command then says what is lost, and exits. */
  once?: (signal: "SIGINT" | "SIGTERM", listener: () => void) => unknown;
  exit?: (code: number) => unknown;
}

export const screenOf = ({ stdout, env }: Pick<Surroundings, "stdout" | "env">): Screen => new Screen(stdout, env);
