import { describe, expect, test } from "vitest";
import { page, roundsText } from "./page.ts";
import type { GrowthSection, PairedSection, Result } from "./result.ts";

describe("roundsText", () => {
  test("is the number of samples of a paired section", () => {
    const samples = { a: [1, 2, 3], b: [1, 2, 3] };
    expect(roundsText({ kind: "paired", title: "", baseline: "a", unit: "ms", samples })).toBe("3 paired rounds.");
  });

  test("says in how many processes, if in several", () => {
    const samples = { a: [1, 2, 3, 4], b: [1, 2, 3, 4] };
    const section = { kind: "paired", title: "", baseline: "a", unit: "ms", samples } as const;
    expect(roundsText({ ...section, processes: 2 })).toBe("4 paired rounds in 2 processes.");
    expect(roundsText({ ...section, processes: 1 })).toBe("4 paired rounds.");
  });
});

describe("page", () => {
  const result: Result = {
    measure: "walk",
    title: "Walks",
    method: "As one walks.",
    bars: [],
    sections: [
      { kind: "table", title: "Far", note: "One run each.", columns: ["", "rows a second"], rows: [["ours", 272395]] },
    ],
  };
  const environment = { cpu: "a processor", cores: 2, node: "24.0.0", date: "2026-01-02" };

  test("shows the first table, and folds what was measured, and how, away", () => {
    const text = page([{ environment, result }]);
    expect(text.indexOf("| ours | 272,395 |")).toBeLessThan(text.indexOf("<details>"));
    expect(text.indexOf("As one walks.")).toBeGreaterThan(text.indexOf("<details>"));
    expect(text).toContain('<a href="generated/results/walk.json">raw data</a>');
  });

  test("shows a row for each size of what was measured at several, and a sentence for what was not", () => {
    const points = [{ rows: 30_000, seconds: [1, 3, 2], memory: [100, 120, 110] }];
    const copy: GrowthSection = {
      kind: "growth",
      title: "A copy",
      lines: [{ name: "first copy", limit: false, points }],
    };
    const missing: GrowthSection = { kind: "growth", title: "Spark", note: "It is not there.", lines: [] };
    const text = page([{ environment, result: { ...result, sections: [copy, missing] } }]);
    expect(text).toContain("| first copy | 30,000 | 3 | 2 | 15,000 | 110 |");
    expect(text).toContain("![A copy](generated/charts/walk-1.svg)");
    expect(text).toContain("**Spark.** It is not there.");
    expect(text).not.toContain("walk-2.svg");
  });

  test("lists every promise, and what explains those that are not kept", () => {
    const bar = { what: "rows", bar: "> 1", measured: "0.5", met: false, because: "The brake is the service" };
    const text = page([{ environment, result: { ...result, bars: [bar, { ...bar, what: "pages", met: true }] } }]);
    expect(text).toContain("1 of 2 promises are kept.");
    expect(text).toContain("| walk | rows | > 1 | 0.5 | **no** |");
    expect(text.match(/The brake is the service\.\n/g)).toHaveLength(1);
  });

  test("an interval covers what differs between processes, if the result names several", () => {
    const each = (value: number): number[] => Array.from({ length: 20 }, () => value);
    const samples = { base: each(1).concat(each(1), each(1)), ours: each(2).concat(each(2.5), each(3)) };
    const section = { kind: "paired", title: "Paired", baseline: "base", unit: "ms", samples } as const;
    const text = (processes: Pick<PairedSection, "processes">): string =>
      page([{ environment, result: { ...result, sections: [{ ...section, ...processes }] } }]);
    expect(text({})).toContain("60 paired rounds.\n\n");
    expect(text({})).toContain("| ours | **2.500** | 2.500 – 2.500 | 2.000 – 3.000 | 2.5 | 1.5 – 1.5 |");
    expect(text({ processes: 3 })).toContain("60 paired rounds in 3 processes.\n\n");
    expect(text({ processes: 3 })).toContain("| ours | **2.500** | 2.000 – 3.000 | 2.000 – 3.000 | 2.5 | 1 – 2 |");
  });

  test("says which commit was measured, and whether files were modified", () => {
    const measured = (clean: boolean): string => {
      const source = { commit: "0123456789abcdef0123456789abcdef01234567", clean };
      return page([{ environment: { ...environment, source }, result }]);
    };
    expect(measured(true)).toContain("Measured 2026-01-02 at commit `0123456789ab` on 2 cores of a processor");
    expect(measured(false)).toContain("at commit `0123456789ab` with uncommitted edits on");
  });

  test("says how to repeat a measure; a result without a seed, from before it was saved, is shown all the same", () => {
    expect(page([{ environment, result }])).not.toContain("pnpm bench walk");
    const again = (seconds: number): string => page([{ environment, seed: 7, seconds, result }]);
    expect(again(61.2)).toContain("To repeat it in the same order: `pnpm bench walk --seed 7`, which took 62 s.");
    expect(again(610)).toContain("which took 10 minutes.");
  });
});
