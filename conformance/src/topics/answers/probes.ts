import { ask, firstRows, type Probe, type Seen, takes, withParameter } from "../../checks/probe.ts";
import { allows } from "../../contract/row-schema.ts";
import type { Operation, PathParameter } from "../../contract/shape/operation.ts";

/** A value that a parameter may have, and that hardly any row has. */
function unknownValue({ schema }: PathParameter, { random }: Seen): string | undefined {
  const { uuid, integer } = random("unknown");
  const numbers = [integer(900_000_000, 999_999_999), 987_654_321, 9_999, 99, 9];
  const found =
    numbers.find((value) => allows(schema, value)) ??
    [uuid(), `nepoznato-${integer(1_000, 9_999)}`, "nepoznato"].find((value) => allows(schema, value));
  return found === undefined ? undefined : String(found);
}

function unknownPath({ inPath }: Operation, seen: Seen): Readonly<Record<string, string>> | undefined {
  for (const parameter of inPath) {
    const value = unknownValue(parameter, seen);
    if (value !== undefined && value !== seen.path?.[parameter.name]) return { ...seen.path, [parameter.name]: value };
  }
  return undefined;
}

export const answerRequests: readonly Probe[] = [
  {
    name: "json",
    about: "the first rows (or all) as JSON",
    request: (operation, { width }) => ask(operation, firstRows(operation, width)),
    plain: true,
  },
  {
    name: "timestamp",
    about: "a timestamp_id that matches no published state",
    applies: takes("timestamp_id"),
    sampled: 3,
    request: (operation, seen) =>
      ask(operation, withParameter(operation, seen, "timestamp_id", seen.random("timestamp").uuid(), 3)),
    refusal: true,
  },
  {
    name: "unknown",
    about: "a number that hardly any row has",
    applies: ({ inPath, answer }) => inPath.length > 0 && answer === "object",
    request: (operation, seen) => {
      const path = unknownPath(operation, seen);
      return path === undefined
        ? "no value is known that the parameters in the path may have and rows have not"
        : { ...ask(operation, []), path };
    },
    refusal: true,
  },
];
