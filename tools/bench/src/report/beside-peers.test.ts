import { expect, test } from "vitest";
import { besidePeersChart, peersOf, themes } from "./beside-peers.ts";

const parts = { title: "", method: "", bars: [] };
const columns = ["", "minified + gzip, kB", "minified, kB"];
const rows = [
  ["orval", 1.25, 12],
  ["@court-register/fetch, without its operation table", 3, 7],
  ["@court-register/fetch, whole", 4, 9],
  ["openapi-generator-axios, with axios", 26, 85],
];
const samples = { "bare-fetch": [2, 4], orval: [2, 4], "by-hand": [3, 6], "ours-fetch": [3, 6] };
const size = { ...parts, measure: "size", sections: [{ kind: "table", title: "", columns, rows } as const] };
const decode = {
  ...parts,
  measure: "decode",
  sections: [{ kind: "paired", title: "", baseline: "bare-fetch", unit: "ms", samples } as const],
};

test("the peers are those that both measures have", () => {
  expect(peersOf([size, decode])).toEqual([
    { name: "orval", ours: false, kilobytes: 1.25, ratio: 1 },
    { name: "@court-register/fetch", ours: true, kilobytes: 4, ratio: 1.5 },
  ]);
});

test("without one of the two measures there are no peers", () => {
  expect(peersOf([size])).toEqual([]);
  expect(peersOf([decode])).toEqual([]);
});

test.each(["light", "dark"] as const)(
  "the %s chart names every peer, with both figures, and ours in its colour",
  async (theme) => {
    const chart = await besidePeersChart(peersOf([size, decode]), theme);
    for (const text of ["orval", "@court-register/fetch", "1.3", "4.0", "1.00", "1.50"])
      expect(chart).toContain(`>${text}<`);
    expect(chart.split(`fill="${themes[theme].ours}"`)).toHaveLength(3);
  },
);
