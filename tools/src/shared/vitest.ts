/** Loads Vitest, which then puts no colours into a file: it takes everything for a terminal, unless it is told before it is loaded. */
export function loadVitest(): Promise<typeof import("vitest/node")> {
  if (!process.stdout.isTTY) process.env.FORCE_TTY = "false";
  return import("vitest/node");
}
