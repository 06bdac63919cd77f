import { InvalidArgumentError } from "commander";

/** Reads a whole number of at least `min`. */
export const wholeNumber =
  (min: number) =>
  (text: string): number => {
    const number = Number(text);
    if (text.trim() === "" || !Number.isSafeInteger(number) || number < min)
      throw new InvalidArgumentError(`It must be a whole number of at least ${min}.`);
    return number;
  };

/** Reads a number of seconds as milliseconds. */
export function seconds(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number <= 0)
    throw new InvalidArgumentError("It must be a number of seconds above 0.");
  return number * 1_000;
}
