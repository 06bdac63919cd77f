/** A spec that nothing can be made from. A line a problem: where it is, what it is, and what would mend it. */
export class SpecError extends Error {
  override readonly name = "SpecError";
  /** The place, as the message says it. */
  readonly where: string;

  constructor(where: string, what: string, options?: ErrorOptions) {
    super(`${where}: ${what}`, options);
    this.where = where;
  }
}
