import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { median } from "simple-statistics";
import { startProcess } from "../../../../src/shared/server-process.ts";
import { startReferenceServer } from "../../clients/reference-server.ts";
import { key } from "../../clients/service-in-memory.ts";
import { bench, generated, program } from "../../places.ts";
import { run } from "../../processes/run.ts";
import { runStep, type Step, youngObjects } from "../../processes/step.ts";
import { atMost, type Bar, round, type TableSection } from "../../report/result.ts";
import { figureOf, pairedSamples, type Samples } from "../../rounds/rounds.ts";
import { type Context, type Measure, rounds } from "../measure.ts";

const step = (name: string, url: string, file: string): Promise<Step> => runStep("mirror-step", name, url, file);

const copies = {
  walk: "walking alone",
  insert: "inserting the same rows alone",
  first: "first copy",
  again: "unchanged re-sync",
};

/** The steps that are compared, on one server, each with files of its own. */
function steps(url: string, folder: string): Record<string, () => Promise<Step>> {
  let number = 0;
  const fresh = (name: string): string => join(folder, `${name}-${number++}.sqlite`);
  const copied = join(folder, "copied.sqlite");
  const removing = async (name: string, file: string): Promise<Step> => {
    const taken = await step(name, url, file);
    rmSync(file);
    return taken;
  };
  return {
    [copies.walk]: () => step("walk", url, "none"),
    [copies.insert]: () => removing("insert", fresh("plain")),
    [copies.first]: () => removing("sync", fresh("mirror")),
    [copies.again]: async () => {
      if (!existsSync(copied)) await step("sync", url, copied);
      return await step("again", url, copied);
    },
  };
}

/** The ratio of each round, and its median. */
function ratio(samples: Samples, of: string, to: readonly string[]): number {
  const times = samples[of] ?? [];
  return median(times.map((time, index) => time / to.reduce((sum, name) => sum + (samples[name]?.[index] ?? 0), 0)));
}

/** Python with the peers of the mirror, installed once; undefined where there is no Python. */
async function python(context: Context): Promise<string | undefined> {
  const folder = join(generated, "mirror-peers");
  if (existsSync(folder)) return join(folder, "bin/python");
  try {
    await mkdir(generated, { recursive: true });
    context.log("installing dlt and the Singer SDK");
    rmSync(`${folder}.unfinished`, { recursive: true, force: true });
    await run("python3", ["-m", "venv", `${folder}.unfinished`]);
    await run(join(`${folder}.unfinished`, "bin/python"), [
      "-m",
      "pip",
      "install",
      "--quiet",
      "-r",
      join(peers, "requirements.txt"),
    ]);
    await rename(`${folder}.unfinished`, folder);
    return join(folder, "bin/python");
  } catch (error) {
    context.log(`without dlt and the Singer SDK: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
    return undefined;
  }
}

const peers = join(bench, "contenders/mirror");

/** Rows per second into SQLite, ours and dlt's, for the same lists: without the start of the process and its imports, of both. */
async function raceDlt(context: Context, interpreter: string, url: string, folder: string): Promise<Samples> {
  // Not temeljni_kapital: dlt ends at an amount of more than 64 bits.
  const lists = ["sjediste", "skracena_tvrtka", "predmet_poslovanja", "pravni_oblik"];
  let number = 0;
  const file = (): string => join(folder, `race-${number++}.sqlite`);
  return await pairedSamples(
    {
      "court-register-mirror": async () => {
        const { rows, seconds } = await runStep("mirror-step", "sync", url, file(), ...lists);
        return rows / seconds;
      },
      "dlt 1.31": async () => {
        const output = await run(interpreter, [join(peers, "dlt_copy.py"), url, key, file(), "1000", ...lists]);
        const { rows, seconds } = JSON.parse(output.trim().split("\n").at(-1) ?? "");
        return (Object.values(rows) as number[]).reduce((sum, count) => sum + count, 0) / seconds;
      },
    },
    { rounds: rounds(context, 5), random: context.random },
  );
}

function rowsIn(file: string, lists: readonly string[]): number {
  const database = new DatabaseSync(file);
  const counts = lists.map((list) => Number(database.prepare(`SELECT count(*) AS n FROM "${list}"`).get()?.n));
  database.close();
  return counts.reduce((sum, count) => sum + count, 0);
}

/** How many rows each has of a service that caps pages without a word. */
async function missed(interpreter: string | undefined, folder: string): Promise<TableSection> {
  const total = 3_060;
  await using service = await startProcess(program("capped-service"), [String(total)]);
  const target = join(folder, "capped.sqlite");
  await run(process.execPath, [
    join(bench, "../../packages/mirror/dist/cli.js"),
    "sync",
    target,
    "--base-url",
    service.url,
    "--key",
    key,
    "--list",
    "gfi",
    "--limit",
    "500",
  ]);
  const got: Record<string, number> = { "court-register-mirror": rowsIn(target, ["gfi"]) };
  if (interpreter) {
    const last = (output: string): number => JSON.parse(output.trim().split("\n").at(-1) ?? "").rows.gfi;
    got["dlt 1.31"] = last(
      await run(interpreter, [join(peers, "dlt_copy.py"), service.url, key, join(folder, "dlt.sqlite"), "500", "gfi"]),
    );
    got["Singer SDK 0.54"] = last(
      await run(interpreter, [join(peers, "singer_copy.py"), service.url, key, "500", "gfi"]),
    );
  }
  return {
    kind: "table",
    title: "A service that caps pages at 100 rows and says so nowhere, asked for 500",
    columns: ["", "rows", "missed"],
    rows: Object.entries(got).map(([name, rows]) => [name, rows, total - rows]),
    note: `The list has ${total} rows. Each ends without an error.`,
  };
}

export const measure: Measure = {
  name: "mirror",
  about: "the copy of a register: time, memory and size, beside dlt and the Singer SDK",
  async run(context) {
    const folder = mkdtempSync(join(tmpdir(), "bench-mirror-"));
    try {
      await using server = await startReferenceServer(["--rows", context.quick ? "500" : "30000"]);
      context.log("walking, inserting and copying");
      const taken = await pairedSamples(steps(server.url, folder), {
        rounds: rounds(context, 7),
        warmUp: 1,
        random: context.random,
      });
      const samples = figureOf(taken, ({ seconds }) => seconds);
      const small = (taken[copies.first] ?? [])[0] as Step;
      const [plain, mirrored] = [join(folder, "plain.sqlite"), join(folder, "mirrored.sqlite")];
      await step("insert", server.url, plain);
      await step("sync", server.url, mirrored);
      const size = statSync(mirrored).size / statSync(plain).size;
      // The short form installs no peers: they take minutes.
      const interpreter = context.quick ? undefined : await python(context);
      const race = interpreter ? await raceDlt(context, interpreter, server.url, folder) : undefined;
      const bars: Bar[] = [
        atMost(
          "A first copy over walking and inserting the same rows",
          1.5,
          ratio(samples, copies.first, [copies.walk, copies.insert]),
        ),
        atMost("An unchanged re-sync over walking", 1.3, ratio(samples, copies.again, [copies.walk])),
        atMost("The file over plain tables with the same rows", 1.8, size),
      ];
      if (race) {
        const faster = median(race["court-register-mirror"] ?? []) / median(race["dlt 1.31"] ?? []);
        bars.push({
          what: "Rows per second over dlt",
          bar: "≥ 4",
          measured: round(faster),
          met: faster >= 4,
        });
      }
      return {
        measure: "mirror",
        title: "A copy of the register in SQLite",
        method: `The reference server has ${round(small.rows)} rows in 24 lists and runs in its own process, as does every step. Each round has all steps, in random order. Node runs with ${youngObjects}, the value in Node 22.`,
        bars,
        sections: [
          { kind: "paired", title: "One copy, step by step", baseline: copies.walk, unit: "s", samples },
          ...(race
            ? [
                {
                  kind: "table" as const,
                  title: "Beside dlt's REST source into SQLite: four lists with 165,000 rows",
                  columns: ["", "rows per second, median"],
                  rows: Object.entries(race).map(([name, values]) => [name, Math.round(median(values))]),
                  samples: race,
                },
              ]
            : []),
          await missed(interpreter, folder),
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
