/** Compares two versions of the OpenAPI document: oasdiff finds the differences, and the table of rules says what they do. */
import { isDeepStrictEqual } from "node:util";
import {
  type OpenApi,
  operationsOf,
  type Parameter,
  type PlacedOperation,
  type Reference,
  resolve,
} from "../../specs/openapi.ts";
import { type Change, type Finding, judge } from "../change.ts";
import { findAccess } from "./access.ts";
import { inOneForm } from "./forms.ts";
import { type Documents, documented, unexplained } from "./found.ts";
import { findInPath, findTypeGone, findTypeParameters } from "./operations.ts";
import { type Difference, structuralDifferences } from "./structure.ts";

/**
 * Every change of the contract from `before` to `after`.
 *
 * @throws Error when oasdiff cannot read a document.
 */
export async function compareOpenApi(before: OpenApi, after: OpenApi): Promise<Change[]> {
  if (isDeepStrictEqual(before, after)) return [];
  const { documents, moved } = align(before, after);
  const differences = withoutRetyped(await structuralDifferences(documents.before, documents.after));
  const found = [
    ...moved,
    ...findAccess(before, after),
    ...findTypeParameters(before, after),
    ...differences.flatMap((one) => findAt(documents, one, differences).map((found) => ({ ...found, at: one.path }))),
  ];
  return found.map((one) => judge("A", one));
}

/** Differences without those of a schema whose type is another, or of what is in it: that it has another type says it all. */
function withoutRetyped(differences: Difference[]): Difference[] {
  const isType = ({ path, kind }: Difference): boolean =>
    kind !== "changed" && path.at(-2) === "type" && path.at(-3) !== "properties";
  const retyped = new Set(differences.filter(isType).map(({ path }) => path.slice(0, -2).join("\n")));
  const isBelow = ({ path }: Difference): boolean =>
    path.some((_, length) => length < path.length && retyped.has(path.slice(0, length).join("\n")));
  return differences.filter((one) => isType(one) || !isBelow(one));
}

/** @param all - all differences, to tell moves from additions and removals. */
function findAt(documents: Documents, difference: Difference, all: Difference[]): Finding[] {
  const [top = "", name = "", keyword = "", ...rest] = difference.path;
  if (top === "paths") return findInPath(documents, difference, all);
  // Components are compared where operations use them, but a schema's name is also the name of a type in the clients.
  if (top === "components") {
    const isSchema = name === "schemas" && rest.length === 0;
    return isSchema && difference.kind === "removed" ? findTypeGone(documents, keyword) : [];
  }
  // The document's version is this project's own, set by the release.
  if (top === "info" && name === "version") return [];
  if (["info", "tags", "openAPI", "externalDocs"].includes(top)) {
    // As in the document: oasdiff spells it differently.
    const subject = top.replace("API", "api");
    return [{ ...documented(`\`${subject}\``), subject, operations: [] }];
  }
  const what = [name, keyword, ...rest].filter((part) => part).join(" ") || difference.kind;
  return [{ ...unexplained(what), subject: top, operations: [] }];
}

/**
 * Copies of both documents in which an operation keeps its old path when only the path changed, so that the rest is compared too;
 * parameters of a path are moved into its operations; response header names, which are case-insensitive, are in lower case; schemas are
 * in one form; and server URLs and keys, which `access.ts` compares, are left out.
 */
function align(before: OpenApi, after: OpenApi): { documents: Documents; moved: Finding[] } {
  const [base, revision] = [withoutAccess(inOneForm(before)), withoutAccess(inOneForm(after))];
  const moved: Finding[] = [];
  for (const { operation, path, method, id } of operationsOf(revision)) {
    const old = operationsOf(base).find((one) => one.id === id && one.method === method);
    if (operation.operationId === undefined || old === undefined) continue;
    const key = method.toLowerCase();
    // Both documents have an operation there, if only because two have swapped their paths: they are compared as they are.
    if (base.paths?.[path]?.[key] !== undefined) continue;
    base.paths = { ...base.paths, [path]: { ...base.paths?.[path], [key]: old.operation } };
    delete old.item[key];
    if (!operationsOf(base).some((one) => one.path === old.path)) delete base.paths[old.path];
    moved.push(
      ...(shapeOfPath(old.path) === shapeOfPath(path)
        ? renameParameters(base, old, path)
        : [pathChanged(id, old.path, path)]),
    );
  }
  return { documents: { before: base, after: revision }, moved };
}

/** A path without the names of its parameters. */
const shapeOfPath = (path: string): string => path.replaceAll(/\{[^}]*\}/g, "{}");

const namesIn = (path: string): string[] => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);

/** Gives the parameters in the path of an old operation the names that a new path has for them, so that the rest is compared. */
function renameParameters(document: OpenApi, { id, path, operation }: PlacedOperation, to: string): Finding[] {
  const names = namesIn(to);
  return namesIn(path).flatMap((from, index): Finding[] => {
    const name = names[index] ?? from;
    if (name === from) return [];
    operation.parameters =
      operation.parameters?.map((written) => {
        const parameter = resolve<Parameter>(document, written);
        return parameter?.in === "path" && parameter.name === from ? { ...parameter, name } : written;
      }) ?? [];
    return [
      { rule: "path-parameter-renamed", facts: { from, to: name }, subject: from, operations: [id], at: ["paths", to] },
    ];
  });
}

function withoutAccess(document: OpenApi): OpenApi {
  delete document.servers;
  delete document.security;
  delete document.components?.securitySchemes;
  for (const { item, operation } of operationsOf(document)) {
    delete operation.servers;
    delete operation.security;
    const key = (parameter: Parameter | Reference): string => {
      const { in: place, name } = resolve<Parameter>(document, parameter) ?? { in: "", name: "" };
      return `${place} ${name}`;
    };
    const own = operation.parameters ?? [];
    const ownKeys = new Set(own.map(key));
    operation.parameters = [...own, ...(item.parameters ?? []).filter((parameter) => !ownKeys.has(key(parameter)))];
    for (const response of Object.values(operation.responses ?? {})) {
      if (response.headers === undefined) continue;
      response.headers = Object.fromEntries(
        Object.entries(response.headers).map(([name, header]) => [name.toLowerCase(), header]),
      );
    }
  }
  for (const item of Object.values(document.paths ?? {})) {
    delete item.servers;
    delete item.parameters;
  }
  return document;
}

function pathChanged(id: string, from: string, to: string): Finding {
  const isSlash = from.replace(/\/$/, "") === to.replace(/\/$/, "");
  const slash = isSlash ? " (the slash at its end is part of the path)" : "";
  return { rule: "path-changed", facts: { from, to, slash }, subject: to, operations: [id], at: ["paths", to] };
}
