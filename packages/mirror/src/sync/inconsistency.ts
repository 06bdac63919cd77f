/** The rows that were read may not belong together. They are read again from the start. */
export class Inconsistency extends Error {
  override readonly name = "Inconsistency" as const;
  /** What the user can do if it happens again and again: a sentence. */
  readonly advice: string;
  /** The list whose order is to be looked at, if that may be the reason. */
  readonly list: string | undefined;

  constructor(message: string, advice: string, { list, cause }: { list?: string | undefined; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.advice = advice;
    this.list = list;
  }
}

/** Advice where the register itself moves. */
export const anotherHour = "Run the command again at another hour.";

/** Advice where the service contradicts itself in one list. */
export const leaveOut = (list: string): string =>
  `Tell the operator of the service. Until it is mended, name the other lists with --list and leave ${list} out.`;
