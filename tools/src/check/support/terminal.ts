/** Prints permanent lines and a status line. */
import { Screen } from "../../shared/output.ts";

const screen = new Screen(process.stdout);

/** Shows a status on a terminal, until the next line is printed. */
export const status = (text: string): void => screen.status(text);

/** Prints a permanent line. */
export function line(text: string): void {
  screen.status();
  console.log(text);
}
