/** Prints permanent lines and a status line. */

/** Shows a status on a terminal, until the next line is printed. */
export function status(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${text}`);
}

/** Prints a permanent line. */
export function line(text: string): void {
  status("");
  console.log(text);
}
