/** Options that several commands have, and how their values are read. */
import { InvalidArgumentError, Option } from "commander";
import { checkTimeZone, courtTimeZone } from "../cases/court-time.ts";
import { MirrorError } from "../mirror-error.ts";

/** Options that say where in a target the copy is. */
export interface TargetFlags {
  schema?: string;
}

/** `--schema` */
export const schemaOption = (): Option =>
  new Option("--schema <name>", "schema of the PostgreSQL database (default: court_register)");

/** `--time-zone` */
export const timeZoneOption = (): Option =>
  new Option(
    "--time-zone <name>",
    `time zone of the courts, for the times of hearings (default: ${courtTimeZone})`,
  ).argParser(checkTimeZone);

/** Collects the values of an option that may be repeated, each of which may be several with commas between. */
export const collect = (value: string, before: string[] | undefined): string[] => [
  ...(before ?? []),
  ...value
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean),
];

/** Collects headers, `Name: value`: one of the command line, or lines of the environment. */
export const collectHeaders = (value: string, before: string[] | undefined): string[] => [
  ...(before ?? []),
  ...value.split(/\r?\n/).filter((line) => line.trim() !== ""),
];

/** Headers by name. @throws MirrorError of kind `usage` if one has no name: its text may be a secret, and is not shown. */
export function headersOf(headers: readonly string[] | undefined): Record<string, string> | undefined {
  if (headers === undefined) return undefined;
  return Object.fromEntries(
    headers.map((header) => {
      const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*:\s*(\S.*?)\s*$/.exec(header) ?? [];
      if (name === undefined || value === undefined)
        throw new MirrorError(
          "usage",
          "The option --graphql-header must be 'Name: value', such as 'Authorization: Bearer …'.",
        );
      return [name, value];
    }),
  );
}

/** Reads the name of a file: a script may have left it empty. */
export function fileName(text: string): string {
  if (text === "") throw new InvalidArgumentError("It must name a file.");
  return text;
}

/** Reads a whole number of at least `min`. */
export const wholeNumber =
  (min: number) =>
  (text: string): number => {
    const number = Number(text);
    if (text.trim() === "" || !Number.isSafeInteger(number) || number < min)
      throw new InvalidArgumentError(`It must be a whole number of at least ${min}.`);
    return number;
  };

/** Reads a number of MiB as bytes. */
export const mebibytes = (text: string): number => wholeNumber(1)(text) * 2 ** 20;

/** Reads a number of seconds as milliseconds. */
export function seconds(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number <= 0)
    throw new InvalidArgumentError("It must be a number of seconds above 0.");
  return number * 1_000;
}
