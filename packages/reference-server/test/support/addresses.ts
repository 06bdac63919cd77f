import { register } from "../../src/contract/contract.ts";
import type { Operation } from "../../src/contract/register.ts";
import type { Fixture } from "./client.ts";

const isInPath = (one: Operation["selecting"][number]): boolean => one.in === "path";

/** The operations whose rows are there without asking for some of them. */
export const lists: readonly Operation[] = register.operations.filter(
  ({ answer, selecting }) =>
    answer === "list" && !selecting.some(({ in: place, required }) => place === "path" || required),
);

/** The headers that an operation requires, by the path of a request, with the values of their examples. */
export function requiredHeaders(address: string): Record<string, string> {
  const [path = ""] = address.slice(register.basePath.length).split("?");
  const operation = register.operations.find((one) => one.path === path) ?? operationLike(path);
  const required = (operation?.selecting ?? []).filter((one) => one.in === "header" && one.required);
  return Object.fromEntries(required.map(({ name, example }) => [name, String(example)]));
}

const operationLike = (path: string): Operation | undefined =>
  register.operations.find((one) => new RegExp(`^${one.path.replace(/\{[^}]+\}/g, "[^/]+")}$`).test(path));

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
