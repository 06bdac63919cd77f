import { type OptionText, option, say } from "../option-text.ts";

/** The rows that were read may not belong together. They are read again from the start. */
export class Inconsistency extends Error {
  override readonly name = "Inconsistency" as const;
  /** What the user can do if it happens again and again: a sentence. */
  readonly advice: OptionText;
  /** The list whose order is to be looked at, if that may be the reason. */
  readonly list: string | undefined;

  constructor(
    message: string,
    advice: OptionText,
    { list, cause }: { list?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.advice = advice;
    this.list = list;
  }
}

/** Advice where the register itself moves. */
export const anotherHour: OptionText = ["Run the command again at another hour."];

/** Advice where the service contradicts itself in one list. */
export const leaveOut = (list: string): OptionText =>
  say`Tell the operator of the service. Until it is mended, name the other lists with ${option("lists")} and leave ${list} out.`;
