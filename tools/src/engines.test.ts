/** Whoever installs with strict engines gets a package on the oldest Node that it names: what it depends on names no newer one. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packages } from "./compatibility/changesets.ts";
import { root } from "./repository.ts";

interface Manifest {
  dependencies?: Record<string, string>;
  engines?: { node?: string };
}

const read = async (...path: string[]): Promise<Manifest> =>
  JSON.parse(await readFile(join(root, ...path, "package.json"), "utf8"));

/** Whether a version is in a range of the forms that packages use for Node: `>=22.12`, `^22.0.0 || >=24`. */
function isIn(version: string, range: string): boolean {
  return range.split("||").some((part) => {
    const [, sign = "", least = ""] = /^\s*(>=|\^|)\s*v?([\d.]+)\s*$/.exec(part) ?? [];
    expect(least, `a range of another form: ${range}`).not.toBe("");
    const reaches = version.localeCompare(least, "en", { numeric: true }) >= 0;
    return reaches && (sign === ">=" || Number.parseInt(version, 10) === Number.parseInt(least, 10));
  });
}

test.each(packages)("$name can be installed on the oldest Node that it names", async ({ folder }) => {
  const { dependencies = {}, engines } = await read(folder);
  const oldest = `${engines?.node?.replace(">=", "")}.0.0`.split(".").slice(0, 3).join(".");
  const refusing: string[] = [];
  for (const name of Object.keys(dependencies)) {
    const { node = ">=0" } = (await read(folder, "node_modules", name)).engines ?? {};
    if (!isIn(oldest, node)) refusing.push(`${name} wants ${node}, and here stands ${oldest}`);
  }
  expect(refusing).toEqual([]);
});
