import { oneLine } from "../generate/print.ts";

/** A spec that nothing can be generated from. One line per problem: where, what, and how to fix it. */
export class SpecError extends Error {
  override readonly name = "SpecError";
  /** The place, as in the message. */
  readonly where: string;

  /** @param options.more - further problems. */
  constructor(where: string, what: string, { more = [], ...options }: ErrorOptions & { more?: readonly Fault[] } = {}) {
    // Names in a spec may have line breaks and control characters.
    super([[where, what], ...more].map((fault) => oneLine(fault.join(": "))).join("\n"), options);
    this.where = where;
  }
}

/** What is wrong, with its place. */
export type Fault = readonly [where: string, what: string];

/** @throws SpecError with all of it, if anything is wrong. */
export function refuseAll([first, ...more]: readonly Fault[]): void {
  if (first !== undefined) throw new SpecError(...first, { more });
}
