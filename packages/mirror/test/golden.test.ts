/** A copy of each format that was released answers as it did, before `sync` brings it to the present format and after. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Change, changes, exportTo, prune, type SyncEvent, status, sync, verify } from "../src/index.ts";
import { openDatabase } from "../src/store/open.ts";
import { firstFormat, formatVersion, readableFormat } from "../src/store/upgrades.ts";
import { GoldenServices, goldenAnswers, goldenFormats, restoreGolden } from "./support/golden.ts";
import { newTarget } from "./support/target.ts";

/** All that `--told` tells. */
async function toldOf(target: string, told: string): Promise<Change[]> {
  const all: Change[] = [];
  await changes(target, { told, onChange: (change) => void all.push(change) });
  return all;
}

test("every format from the first one on has a golden copy", () => {
  const formats = Array.from({ length: formatVersion - firstFormat + 1 }, (_, index) => firstFormat + index);
  expect(goldenFormats()).toEqual(formats);
});

test.each([...new Set([...goldenFormats(), formatVersion])])("a copy of format %i", async (format) => {
  await using target = await newTarget();
  await using golden = await restoreGolden(format, target);
  const { name } = target;
  const [told, before, exported] = ["told.json", "told-before-forgetting.json", "export"].map((one) =>
    join(golden.folder, one),
  ) as [string, string, string];
  if (format >= readableFormat) {
    expect((await verify(name)).problems).toEqual([]);
    expect(await status(name)).toMatchObject({
      generations: [{ generation: 2 }, { generation: 3 }, { generation: 4 }, { generation: 5 }],
      unfinished: { generation: 6 },
    });
    expect(await goldenAnswers(target)).toMatchObject(golden.answers);
    expect(await toldOf(name, told)).toEqual([]);
  }

  await using services = await GoldenServices.start();
  services.setDay(3);
  const events: SyncEvent[] = [];
  await sync(name, { ...services.options(3), onEvent: (event) => void events.push(event) });
  const upgrade = { type: "upgrade", from: format, to: formatVersion, dropped: 6 };
  expect(events.filter(({ type }) => type === "upgrade")).toEqual(format < formatVersion ? [upgrade] : []);
  expect(events.find(({ type }) => type === "start")).toMatchObject({
    generation: 6,
    resumed: format === formatVersion,
  });

  expect((await verify(name)).problems).toEqual([]);
  expect((await status(name)).generations.map(({ generation }) => generation)).toEqual([2, 3, 4, 5, 6, 7]);
  expect(await goldenAnswers(target)).toMatchObject(golden.answers);
  // One was written after generation 5, and the other after 4, before a case was forgotten.
  for (const file of [told, before])
    expect((await toldOf(name, file)).filter(({ list }) => list === "jezik")).toMatchObject([
      { change: "new", row: { naziv: "danski" } },
    ]);
  // What was exported is known, and the next generation joins it.
  const record = (): { generations: number[] } => JSON.parse(readFileSync(join(exported, "latest.json"), "utf8"));
  expect(record().generations).toEqual([5]);
  await exportTo(name, exported, { format: "ndjson", lists: ["subjekt", "postupak"], generation: 6 });
  expect(record().generations).toEqual([5, 6]);
  expect((await prune(name, { keep: 1 })).generations).toEqual([2, 3, 4, 5]);
  expect((await verify(name)).problems).toEqual([]);
});

test("a copy from before the first release is refused by every command, with what to do", async () => {
  await using target = await newTarget();
  const database = await openDatabase(target.name, "create");
  await database.write(async (writing) => {
    await writing.run("CREATE TABLE mirror_format (version INTEGER NOT NULL, copy_id TEXT NOT NULL, seal TEXT)");
    await writing.run("INSERT INTO mirror_format (version, copy_id) VALUES (3, 'a copy')");
    await writing.run("CREATE TABLE mirror_generations (generation BIGINT PRIMARY KEY)");
  });
  await database.close();
  await using services = await GoldenServices.start();
  for (const command of [
    () => status(target.name),
    () => verify(target.name),
    () => prune(target.name, { keep: 1 }),
    () => sync(target.name, services.options(1)),
  ])
    await expect(command()).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringMatching(
        /before the first release \(format 3\).* Copy the register into another target\.$/,
      ),
    });
});
