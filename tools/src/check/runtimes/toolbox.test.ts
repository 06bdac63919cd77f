import { expect, test } from "vitest";
import { fetchedBytes } from "./toolbox.ts";

test("counts the download of each package once", () => {
  const event = (packageId: string, more: object): string =>
    JSON.stringify({ name: "pnpm:fetching-progress", packageId, ...more });
  expect(
    fetchedBytes([
      event("bun@1", { status: "started", size: 5_000 }),
      event("bun@1", { status: "in_progress", downloaded: 4_000 }),
      event("deno@1", { status: "in_progress", downloaded: 300 }),
      JSON.stringify({ name: "pnpm:progress", packageId: "bun@1", size: 1 }),
      "npm warn something",
    ]),
  ).toBe(5_300);
});
