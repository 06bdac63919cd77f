/** Makes two documents comparable place by place, and reports what had to be moved for that. */
import { type OpenApi, operationsOf, type Parameter, type Reference, resolve } from "../../specs/openapi.ts";
import type { Finding } from "../judge.ts";
import type { Documents } from "./found.ts";

export interface Aligned {
  documents: Documents;
  moved: Finding[];
}

/**
 * Copies of both documents in which an operation keeps its old path when only the path changed, so that the rest is compared too;
 * parameters of a path are moved into its operations; response header names, which are case-insensitive, are in lower case; and
 * server URLs and keys, which `access.ts` compares, are left out.
 */
export function align(before: OpenApi, after: OpenApi): Aligned {
  const [base, revision] = [withoutAccess(structuredClone(before)), withoutAccess(structuredClone(after))];
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
    moved.push(pathChanged(id, old.path, path));
  }
  return { documents: { before: base, after: revision }, moved };
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
    for (const answer of Object.values(operation.responses ?? {})) {
      if (answer.headers === undefined) continue;
      answer.headers = Object.fromEntries(
        Object.entries(answer.headers).map(([name, header]) => [name.toLowerCase(), header]),
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
  return { rule: "path-changed", facts: { from, to, slash }, subject: to, operations: [id] };
}
