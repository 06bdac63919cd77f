/** Compares two versions of the OpenAPI document: oasdiff finds the differences, and the rules in this folder judge them. */
import { isDeepStrictEqual } from "node:util";
import {
  type Header,
  isObject,
  type OpenApi,
  operationsOf,
  operationsUsing,
  type Parameter,
  type PlacedOperation,
  type Reference,
  resolve,
  type Schema,
} from "../../specs/openapi.ts";
import type { Change, Judgement } from "../change.ts";
import { documentation, either, isDocumentation, unknown } from "../rules-common.ts";
import { compareAccess } from "./access.ts";
import { align } from "./align.ts";
import { judgeBody } from "./rules-body.ts";
import { judgeOperation, operationAdded, operationRemoved } from "./rules-operation.ts";
import { judgeMoved, judgeParameter } from "./rules-parameter.ts";
import { errorBodyChanged, judgeHeader, judgeMediaType, judgeStatus } from "./rules-response.ts";
import { findSpot } from "./spot.ts";
import { type Difference, structuralDifferences } from "./structure.ts";
import { compareTypeParameters } from "./type-parameters.ts";
import { describe } from "./types.ts";

/**
 * Every change of the contract from `before` to `after`.
 *
 * @throws Error when oasdiff cannot read a document.
 */
export async function compareOpenApi(before: OpenApi, after: OpenApi): Promise<Change[]> {
  if (isDeepStrictEqual(before, after)) return [];
  const { base, revision, changes } = align(before, after);
  const documents = new Comparison(base, revision);
  const differences = await structuralDifferences(base, revision);
  return [
    ...changes,
    ...compareAccess(before, after),
    ...compareTypeParameters(before, after),
    ...differences.flatMap((one) => documents.judge(one, differences)),
  ];
}

/** A change within an operation. */
type InOperation = Omit<Change, "operations">;

class Comparison {
  readonly #base: OpenApi;
  readonly #revision: OpenApi;

  constructor(base: OpenApi, revision: OpenApi) {
    this.#base = base;
    this.#revision = revision;
  }

  /** @param all - all differences, to tell moves from additions and removals. */
  judge(difference: Difference, all: Difference[]): Change[] {
    const [top = "", name = "", keyword = "", ...rest] = difference.path;
    if (top === "paths") return this.#judgePath(difference, name, keyword, rest, all);
    if (top === "components") return this.#judgeComponent(difference);
    // The document's version is this project's own, set by the release.
    if (top === "info" && name === "version") return [];
    if (["info", "tags", "openAPI", "externalDocs"].includes(top)) {
      // As in the document: oasdiff spells it differently.
      const subject = top.replace("API", "api");
      return [{ ...documentation(`\`${subject}\``), subject, operations: [] }];
    }
    const what = [name, keyword, ...rest].filter((part) => part).join(" ") || difference.kind;
    return [{ ...unknown(top, what), subject: top, operations: [] }];
  }

  /** Components are compared where operations use them, but a schema's name is also the name of a type in the clients. */
  #judgeComponent({ path: [, kind, name = "", ...rest], kind: change }: Difference): Change[] {
    if (kind !== "schemas" || rest.length > 0 || change !== "removed") return [];
    const operations = operationsUsing(this.#base, name);
    const isArray = (document: OpenApi, schema: string): boolean =>
      resolve(document, document.components?.schemas?.[schema])?.type === "array";
    if (isArray(this.#base, name)) return [];
    const isNew = (other: string): boolean =>
      !isArray(this.#revision, other) &&
      this.#base.components?.schemas?.[other] === undefined &&
      operationsUsing(this.#revision, other).some((id) => operations.includes(id));
    const { schemas = {} } = this.#revision.components ?? {};
    const names = Object.keys(schemas).filter(isNew);
    const known = this.#base.components?.schemas ?? {};
    const alike = Object.keys(schemas).filter((other) => !(other in known) && sameFields(known[name], schemas[other]));
    const remove = `${alike.length > 0 ? `If it was renamed, import the type of ${either(alike)}, which has the same fields; otherwise remove` : "Remove"} uses of the type.`;
    return [
      {
        rule: "type-name-gone",
        verdict: "breaking",
        noticed: "compile",
        message: `The type of \`${name}\` is no longer exported${names.length > 0 ? " under that name" : ""}.`,
        todo: { rest: names.length > 0 ? `Import the type by its new name, that of ${either(names)}.` : remove },
        subject: name,
        operations,
      },
    ];
  }

  #judgePath(difference: Difference, path: string, keyword: string, rest: string[], all: Difference[]): Change[] {
    const [method = "", ...inner] = rest;
    if (keyword !== "" && keyword !== "operations") {
      const judgement = isDocumentation(keyword) ? documentation(`\`${path}\``) : unknown(path, keyword);
      return [{ ...judgement, subject: path, operations: this.#idsUnder(path) }];
    }
    if (method === "") {
      const document = difference.kind === "added" ? this.#revision : this.#base;
      return operationsOf(document)
        .filter((one) => one.path === path)
        .map((one) => this.#wholeOperation(difference, one));
    }
    const [before, after] = [this.#base, this.#revision].map((document) =>
      operationsOf(document).find((one) => one.path === path && one.method === method),
    );
    const operation = after ?? before;
    if (operation === undefined) return [];
    if (inner.length === 0) return [this.#wholeOperation(difference, operation)];
    const operations = [before?.id ?? operation.id];
    return this.#judgeInOperation(difference, inner, before, after, all).map((change) => ({ ...change, operations }));
  }

  #wholeOperation(difference: Difference, placed: PlacedOperation): Change {
    const { method, path, id } = placed;
    const where = `${method} ${path}`;
    const judgement =
      difference.kind === "added" ? operationAdded(id, where) : operationRemoved(id, where, this.#alike(placed));
    return { ...judgement, subject: id, operations: [id] };
  }

  /** Ids of the new operations whose rows have the fields of an old one's: it may have been renamed. */
  #alike(old: PlacedOperation): string[] {
    const known = new Set(operationsOf(this.#base).map(({ id }) => id));
    return operationsOf(this.#revision)
      .filter((now) => !known.has(now.id) && sameFields(rowOf(this.#base, old), rowOf(this.#revision, now)))
      .map(({ id }) => id);
  }

  #idsUnder(path: string): string[] {
    return operationsOf(this.#revision)
      .filter((one) => one.path === path)
      .map(({ id }) => id);
  }

  #judgeInOperation(
    difference: Difference,
    inner: string[],
    before: PlacedOperation | undefined,
    after: PlacedOperation | undefined,
    all: Difference[],
  ): InOperation[] {
    const of = (subject: string, judgements: Judgement[]): InOperation[] =>
      judgements.map((judgement) => ({ ...judgement, subject }));
    const ofPart = (subject: string, judgements: Judgement[]): InOperation[] =>
      of(subject, judgements).map((change) => ({ ...change, part: true }));
    // Users know an operation by its old id.
    const id = before?.id ?? after?.id ?? "";
    const [part = "", first = "", second = "", third = "", ...deep] = inner;
    if (part === "parameters") {
      const pair = {
        before: findParameter(this.#base, before, first, second),
        after: findParameter(this.#revision, after, first, second),
        paged: { before: isPaged(this.#base, before), after: isPaged(this.#revision, after) },
      };
      const other = inner.length === 3 ? movedFrom(difference, all) : undefined;
      if (other !== undefined)
        return ofPart(second, difference.kind === "added" ? [judgeMoved(second, other, first)] : []);
      return ofPart(second, judgeParameter(difference, inner.slice(3), second, pair));
    }
    if (part !== "responses") return of(id, judgeOperation(difference, inner, id));
    if (inner.length === 2) return ofPart(first, [judgeStatus(difference, first)]);
    // The clients have no types for the bodies of other statuses.
    if (second === "content" && !first.startsWith("2")) return ofPart(first, [errorBodyChanged(first)]);
    const [oldAnswer, newAnswer] = [before?.operation.responses?.[first], after?.operation.responses?.[first]];
    if (second === "headers") {
      const [oldHeader, newHeader] = [
        resolve<Header>(this.#base, oldAnswer?.headers?.[third]),
        resolve<Header>(this.#revision, newAnswer?.headers?.[third]),
      ];
      return ofPart(third, judgeHeader(difference, deep, third, oldHeader, newHeader));
    }
    if (second === "content") {
      const [keyword = "", ...path] = deep;
      if (keyword === "") return ofPart(third, [judgeMediaType(difference, third)]);
      if (keyword === "schema") {
        const [oldSchema, newSchema] = [oldAnswer?.content?.[third]?.schema, newAnswer?.content?.[third]?.schema];
        const documents = { base: this.#base, revision: this.#revision };
        const spot = findSpot(documents, { before: oldSchema, after: newSchema }, path, id);
        return of(spot.subject, judgeBody(difference, spot, third));
      }
      if (isDocumentation(keyword)) return of(id, [documentation(`\`${id}\``)]);
    }
    if (isDocumentation(second)) return of(id, [documentation(`\`${id}\``)]);
    return of(id, [unknown(id, inner.join(" "))]);
  }
}

function rowOf(document: OpenApi, { operation }: PlacedOperation): Schema | undefined {
  const body = resolve<Schema>(document, operation.responses?.["200"]?.content?.["application/json"]?.schema);
  return resolve<Schema>(document, body?.items);
}

/** Whether two objects have the same fields, of the same types. */
function sameFields(one: Schema | undefined, other: Schema | undefined): boolean {
  const fields = (schema: Schema | undefined): string[] =>
    Object.entries(schema?.properties ?? {}).map(([name, field]) => `${name}: ${describe(field)}`);
  return fields(one).length > 0 && isDeepStrictEqual(fields(one).sort(), fields(other).sort());
}

function findParameter(
  document: OpenApi,
  placed: PlacedOperation | undefined,
  place: string,
  name: string,
): Parameter | undefined {
  return placed?.operation.parameters
    ?.map((parameter) => resolve<Parameter>(document, parameter as Parameter | Reference))
    .find((parameter) => isObject(parameter) && parameter.in === place && parameter.name === name);
}

/** Whether the clients have walks of the operation. */
const isPaged = (document: OpenApi, placed: PlacedOperation | undefined): boolean =>
  ["offset", "limit"].every((name) => findParameter(document, placed, "query", name) !== undefined);

/** The place that a parameter came from (or went to), if the same operation lost (or got) one of the same name elsewhere. */
function movedFrom({ path, kind }: Difference, all: Difference[]): string | undefined {
  const [upTo, name] = [path.slice(0, 5).join("\n"), path[6]];
  const counterpart = all.find(
    (one) =>
      one.path.length === 7 &&
      one.kind !== kind &&
      one.kind !== "changed" &&
      one.path[6] === name &&
      one.path.slice(0, 5).join("\n") === upTo,
  );
  return counterpart?.path[5];
}
