import { Screen } from "../generated/output.ts";

/** One run of the command: where it prints, and the exit code that it ends with unless it fails. */
export class Run {
  readonly out: Screen = new Screen(process.stdout);
  readonly err: Screen = new Screen(process.stderr);
  /** Known before anything is printed: whoever reads may leave (`… | head`). */
  exitCode = 0;
}
