/** A result with integers of the client's type: the contract has no other numbers. */
export type WithIntegers<Result, Int> = [Int] extends [number] ? Result : ReplaceNumbers<Result, Int>;

/**
 * A type with another in the place of numbers. Apart from {@link WithIntegers}, so that compilers write its name into the
 * declarations of a library, instead of expanding it without end.
 */
export type ReplaceNumbers<Result, Int> = Result extends number
  ? Int
  : Result extends object
    ? { [Key in keyof Result]: ReplaceNumbers<Result[Key], Int> }
    : Result;
