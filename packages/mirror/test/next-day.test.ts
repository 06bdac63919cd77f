import { Readable } from "node:stream";
import { startServer } from "@court-register/reference-server";
import { expect, test } from "vitest";
import { changes, check, sync } from "../src/index.ts";
import { accessTo } from "./support/access.ts";
import { newTarget } from "./support/target.ts";

test("the next day of the reference server shows what changes and check are for", async () => {
  await using server = await startServer({ rows: 1_000 });
  await using target = await newTarget();
  const copy = (): Promise<unknown> => sync(target.name, accessTo(server));
  const partners = { bankrupt: "030000026", deleted: "040000012", renamed: "080000014", moved: "100000012" };
  const checked = async (): Promise<object> => {
    const found: Record<string, unknown> = {};
    await check(target.name, Readable.from(["mbs\n", ...Object.values(partners).map((mbs) => `${mbs}\n`)]), {
      onLine: ({ match, company }) => {
        const { insolvency, naziv, sjediste } = company ?? {};
        found[company?.mbs ?? ""] = { match, insolvency, naziv, sjediste };
      },
    });
    return Object.fromEntries(Object.entries(partners).map(([name, mbs]) => [name, found[mbs]]));
  };
  const told = async (options: Parameters<typeof changes>[1]): Promise<string[]> => {
    const lines: string[] = [];
    const onChange = (one: { list: string; change: string; mbs: string | null }): void =>
      void lines.push(`${one.change} ${one.list} ${one.mbs}`);
    await changes(target.name, { ...options, onChange });
    return lines.sort();
  };

  await copy();
  expect(await checked()).toEqual({
    bankrupt: expect.objectContaining({ match: "found", insolvency: "" }),
    deleted: expect.objectContaining({ match: "found", insolvency: "" }),
    renamed: expect.objectContaining({ naziv: expect.stringMatching(/^PRIMJER DRUŠTVO/) }),
    moved: expect.objectContaining({ sjediste: expect.stringContaining("Šibenik") }),
  });
  await server.load({ rows: 1_000, seed: 1, day: 1 });
  await copy();
  expect(await told({ subjects: Object.values(partners) })).toEqual([
    "changed sjediste 100000012",
    "changed skracena_tvrtka 080000014",
    "changed subjekt 030000026",
    "changed subjekt 040000012",
    "new postupak 030000026",
  ]);
  expect(await told({ about: "insolvency" })).toEqual([
    "changed subjekt 030000026",
    "changed subjekt 080000080",
    "new postupak 030000026",
    "new postupak 080000080",
  ]);
  expect(await told({ place: "Osijek" })).toContain("changed sjediste 100000012");
  expect(await checked()).toEqual({
    bankrupt: expect.objectContaining({ match: "found", insolvency: "postupak; stecajna_masa" }),
    deleted: expect.objectContaining({ match: "deleted", insolvency: "" }),
    renamed: expect.objectContaining({ match: "found", naziv: "NOVI PRIMJER Čvor 65 d.o.o. za prijevoz" }),
    moved: expect.objectContaining({ match: "found", sjediste: expect.stringContaining("Osijek") }),
  });
});
