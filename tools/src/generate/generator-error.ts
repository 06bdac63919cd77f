/** The generator could not run or failed, and not because of a spec. The message says why, and what to do. */
export class GeneratorError extends Error {
  override readonly name = "GeneratorError";
}
