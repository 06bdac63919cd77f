/** What the command needs from its process. */
export interface Surroundings {
  stdout: { write: (text: string) => unknown; isTTY?: boolean };
  stderr: { write: (text: string) => unknown };
  env: Readonly<Record<string, string | undefined>>;
  /** Listens for an interruption, if there can be one; the command then says what is lost, and exits. */
  once?: (signal: "SIGINT" | "SIGTERM", listener: () => void) => unknown;
  exit?: (code: number) => unknown;
}
