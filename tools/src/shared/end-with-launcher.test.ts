import { expect, test } from "vitest";
import { launchersOf } from "./end-with-launcher.ts";

const processes: Record<number, { parent: number; command: string }> = {
  1: { parent: 0, command: "/sbin/init" },
  10: { parent: 1, command: "bash -c npx --yes pnpm@12 start" },
  11: { parent: 10, command: "npm exec pnpm@12 start" },
  12: { parent: 11, command: "sh -c 'pnpm' start" },
  13: { parent: 12, command: "pnpm start" },
  14: { parent: 13, command: "/bin/sh -c node start.ts" },
  20: { parent: 10, command: "node somebody.js" },
};
const read = (pid: number) => processes[pid];

test("finds every launcher between a script and the shell that ran it", () => {
  expect(launchersOf(14, read)).toEqual([14, 13, 12, 11]);
});

test("finds none for a process that no package manager launched", () => {
  expect(launchersOf(20, read)).toEqual([]);
  expect(launchersOf(99, read)).toEqual([]);
});
