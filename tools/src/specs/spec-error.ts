/** A spec that nothing can be generated from. One line per problem: where, what, and how to fix it. */
export class SpecError extends Error {
  override readonly name = "SpecError";
  /** The place, as in the message. */
  readonly where: string;

  constructor(where: string, what: string, options?: ErrorOptions) {
    super(`${where}: ${what}`, options);
    this.where = where;
  }
}

/** What is wrong, with its place. */
export type Fault = readonly [where: string, what: string];

/** @throws SpecError with all of it, if anything is wrong. */
export function refuseAll([first, ...others]: readonly Fault[]): void {
  if (first === undefined) return;
  const [where, what] = first;
  throw new SpecError(where, [what, ...others.map((other) => other.join(": "))].join("\n"));
}
