import { minSecretLength } from "#kit/redact";
import { isCourt, type NamedCase } from "../contract/cases.ts";
import { mediaTypes, type RepresentationChoice } from "../evidence/request.ts";
import { withoutUser } from "../shared/text.ts";
import { PlanError } from "../shared/usage-error.ts";

/** What a flag, the environment or a configuration file holds. */
export type Raw = string | number | boolean | readonly string[];

/** A kind of option: how its value is written, and which values are refused. Errors name the option as the user wrote it. */
export interface OptionKind<Written extends Raw = Raw, Value = unknown> {
  /** What a configuration file holds for it. */
  inFile: FileType;
  /** Splits a text into the items of a list. */
  split?: (text: string) => string[];
  read: (written: Written, name: string) => Value;
  /** Refuses what a run could only fail with, and what a program may give although its types forbid it. */
  refuse: (value: unknown, name: string) => void;
}

export type FileType = "a string" | "a number" | "true or false" | "a list of strings";

/** Whether a value in a configuration file is of a type. */
export const fileTypes: Readonly<Record<FileType, (value: unknown) => boolean>> = {
  "a string": (value) => typeof value === "string",
  "a number": (value) => typeof value === "number",
  "true or false": (value) => typeof value === "boolean",
  "a list of strings": (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
};

/** Says what a value is without showing it: it may be a key. */
function mustBe(type: "string" | "number" | "boolean", name: string, value: unknown): void {
  if (typeof value !== type)
    throw new PlanError(
      `${name} must be a ${type}, but is ${value === null ? "null" : typeof value}${value === undefined ? ": is its variable set?" : ""}`,
    );
}

function mustBeList(name: string, value: unknown): asserts value is readonly unknown[] {
  if (!Array.isArray(value)) throw new PlanError(`${name} must be a list`);
}

export const text: OptionKind<string, string> = {
  inFile: "a string",
  read: (written) => written,
  refuse: (value, name) => mustBe("string", name, value),
};

/** A file or a directory of the command. An empty one comes from an unset variable: it would be the working directory, or whatever is there. */
export const place: OptionKind<string, string> = {
  ...text,
  refuse: (value, name) => {
    mustBe("string", name, value);
    if (value === "") throw new PlanError(`${name} is empty, perhaps from an unset variable`);
  },
};

export const flag: OptionKind<boolean, boolean> = {
  inFile: "true or false",
  read: (written) => written,
  refuse: (value, name) => mustBe("boolean", name, value),
};

/** Where credentials belong instead of in an address. */
const credentials = (name: string): string =>
  name.startsWith("--") ? "with --key, --header or --graphql-header" : "in key, headers or graphqlHeaders";

/** An address. One is refused for which a run would find that the service cannot be reached, or which reports must not quote. */
export const address: OptionKind<string, string> = {
  inFile: "a string",
  read: (written) => written,
  refuse: (value, name) => {
    mustBe("string", name, value);
    const address = String(value);
    if (!URL.canParse(address))
      throw new PlanError(`${name} is not a URL: ${withoutUser(address)} (write it in full, as in https://host)`);
    const { protocol, username, password } = new URL(address);
    if (protocol !== "http:" && protocol !== "https:")
      throw new PlanError(`${name} must start with https:// or http://, not with ${protocol}//`);
    if (username !== "" || password !== "")
      throw new PlanError(`${name} contains a user name or password: give credentials ${credentials(name)}`);
  },
};

/** The same, but an empty text, perhaps of an unset variable, counts as not given. */
export const optional = (kind: OptionKind<string, string>): OptionKind<string, string | undefined> => ({
  ...kind,
  read: (written) => written || undefined,
});

/** The service's root: paths are added to it. */
export const root: OptionKind<string, string> = {
  ...address,
  refuse: (value, name) => {
    address.refuse(value, name);
    // Even an empty one.
    if (/[?#]/.test(String(value)))
      throw new PlanError(
        `${name} has a query or a fragment: give only the service's root, such as https://host or https://host/some/prefix`,
      );
  },
};

/** Maximum length of a secret, and of its UTF-8: hardly a server accepts a longer header. */
const maxSecretLength = 10_000;
const maxSecretBytes = 12_000;

/** Refuses what reports could not redact: a secret is redacted by its value. */
function refuseUnredactable(what: string, secret: string): void {
  if (secret !== "" && secret.length < minSecretLength)
    throw new PlanError(
      `${what} has fewer than ${minSecretLength} characters. Reports replace it wherever they find it, and would find one so short within other words: use a longer one`,
    );
  refuseLong(what, secret);
}

function refuseLong(what: string, secret: string): void {
  if (secret.length > maxSecretLength || Buffer.byteLength(secret) > maxSecretBytes)
    throw new PlanError(
      `${what} has more than ${maxSecretLength} characters or ${maxSecretBytes} bytes, which no server accepts`,
    );
}

/** A subscription key. An empty one, perhaps of an unset variable, counts as no key. */
export const key: OptionKind<string, string | undefined> = {
  inFile: "a string",
  read: (written) => written || undefined,
  refuse: (value, name) => {
    mustBe("string", name, value);
    const key = String(value);
    refuseUnredactable("the key (--key)", key);
    if (key !== "" && !/^[\x21-\x7e]+( +[\x21-\x7e]+)*$/.test(key))
      throw new PlanError(
        "the key (--key) contains characters that are not allowed in a header: is there a line break or a non-ASCII letter in it, or a blank at its end?",
      );
  },
};

/** `Name: value` as a header. */
export function parseHeader(text: string, option: string): [name: string, value: string] {
  const colon = text.indexOf(":");
  const name = text.slice(0, colon).trim();
  const value = text.slice(colon + 1).trim();
  if (colon < 1 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\x20-\x7e\t]*$/.test(value))
    throw new PlanError(`${option} must be 'Name: value', in ASCII`);
  return [name, value];
}

/** Headers, one per line. */
export const splitHeaders = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== "");

export const headers: OptionKind<readonly string[], Record<string, string>> = {
  inFile: "a list of strings",
  split: splitHeaders,
  read: (written, name) => Object.fromEntries(written.map((one) => parseHeader(one, name))),
  refuse: (value, name) => {
    const given = Object.entries(value ?? {});
    for (const [header, one] of given) mustBe("string", `${name}.${header}`, one);
    try {
      new Headers(value as Record<string, string>);
    } catch {
      // The error of Headers quotes the value.
      throw new PlanError(`${name} has a name or a value that no header can carry: is there a line break in it?`);
    }
    for (const [, one] of given) refuseLong(`a header (${name})`, one);
  },
};

/** `Ovr-1283/2015@12` is a mark and the id of its court. */
export function parseCase(text: string): NamedCase {
  const at = text.lastIndexOf("@");
  const mark = text.slice(0, at).trim();
  const court = text.slice(at + 1).trim();
  if (at < 1 || mark === "" || !isCourt(court))
    throw new PlanError(
      "--case must be MARK@COURT, such as Ovr-1283/2015@12: the case's mark, and the id of its court in digits",
    );
  return { mark, court: String(BigInt(court)) };
}

/** Cases separated by commas, semicolons or whitespace; a mark may contain those too, but every case ends with its court. */
export const splitCases = (text: string): string[] =>
  text
    .split(/(?<=@-?\d+)[\s,;]+/)
    .map((one) => one.trim())
    .filter((one) => one !== "");

export const cases: OptionKind<readonly string[], NamedCase[]> = {
  inFile: "a list of strings",
  split: splitCases,
  read: (written) => written.map(parseCase),
  refuse: (value, name) => {
    mustBeList(name, value);
    for (const one of value as readonly Partial<NamedCase>[]) {
      mustBe("string", "the mark of a case", one?.mark);
      mustBe("string", "the court of a case", one.court);
      const { mark = "", court = "" } = one;
      if (!isCourt(court)) throw new PlanError("the court of a case must be its id, in digits");
      refuseUnredactable("the mark of a case (--case)", mark);
      if (!mark.isWellFormed())
        throw new PlanError(
          "the mark of a case (--case) contains half of a surrogate pair, such as \\ud83d, which is not a character: write the mark with whole characters",
        );
    }
  },
};

/** Names separated by commas. */
const splitNames = (text: string): string[] =>
  text
    .trim()
    .split(/\s*,\s*/)
    .filter(Boolean);

/** A selection. An empty one would have nothing to fail: it comes from an unset variable, and is never what is meant. */
export const names = (example: string): OptionKind<readonly string[], readonly string[]> => ({
  inFile: "a list of strings",
  split: splitNames,
  read: (written) => written,
  refuse: (value, name) => {
    mustBeList(name, value);
    if (value.length === 0 || value.includes(""))
      throw new PlanError(
        `${name} is empty, perhaps from an unset variable: give names such as ${example}, or omit it to judge everything`,
      );
  },
});

/** How XML is asked for: `accept`, `header:NAME[=XML,JSON]` or `query:NAME[=XML,JSON]`. */
export const xmlBy: OptionKind<string, RepresentationChoice> = {
  inFile: "a string",
  read: (written, name) => {
    if (written === "accept") return { by: "accept" };
    const match = /^(header|query):([\w.-]+)(?:=([^,]*),([^,]*))?$/.exec(written);
    const [, by, parameter] = match ?? [];
    if (parameter === undefined)
      throw new PlanError(
        `${name} must be accept, header:NAME or query:NAME, with =XML,JSON after it if the values differ from the defaults, not ${written}`,
      );
    const [xml, json] = by === "header" ? [mediaTypes.xml, mediaTypes.json] : ["xml", "json"];
    return { by: by === "header" ? by : "query", name: parameter, xml: match?.[3] ?? xml, json: match?.[4] ?? json };
  },
  refuse: () => {},
};

export const choice = <Choice extends string>(...choices: readonly Choice[]): OptionKind<string, Choice> => ({
  inFile: "a string",
  read: (written) => written as Choice, // or it is refused
  refuse: (value, name) => {
    if (!choices.some((one) => one === value))
      throw new PlanError(`${name} must be one of ${choices.join(", ")}, not ${value}`);
  },
});

/** What is judged: the flag says that it is a mock, and only a replay that it is a recording. */
export const target: OptionKind<boolean, "live" | "mock" | "recording"> = {
  inFile: "true or false",
  read: (isMock) => (isMock ? "mock" : "live"),
  refuse: choice("live", "mock", "recording").refuse,
};

/** @param unit - how many of what a program gives are one of what a user writes: 1,000 milliseconds for a second. */
function atLeast(
  what: string,
  least: number,
  isOne: (value: number) => boolean,
  unit: number,
): OptionKind<string | number, number> {
  const check = (value: number, name: string, own: number, written: unknown): number => {
    if (isOne(value) && value >= own) return value;
    throw new PlanError(`${name} must be ${what} of at least ${own}, not ${written}`);
  };
  return {
    inFile: "a number",
    read: (written, name) => check(written === "" ? Number.NaN : Number(written), name, least, written) * unit,
    refuse: (value, name) => {
      mustBe("number", name, value);
      check(Number(value), name, least * unit, value);
    },
  };
}

export const number = (least: number, unit = 1): OptionKind<string | number, number> =>
  atLeast("a number", least, (value) => !Number.isNaN(value), unit);

/** A whole number, as reports and recordings state it: JSON has no infinity. */
export const count = (least: number): OptionKind<string | number, number> =>
  atLeast("a whole number", least, Number.isSafeInteger, 1);
