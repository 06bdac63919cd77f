import type { Batch, Entry, Source } from "../store/load.ts";
import type { Row } from "../store/values.ts";
import { codeLists } from "./code-lists.ts";
import { caseCourts, caseRegisterRows, courtCase } from "./court-cases.ts";
import { SubjectGenerator } from "./subjects.ts";

/** What to generate. */
export interface GenerateOptions {
  /** Number of subjects; every subject has several rows. */
  readonly rows: number;
  /** The same seed gives the same rows on every machine. */
  readonly seed: number;
}

/** Subjects per batch: memory stays flat, however many are generated. */
const batchSize = 200;

/** The greatest number of subjects: beyond it, register numbers of a court could run out. */
export const greatestRows = 4_000_000;

/** Number of court cases that come with a number of subjects. */
const caseCount = (rows: number): number => Math.max(30, Math.ceil(rows / 10));

/** One line that says what was generated, by which a database that already has it is recognized. */
export const describeGenerated = ({ rows, seed }: GenerateOptions): string =>
  `generated, ${rows} subjects, seed ${seed}`;

/** Generated rows for every resource of both interfaces, consistent with each other. They depend only on the options. */
export function generate(options: GenerateOptions): Source {
  return { description: describeGenerated(options), batches: batches(options) };
}

function* batches({ rows, seed }: GenerateOptions): Generator<Batch> {
  const lists: Readonly<Record<string, readonly Row[]>> = {
    ...codeLists,
    sudovi: caseCourts,
    vrstaUpisnika: caseRegisterRows,
  };
  const entries = Object.entries(lists).flatMap(([resource, list]) => list.map((row) => ({ resource, row })));
  yield { entries, share: 0 };
  const subjects = new SubjectGenerator(seed);
  const cases = caseCount(rows);
  const total = rows + cases;
  yield* inBatches(rows, 0, total, (index) => subjects.entries(index));
  yield* inBatches(cases, rows, total, (index) => [{ resource: "predmet", row: courtCase(seed, index) }]);
}

function* inBatches(
  count: number,
  before: number,
  total: number,
  make: (index: number) => readonly Entry[],
): Generator<Batch> {
  for (let from = 0; from < count; from += batchSize) {
    const size = Math.min(batchSize, count - from);
    const entries = Array.from({ length: size }, (_, index) => make(from + index)).flat();
    yield { entries, share: (before + from + size) / total };
  }
}
