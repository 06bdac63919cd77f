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
