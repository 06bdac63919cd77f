import { readFileSync } from "node:fs";
import { isCourt, type NamedCase } from "../contract/cases.ts";
import { readJson } from "../evidence/json.ts";
import { mediaTypes, type RepresentationChoice } from "../evidence/request.ts";
import { UsageError } from "../usage-error.ts";

/** The options of the command, from flags, environment or configuration file, before they are checked. */
export interface Settings {
  baseUrl?: string;
  key?: string;
  graphqlUrl?: string;
  graphqlHeader?: string[];
  case?: string[];
  mock?: boolean;
  only?: string[];
  operation?: string[];
  xmlBy?: string;
  maxRequests?: string | number;
  rate?: string | number;
  timeout?: string | number;
  seed?: string | number;
  failOn?: string;
  evidence?: string;
  audits?: boolean;
  reportDir?: string;
  baseline?: string;
  writeBaseline?: string;
  record?: string;
  replay?: string;
  selfTest?: string;
  compare?: string;
  plan?: boolean;
  printConfig?: boolean;
  config?: string;
}

/** Cases separated by commas, semicolons or whitespace; a mark may contain those too, but every case ends with its court. */
export const splitCases = (text: string): string[] =>
  text
    .split(/(?<=@-?\d+)[\s,;]+/)
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** Names separated by commas. */
export const splitNames = (text: string): string[] =>
  text
    .trim()
    .split(/\s*,\s*/)
    .filter(Boolean);

/** Headers, one per line. */
export const splitHeaders = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== "");

/** `Ovr-1283/2015@12` is a mark and the id of its court. */
export function parseCase(text: string): NamedCase {
  const at = text.lastIndexOf("@");
  const mark = text.slice(0, at).trim();
  const court = text.slice(at + 1).trim();
  if (at < 1 || mark === "" || !isCourt(court))
    throw new UsageError(
      "--case must be MARK@COURT, such as Ovr-1283/2015@12: the case's mark, and the id of its court in digits",
    );
  return { mark, court: String(BigInt(court)) };
}

/** `Name: value` as a header. */
export function parseHeader(text: string): [name: string, value: string] {
  const colon = text.indexOf(":");
  const name = text.slice(0, colon).trim();
  const value = text.slice(colon + 1).trim();
  if (colon < 1 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\x20-\x7e\t]*$/.test(value))
    throw new UsageError("--graphql-header must be 'Name: value', in ASCII");
  return [name, value];
}

/** `accept`, `header:NAME[=XML,JSON]` or `query:NAME[=XML,JSON]`. */
export function parseXmlBy(text: string | undefined): RepresentationChoice {
  if (text === undefined || text === "accept") return { by: "accept" };
  const match = /^(header|query):([\w.-]+)(?:=([^,]*),([^,]*))?$/.exec(text);
  const [, by, name] = match ?? [];
  if (name === undefined)
    throw new UsageError(
      `--xml-by must be accept, header:NAME or query:NAME, with =XML,JSON after it if the values differ from the defaults, not ${text}`,
    );
  if (by === "header") return { by, name, xml: match?.[3] ?? mediaTypes.xml, json: match?.[4] ?? mediaTypes.json };
  return { by: "query", name, xml: match?.[3] ?? "xml", json: match?.[4] ?? "json" };
}

/** A number of at least `min`, or undefined. */
export function parseNumber(value: string | number | undefined, option: string, min: number): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value === "" || !Number.isFinite(number) || number < min)
    throw new UsageError(`${option} must be a number of at least ${min}, not ${value}`);
  return number;
}

/** A whole number of at least `min`, or undefined. */
export function parseCount(value: string | number | undefined, option: string, min: number): number | undefined {
  const number = parseNumber(value, option, min);
  if (number !== undefined && !Number.isSafeInteger(number))
    throw new UsageError(`${option} must be a whole number of at least ${min}, not ${value}`);
  return number;
}

export function parseChoice<T extends string>(
  value: string | undefined,
  option: string,
  choices: readonly T[],
): T | undefined {
  if (value === undefined) return undefined;
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw new UsageError(`${option} must be one of ${choices.join(", ")}, not ${value}`);
  return choice;
}

const types = {
  text: { about: "a string", test: (value: unknown) => typeof value === "string" },
  number: { about: "a number", test: (value: unknown) => typeof value === "number" },
  flag: { about: "true or false", test: (value: unknown) => typeof value === "boolean" },
  texts: {
    about: "a list of strings",
    test: (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  },
};

/** What a configuration file may contain: the long options in camel case, except those for a single run. */
const settingTypes = new Map<string, keyof typeof types>([
  ["baseUrl", "text"],
  ["key", "text"],
  ["graphqlUrl", "text"],
  ["graphqlHeader", "texts"],
  ["case", "texts"],
  ["mock", "flag"],
  ["only", "texts"],
  ["operation", "texts"],
  ["xmlBy", "text"],
  ["maxRequests", "number"],
  ["rate", "number"],
  ["timeout", "number"],
  ["seed", "number"],
  ["failOn", "text"],
  ["evidence", "text"],
  ["audits", "flag"],
  ["reportDir", "text"],
  ["baseline", "text"],
]);

/** The settings that are lists, and how a text of each is split. */
const splits: Readonly<Record<string, (text: string) => string[]>> = {
  graphqlHeader: splitHeaders,
  case: splitCases,
  only: splitNames,
  operation: splitNames,
};

/** The text of a file. On Windows, editors may write a byte order mark, and PowerShell UTF-16. */
export const decoded = (bytes: Uint8Array): string =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8").decode(bytes);

/** Describes a value without showing it: it may be a key. */
const typeName = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "a list of something else"
      : typeof value === "boolean"
        ? String(value)
        : ({ string: "a string", number: "a number" }[typeof value as string] ?? "an object");

/** Reads a configuration file: a JSON object with the long options in camel case. */
export function readConfiguration(file: string): Settings {
  let text: string;
  try {
    text = decoded(readFileSync(file));
  } catch {
    throw new UsageError(`the configuration file ${file} cannot be read: is the path of --config right?`);
  }
  const json = readJson(text);
  if (!json.ok)
    throw new UsageError(
      `the configuration file ${file} holds ${json.problem}: it must hold one object, such as { "baseUrl": "https://host" }`,
    );
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(`the configuration file ${file} must hold one JSON object`);
  for (const [name, one] of Object.entries(value)) {
    const type = settingTypes.get(name);
    if (type === undefined)
      throw new UsageError(
        `the configuration file ${file} has an unknown setting ${name}: the settings are ${[...settingTypes.keys()].join(", ")}`,
      );
    if (!types[type].test(one))
      throw new UsageError(
        `${name} in the configuration file ${file} must be ${types[type].about}, but is ${typeName(one)}`,
      );
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const split = splits[name];
      return [name, split === undefined ? one : one.flatMap(split)];
    }),
  );
}
