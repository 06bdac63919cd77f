/** Watches subjects for some mornings: quiet ones, ones with news, and ones that fail. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { type Data, startServiceOn, writeData } from "../support/service.ts";
import { readJob, runSteps } from "./pipelines.ts";
import { copyExample, type Ended, outputOf, type Workshop } from "./workshop.ts";

interface Procedure {
  mbs: number;
  postupak: number;
}

/** The register on a morning: the first subject is watched, the third is not. */
const morning = (status: number, procedures: readonly Procedure[]) => ({
  subjekt: [80_000_001, 80_000_002, 80_000_003].map((mbs) => ({ mbs, status })),
  skracena_tvrtka: [{ mbs: 80_000_001, ime: "Primjer kestena d.o.o." }],
  // One that ends is less than the tenth whose loss is refused.
  postupak: [...Array.from({ length: 20 }, (_, index) => ({ mbs: 80_000_100 + index, postupak: 1 })), ...procedures],
});

export async function watch(example: string, workshop: Workshop): Promise<void> {
  const { folder, key } = workshop;
  const copy = await copyExample(example, workshop);
  const data = `${folder}/mornings`;
  await using service = await startServiceOn(morning(1, []), data, key);
  const env = { COURT_REGISTER_BASE_URL: service.url, COURT_REGISTER_KEY: key };

  /** Publishes the register of another morning. */
  async function publish(rows: Data): Promise<void> {
    await writeData(rows, data);
    await service.load({ data });
  }
  /** Watches once. @returns what it told: of both outputs, what does not tell of the copy. */
  const watched = async (code: number, others: NodeJS.ProcessEnv = {}): Promise<string> => {
    const output = await outputOf(copy.start([], { ...env, ...others }), code);
    return output.slice(Math.max(output.search(/^(From now on|From generation|[+~-] (new|changed|gone) )/m), 0));
  };

  await outputOf(copy.run("npm", ["ci", "--ignore-scripts"]));
  expect(await watched(0)).toMatch(/^From now on, what changes after generation 1 is told\./);
  expect(await watched(0), "a quiet morning").not.toMatch(/^[+~-] /m);
  const procedure = { mbs: 80_000_001, postupak: 1 };
  await publish(morning(1, [procedure, { mbs: 80_000_003, postupak: 1 }]));
  const began = "+ new     postupak · MBS 080000001 · Primjer kestena d.o.o.\n    postupak 1\n";
  expect(await watched(3)).toMatch(new RegExp(`^${RegExp.escape(began)}From generation 1 .*\n  postupak: 1 new$`));

  await publish(morning(2, []));
  expect(await watched(2, { COURT_REGISTER_KEY: "drugi" })).toContain("refuses the key");
  const full = `${copy.path}/full.sh`;
  await writeFile(full, "npm start --silent > /dev/full");
  expect(await outputOf(copy.run("sh", [full], env), 2), "nobody takes it").toContain("the next run tells it again");
  const news = [
    "~ changed subjekt · MBS 080000001 · Primjer kestena d.o.o.",
    "    status: 1 → 2",
    "~ changed subjekt · MBS 080000002",
    "    status: 1 → 2",
    "- gone    postupak · MBS 080000001 · Primjer kestena d.o.o.",
    "    postupak 1",
  ].sort();
  const told = (await watched(3)).split("\n").filter((line) => !/^(From| {2}\w)/.test(line));
  expect(told.sort(), "all of it the next morning").toEqual(news);
  expect(await watched(0), "nothing is told twice").not.toMatch(/^[+~-] /m);

  await rm(join(copy.path, "copy"), { recursive: true, force: true });
  const summary = join(copy.path, "summary.md");
  const job = await readJob(join(copy.path, "watch.yml"));
  const github = { ...env, WATCH_FOLDER: "copy", GITHUB_STEP_SUMMARY: summary };
  const runWorkflow = (): Promise<Ended> => runSteps(job, copy, github);
  expect(await outputOf(runWorkflow())).toContain("From now on");
  await publish(morning(2, [procedure]));
  await outputOf(runWorkflow(), 3);
  expect(await readFile(summary, "utf8")).toContain(began);
}
