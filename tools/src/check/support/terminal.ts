/** Lines that stay, and one that does not. */

/** Shows what goes on, on a terminal, until the next line comes. */
export function status(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${text}`);
}

/** Prints a line that stays. */
export function line(text: string): void {
  status("");
  console.log(text);
}

/** Bytes, for people. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0)} MB`;
