/** Refuses names that code cannot have, or that would be the same in code. */
import { literal, oneLine } from "../../shared/print.ts";
import { type OpenApi, operationsOf } from "../openapi.ts";
import { pages, parametersOf } from "../operation-parts.ts";
import { SpecError } from "../spec-error.ts";

/** @throws SpecError when code cannot have the name. */
export function checkName(where: string, name: string, refused: string[] = []): void {
  if (["__proto__", ...refused].includes(name))
    throw new SpecError(where, `"${name}" has a meaning of its own in JavaScript or in the clients: rename it.`);
  if (oneLine(name) !== name || name === "") throw new SpecError(where, `${literal(name)} is not a name on one line.`);
}

/** The generator makes the same name of `a_b`, `a-b`, `AB` and `ačb`. */
const inCode = (name: string): string => name.replace(/[^a-z\d]/gi, "").toLowerCase();

/** @throws SpecError when two types, tags or operations would have the same name in the clients. */
export function refuseEqualNames(document: OpenApi): void {
  const owners = new Map<string, string>();
  const unique = (name: string, owner: string, where: string, message: (other: string) => string): void => {
    const other = owners.get(name) ?? owner;
    owners.set(name, other);
    if (other !== owner) throw new SpecError(where, message(other));
  };
  const uniqueInCode = (space: string, name: string, where: string, id = inCode(name)): void => {
    const message = (other: string): string =>
      `"${name}" and "${other}" can give the same name in code: rename one of them.`;
    unique(`${space} ${id}`, name, where, message);
  };
  // The generator puts `Model` before a digit, and before names that JavaScript has: `1` and `Model1` would be one type, merged in silence.
  const uniqueType = (name: string, where: string): void =>
    uniqueInCode("type", name, where, inCode(name).replace(/^model/, ""));
  for (const name of Object.keys(document.components?.schemas ?? {})) {
    const where = `components/schemas/${name}`;
    if (!/^[\w.-]*[a-z\d][\w.-]*$/i.test(name))
      throw new SpecError(where, `${literal(name)} cannot name a type: use letters from a to z, digits and "_".`);
    uniqueType(name, where);
  }
  for (const { path, method, operation, id } of operationsOf(document)) {
    const where = `paths ${path} ${method.toLowerCase()}`;
    const [tag = ""] = operation.tags ?? [];
    if (!/^[a-z]/.test(inCode(tag)))
      throw new SpecError(
        `${where} tags`,
        `${literal(tag)} must begin with a letter from a to z: types are named after it.`,
      );
    uniqueInCode("tag", tag, `${where} tags`);
    uniqueType(`${id}Params`, `${where} operationId`);
    const again = (other: string): string => `"${id}" is the operationId of ${other} as well: rename one.`;
    unique(`id ${id}`, path, `${where} operationId`, again);
    if (!pages(parametersOf(document, operation, where))) continue;
    const second = (other: string): string =>
      `tag "${tag}" already has a paged operation, ${other}: .all() and .pages() of one resource walk one operation.`;
    unique(`paged ${tag}`, id, where, second);
  }
}
