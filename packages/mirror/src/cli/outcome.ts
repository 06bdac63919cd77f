/** What a command leaves behind for the process. */
export interface Outcome {
  /** The exit code of a command that did not fail. */
  exitCode: number;
}
