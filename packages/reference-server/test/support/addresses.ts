import { register } from "../../src/contract/contract.ts";
import type { Operation } from "../../src/contract/register.ts";
import type { Fixture } from "./client.ts";

const isInPath = (one: Operation["selecting"][number]): boolean => one.in === "path";

/** The operations whose rows are there without asking for some of them. */
export const lists: readonly Operation[] = register.operations.filter(
  ({ answer, selecting }) =>
    answer === "list" && !selecting.some(({ in: place, required }) => place === "path" || required),
);

/** Where an operation answers with rows: the first ones, or what the path names as a list shows it. */
export async function addressOf(operation: Operation, fixture: Fixture): Promise<string> {
  const { path, parameters, selecting } = operation;
  const names = selecting.filter(isInPath).map(({ name }) => name);
  const resource = (one: string): string | undefined => one.split("/")[1];
  const known = lists
    .filter(({ row }) => names.every((name) => row.fields.some((field) => field.name === name)))
    .toSorted(
      (one, other) => Number(resource(other.path) === resource(path)) - Number(resource(one.path) === resource(path)),
    );
  const [first = {}] =
    names.length === 0 || known[0] === undefined ? [] : await fixture.json(await addressOf(known[0], fixture));
  const examples = Object.fromEntries(selecting.map(({ name, example }) => [name, example]));
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(`${first[name] ?? examples[name]}`),
  );
  const query = [
    ...(parameters.has("offset") ? ["offset=0", "limit=3"] : []),
    ...selecting
      .filter(({ in: place, required }) => place === "query" && required)
      .map(({ name }) => `${name}=${encodeURIComponent(`${examples[name]}`)}`),
  ];
  return `/javni${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}
