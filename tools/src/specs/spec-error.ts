import { oneLine } from "../shared/print.ts";

/** A spec that nothing can be generated from. One line per problem: where, what, and how to fix it. */
export class SpecError extends Error {
  override readonly name = "SpecError";
  readonly faults: readonly Fault[];

  /** @param options.more - further problems. */
  constructor(where: string, what: string, { more = [], ...options }: ErrorOptions & { more?: readonly Fault[] } = {}) {
    const faults: Fault[] = [[where, what], ...more];
    // Names in a spec may have line breaks and control characters.
    super(faults.map((fault) => oneLine(fault.join(": "))).join("\n"), options);
    this.faults = faults;
  }

  /** The place of the first problem, as in the message. */
  get where(): string {
    return this.faults[0]?.[0] ?? "";
  }
}

/** What is wrong, with its place. */
export type Fault = readonly [where: string, what: string];

/** Something wrong in an OpenAPI document. */
export interface Problem {
  /** Keys from the root of the document to the place. */
  at: (string | number)[];
  /** What is wrong and how to fix it. */
  message: string;
}

/** @throws SpecError with all of it, if anything is wrong. */
export function refuseAll([first, ...more]: readonly Fault[]): void {
  if (first !== undefined) throw new SpecError(...first, { more });
}

/** The problems that the work refuses a spec for, instead of an error. */
export function faultsIn(work: () => unknown): readonly Fault[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof SpecError) return error.faults;
    throw error;
  }
}
