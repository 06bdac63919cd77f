/** Single changes of the contract of a page, each with the verdict of a maintainer: `pnpm spec:diff` is tested with them. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Change } from "../../src/spec-diff/change.ts";
import type { Audience, Verdict } from "../../src/spec-diff/rule.ts";
import { compareSpecs } from "../../src/spec-diff/spec-diff.ts";
import type { Specs } from "../../src/spec-diff/specs.ts";
import { operationsOf } from "../../src/specs/openapi.ts";
import { contract } from "../contract/contract.ts";
import { apply, type Edit } from "../support/edits.ts";

export interface Case {
  /** The change in a few words; permanent. */
  name: string;
  /** Made to the old and to the new specs, where the subject of the change does not exist yet. */
  given: Edit[];
  edits: Edit[];
  /** The worst verdict of all changes, `none` if nothing may be reported; who they affect, and which operations. */
  expected: { verdict: Verdict | "none"; who: Audience[]; operations: string[] };
}

/** The cases in a file, as they are written there. */
interface Written {
  name: string;
  given?: (Edit | Edit[])[];
  edits: Edit[];
  expected: { verdict: Verdict | "none"; who: Audience[]; operations: string[] | "all" };
}

const all = operationsOf(contract.openapi).map(({ id }) => id);

function read(file: string): Case[] {
  const written: Written[] = parse(readFileSync(new URL(`${file}.yaml`, import.meta.url), "utf8"));
  return written.map(({ given = [], expected, ...one }) => {
    const operations = expected.operations === "all" ? all : expected.operations;
    return { ...one, given: given.flat(), expected: { ...expected, operations: [...operations].sort() } };
  });
}

/** By what they change: the OpenAPI document, the SDL, or the operation documents. */
export const corpus: Readonly<Record<"openapi" | "sdl" | "documents", Case[]>> = {
  openapi: read("openapi"),
  sdl: read("sdl"),
  documents: read("documents"),
};

/** The contract before and after a case's edits. */
export function specsOf({ given, edits }: Case): { before: Specs; after: Specs } {
  const before = apply(contract, given);
  return { before, after: apply(before, edits) };
}

const known = new Map<Case, Promise<Change[]>>();

/** What `pnpm spec:diff` reports for a case. Each comparison starts oasdiff, so each case is compared once. */
export function changesOf(one: Case): Promise<Change[]> {
  const { before, after } = specsOf(one);
  const changes = known.get(one) ?? compareSpecs(before, after);
  known.set(one, changes);
  return changes;
}
