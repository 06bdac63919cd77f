import { readFileSync } from "node:fs";
import { readJson } from "../evidence/json.ts";
import { fileTypes, type OptionKind } from "../options/kinds.ts";
import { type Settings, settings } from "../options/table.ts";
import { UsageError } from "../shared/usage-error.ts";

/** What a configuration file may contain: the long options in camel case, except those for a single run. */
const kinds: ReadonlyMap<string, OptionKind<never>> = new Map(
  Object.entries(settings).flatMap(([name, { kind, single }]) => (single ? [] : [[name, kind]])),
);

/**
 * The text of a file, without a byte order mark.
 * @throws UsageError if it is in another encoding: its letters would be others.
 */
export function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`the file ${file} is not text in UTF-8: save it as UTF-8`);
  }
}

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
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new UsageError(`the configuration file ${file} cannot be read: is the path of --config right?`);
  }
  const text = decoded(bytes, file);
  const json = readJson(text);
  if (!json.ok)
    throw new UsageError(
      `the configuration file ${file} holds ${json.problem}: it must hold one object, such as { "baseUrl": "https://host" }`,
    );
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(`the configuration file ${file} must hold one JSON object`);
  for (const [name, one] of Object.entries(value)) {
    const type = kinds.get(name)?.inFile;
    if (type === undefined)
      throw new UsageError(
        `the configuration file ${file} has an unknown setting ${name}: the settings are ${[...kinds.keys()].join(", ")}`,
      );
    if (!fileTypes[type](one))
      throw new UsageError(`${name} in the configuration file ${file} must be ${type}, but is ${typeName(one)}`);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const split = kinds.get(name)?.split;
      return [name, split === undefined ? one : one.flatMap(split)];
    }),
  );
}
