import { expect } from "vitest";
import { totalHeader } from "../../src/contract/operations.ts";
import type { ProbeName } from "../../src/evidence/operation-view.ts";
import { registerRequirements } from "../../src/topics/catalogue.ts";
import { operationNamed, type SeenPage, viewOf } from "./views.ts";

/** A page of a service: the numbers of its rows, the parameters of its request, and the total in its header. */
export interface Page {
  rows: readonly number[];
  offset?: number;
  limit?: number;
  total?: number;
}

export const upTo = (end: number, from = 0): number[] => Array.from({ length: end - from }, (_, index) => from + index);

/** Judges an operation with a total and a default limit of 100, one without, or one without pages. */
export function judgePages(id: string, name: "sjediste" | "gfi" | "jezik", pages: Record<ProbeName, Page>): unknown {
  const seen = Object.entries(pages).map(([probe, { rows, offset = 0, limit, total }]): [string, SeenPage] => [
    probe,
    {
      body: rows.map((mbs) => ({ mbs })),
      offset,
      limit,
      headers: total === undefined ? {} : { [totalHeader]: String(total) },
    },
  ]);
  const view = viewOf(operationNamed(name), Object.fromEntries(seen));
  return registerRequirements.find((one) => one.id === id)?.check(view);
}

export const fails: unknown = expect.objectContaining({ state: "fail" });

export const passes = { state: "pass" };

export const undecided: unknown = expect.objectContaining({ state: "not tested" });

export const notTestedFor = (reason: string): unknown => ({
  state: "not tested",
  reason: expect.stringContaining(reason),
});
