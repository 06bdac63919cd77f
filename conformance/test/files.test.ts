import { spawn, spawnSync } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { renameSync, watch } from "node:fs";
import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { serve } from "@court-register/tools/local-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { naming } from "../src/cli/files.ts";
import { type Recording, writeRecording } from "../src/exchange/recording.ts";
import { completeReport, type Report } from "../src/report/report.ts";
import type { Result } from "../src/report/result.ts";
import { recordRun } from "../src/run/recorded-run.ts";
import { prepareFile, writeAllWhole, writeWhole } from "../src/shared/whole-file.ts";
import { servedArgs } from "./support/access.ts";
import { command, fromSources } from "./support/command.ts";
import { emptyReport } from "./support/empty-report.ts";
import { serveRecording } from "./support/serve-recording.ts";
import { serverOptions, smallServer } from "./support/targets.ts";
import { recorded } from "./support/through.ts";

const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
let directory: string;
let recording: Recording;
const inside = (...names: string[]): string => join(directory, ...names);
/** A report as a baseline that people have edited. */
const baseline = JSON.stringify(
  completeReport({
    ...emptyReport,
    requests: { sent: 0, planned: 0, most: 1 },
    results: [
      { requirement: "REG-JSON-01", subject: "drzava", state: "not tested", reason: "", accepted: "since May" },
    ],
  }),
);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "conformance-files-"));
  await using server = await smallServer();
  ({ recording } = await recordRun({
    ...serverOptions(server),
    operations: ["drzava", "jezik"],
    cases: [],
    audits: false,
  }));
  await writeRecording(recording, inside("recording"));
  await writeFile(inside("file"), "");
});
afterAll(() => rm(directory, { recursive: true }));

test("reports and recordings are for their owner alone, and a file that is there keeps its mode", async ({ skip }) => {
  if (platform() === "win32") skip("Windows has other rights.");
  const folder = inside("made", "private");
  await writeFile(inside("shared"), baseline, { mode: 0o644 });
  const argv = ["--replay", inside("recording"), "--report-dir", join(folder, "reports")];
  const written = [...argv, "--baseline", inside("shared"), "--write-baseline", inside("shared")];
  // The user's own mask keeps nothing from anybody here.
  const args = ["-c", 'umask 000; exec "$@"', "sh", process.execPath, fromSources, cli, ...written];
  expect(spawnSync("sh", args, { encoding: "utf8" }).stderr).toBe("");
  await writeRecording(recording, join(folder, "recording"));
  const made = await readdir(inside("made"), { recursive: true, withFileTypes: true });
  const modes = await Promise.all(
    made.map(async (entry) => [entry.isDirectory(), (await stat(join(entry.parentPath, entry.name))).mode & 0o777]),
  );
  expect(made.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["report.json", "junit.xml", "report.html", "recording.har"]),
  );
  expect(modes).toEqual(modes.map(([isFolder]) => [isFolder, isFolder ? 0o700 : 0o600]));
  expect((await stat(inside("shared"))).mode & 0o777).toBe(0o644);
});

test("a file is replaced as a whole, and never overwritten in place", async () => {
  const file = inside("whole");
  await writeFile(file, "old");
  await link(file, inside("same"));
  await prepareFile(file);
  expect(await readFile(file, "utf8")).toBe("old");
  writeWhole(file, "new");
  expect(await readFile(file, "utf8")).toBe("new");
  expect(await readFile(inside("same"), "utf8")).toBe("old");
  expect((await readdir(directory)).filter((name) => name.startsWith("whole"))).toEqual(["whole"]);
});

describe("a file that another program has open, which Windows does not replace", () => {
  const failing = (times: number): { tries: () => number; move: (from: string, to: string) => void } => {
    let tries = 0;
    const move = (from: string, to: string): void => {
      tries += 1;
      if (tries <= times) throw Object.assign(new Error("in use"), { code: "EPERM", syscall: "rename" });
      renameSync(from, to);
    };
    return { tries: () => tries, move };
  };

  test("is replaced once that program, such as a virus scanner, has closed it", async () => {
    const { tries, move } = failing(2);
    writeWhole(inside("scanned"), "new", move);
    expect(await readFile(inside("scanned"), "utf8")).toBe("new");
    expect(tries()).toBe(3);
  });

  test("is left as it is after a second, with nothing next to it", async () => {
    await writeFile(inside("kept-open"), "old");
    expect(() => writeWhole(inside("kept-open"), "new", failing(1_000).move)).toThrow("in use");
    expect(await readFile(inside("kept-open"), "utf8")).toBe("old");
    expect((await readdir(directory)).filter((name) => name.startsWith("kept-open"))).toEqual(["kept-open"]);
  });

  test("takes the files that were to appear with it with it", async () => {
    await mkdir(inside("together"));
    const move = (from: string, to: string): void => {
      if (to.endsWith("b")) throw Object.assign(new Error("in use"), { code: "EPERM", syscall: "rename" });
      renameSync(from, to);
    };
    const texts = { [inside("together", "a")]: "a", [inside("together", "b")]: "b" };
    expect(() => writeAllWhole(texts, move)).toThrow("in use");
    expect(await readdir(inside("together"))).toEqual([]);
    writeAllWhole(texts);
    expect(await readdir(inside("together"))).toEqual(["a", "b"]);
  });

  test("is reported with its option", async () => {
    const locked = naming("--report-dir", "reports", () =>
      Promise.reject(Object.assign(new Error(), { code: "EBUSY", syscall: "open" })),
    );
    await expect(locked).rejects.toThrow(/^--report-dir reports: writing is not permitted.* has it open.* \(E\w+\)$/);
  });
});

test("a path that was written into JSON with single backslashes is shown as it arrived, with advice", async () => {
  const place: string = JSON.parse('"C:\\reports"');
  const refused = naming("--report-dir", place, () =>
    Promise.reject(Object.assign(new Error(), { code: "EINVAL", syscall: "mkdir" })),
  );
  await expect(refused).rejects.toThrow("--report-dir C:\\u000deports: the path has characters that are not allowed");
});

test("if one of the reports exceeds the allowed size, no report is written", async () => {
  const replay = ["--replay", inside("recording"), "--report-dir"];
  expect((await command(directory)([...replay, inside("sizes")])).code).toBe(0);
  const sizes = await Promise.all(
    (await readdir(inside("sizes"))).map(async (name) => (await stat(inside("sizes", name))).size),
  );
  // In blocks of 512 bytes: enough for all but the longest.
  const limit = Math.ceil(Math.max(...sizes) / 512) - 1;
  expect(sizes.filter((size) => size <= limit * 512)).toHaveLength(2);
  const limited = [
    "-c",
    `ulimit -f ${limit}; exec "$@"`,
    "sh",
    process.execPath,
    fromSources,
    cli,
    ...replay,
    inside("without"),
  ];
  const { stderr, status } = spawnSync("sh", limited, { encoding: "utf8" });
  expect(stderr).toMatch(/ --report-dir .*without: the file exceeds the allowed size.* \(EFBIG\)\n$/);
  expect(status).toBe(2);
  expect(await readdir(inside("without"))).toEqual([]);
});

describe.runIf(platform() === "linux")("on a full disk", () => {
  const redirected = (how: string, ...argv: string[]) =>
    spawnSync("sh", ["-c", `exec "$@" ${how}`, "sh", process.execPath, fromSources, cli, ...argv], {
      encoding: "utf8",
    });
  const replay = ["--replay", "recording", "--report-dir", "full"];
  const args = (): string[] => replay.map((one) => (one.startsWith("--") ? one : inside(one)));

  test("the output cannot be written, which is no verdict, but the reports are", async () => {
    const { stderr, status } = redirected(">/dev/full", ...args());
    expect(stderr).toBe("court-register-conformance: the output could not be written (ENOSPC): is the disk full?\n");
    expect(status).toBe(2);
    expect(await readdir(inside("full"))).toEqual(["junit.xml", "report.html", "report.json"]);
    expect(redirected(">/dev/full 2>&1", ...args()).status).toBe(2);
  });

  test("a reader that leaves changes nothing", () => {
    const piped = [
      "-c",
      '{ "$@"; echo "ended with $?" >&2; } | true',
      "sh",
      process.execPath,
      fromSources,
      cli,
      ...args(),
    ];
    expect(spawnSync("sh", piped, { encoding: "utf8" }).stderr).toBe("ended with 0\n");
  });

  test("what cannot be said on stderr changes nothing", () => {
    expect(redirected("2>/dev/full", ...args()).status).toBe(0);
    // Node warns of this on stderr.
    expect(redirected("2>/dev/full", ...args(), "--compare", inside("recording", "recording.har")).status).toBe(2);
  });
});

test("a run of a part leaves the rest of a baseline alone, and keeps it when it writes one", async () => {
  const run = command(directory);
  const file = inside("part.json");
  const { log } = await recorded();
  const { only: _only, ...whole } = log._run;
  await writeRecording({ log: { ...log, _run: whole } }, inside("unrestricted"));
  const replay = ["--replay", inside("unrestricted")];
  await run([...replay, "--write-baseline", file]);
  const written: Report = JSON.parse(await readFile(file, "utf8"));
  const failing = { state: "fail", findings: [], findingCount: 1, accepted: "agreed in May" };
  const isGone = ({ requirement, subject }: Result): boolean => requirement === "REG-JSON-01" && subject === "jezik";
  const results = written.results.map((one) => (isGone(one) ? { ...one, ...failing } : one));
  await writeFile(file, JSON.stringify({ ...written, results }));
  expect((await run([...replay, "--baseline", file])).out).toContain(
    `Changes from the baseline ${file} (--write-baseline ${file} accepts them):\n  REG-JSON-01 on jezik: fail → pass`,
  );
  const part = ["--operation", "drzava", "--only", "REG"];
  const { code, out } = await run([...replay, ...part, "--baseline", file, "--write-baseline", file]);
  expect(out).toContain(`No changes from the baseline ${file}`);
  expect(code).toBe(0);
  const after: Report = JSON.parse(await readFile(file, "utf8"));
  expect(after.results).toHaveLength(results.length);
  expect(after.results.find(isGone)).toMatchObject(failing);
  expect(after.subjects.map(({ name }) => name)).toContain("jezik");
});

describe("a run that could not be judged writes no baseline and no recording", () => {
  test.for<[string, string[]]>([
    ["unreachable", []],
    ["refused", ["--operation", "drzava"]],
  ])("%s", async ([how, argv]) => {
    await using server = await serve((_, response) => response.writeHead(401).end());
    const url = how === "refused" ? server.url : "http://127.0.0.1:9";
    const kept = inside("kept.json");
    await writeFile(kept, baseline);
    await writeRecording(recording, inside("kept"));
    const before = await readFile(inside("kept", "recording.har"), "utf8");
    const places = ["--write-baseline", kept, "--record", inside("kept")];
    const { code, out } = await command(directory)(["--base-url", url, ...argv, ...places]);
    expect(code).toBe(2);
    expect(out).toContain(`--write-baseline ${kept}: not written, because the service could not be judged`);
    expect(out).toContain(`--record ${inside("kept")}: not written`);
    expect(await readFile(kept, "utf8")).toBe(baseline);
    expect(await readFile(inside("kept", "recording.har"), "utf8")).toBe(before);
  });
});

test("a baseline that is written again keeps its reasons, and does not replace a file of another kind", async () => {
  const run = command(directory);
  const file = inside("baseline.json");
  const argv = ["--replay", inside("recording"), "--write-baseline", file];
  expect((await run(argv)).code).toBe(0);
  const written: Report = JSON.parse(await readFile(file, "utf8"));
  const untested = written.results.find(
    ({ requirement, state }) => state === "not tested" && !requirement.includes("INFO"),
  );
  const results = written.results.map((one) => (one === untested ? { ...one, accepted: "agreed in May" } : one));
  await writeFile(file, JSON.stringify({ ...written, results }));
  expect((await run(argv)).code).toBe(0);
  const again: Report = JSON.parse(await readFile(file, "utf8"));
  expect(again.results).toEqual(results);
  expect(again.results.map(({ accepted }) => accepted)).toContain("agreed in May");
  await writeFile(file, '{"name":"another file"}');
  const { code, err } = await run(argv);
  expect(err).toContain(
    `--write-baseline would replace a file of another kind, so choose another: ${file} is not a report.json`,
  );
  expect(code).toBe(2);
  expect(await readFile(file, "utf8")).toBe('{"name":"another file"}');
});

test("a replay of a part leaves the rest of a baseline alone, as the recorded run did", async () => {
  await using server = await serveRecording(recording);
  const run = command(directory);
  const whole = inside("whole.json");
  expect((await run(["--replay", inside("recording"), "--write-baseline", whole])).code).toBe(0);
  const argv = ["--base-url", server.url, ...servedArgs, "--seed", "7", "--only", "REG-JSON,REG-STATUS"];
  const part = ["--operation", "drzava,jezik", "--record", inside("part"), "--baseline", whole];
  expect((await run([...argv, ...part])).code).toBe(0);
  expect((await run(["--replay", inside("part"), "--baseline", whole])).code).toBe(0);
});

describe("a path that cannot be written to is reported before the first request", () => {
  test.for<[string, string, string]>([
    ["--report-dir", "file", "there is a file where a directory belongs"],
    ["--report-dir", "n".repeat(300), "the name is too long"],
    ["--record", "file/inside", "there is a file where a directory belongs"],
    ["--write-baseline", "file/b.json", "there is a file where a directory belongs"],
    ["--write-baseline", "directory", "there is a directory where a file belongs"],
  ])("%s", async ([option, place, message]) => {
    let asked = 0;
    await using server = await serve((_, response) => {
      asked += 1;
      response.end("[]");
    });
    await mkdir(inside("directory"), { recursive: true });
    const { code, err } = await command(directory)(["--base-url", server.url, option, inside(place)]);
    expect(err).toContain(`${option} ${inside(place)}: ${message}`);
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(2);
    expect(asked).toBe(0);
  });

  test("and missing directories are created", async () => {
    await using server = await serveRecording(recording);
    const argv = ["--base-url", server.url, ...servedArgs, "--seed", "7", "--operation", "drzava,jezik"];
    const places = ["--record", inside("a", "b"), "--write-baseline", inside("c", "d", "b.json")];
    expect((await command(directory)([...argv, ...places])).code).toBe(0);
    expect(await readdir(inside("a", "b"))).toEqual(["recording.har"]);
    expect(await readdir(inside("c", "d"))).toEqual(["b.json"]);
  });
});

test("a job summary that cannot be written is reported after everything else was written", async () => {
  const file = inside("with-summary.json");
  const summary = inside("nowhere", "summary.md");
  const argv = ["--replay", inside("recording"), "--write-baseline", file];
  const { code, err } = await command(directory)(argv, { GITHUB_STEP_SUMMARY: summary });
  expect(err).toBe(
    `court-register-conformance: GITHUB_STEP_SUMMARY ${summary}: there is no such directory: choose another path (ENOENT)\n`,
  );
  expect(code).toBe(2);
  expect(await readFile(file, "utf8")).toContain('"results"');
});

describe("a file of another kind is refused before the run", () => {
  test.for<[string, string, string]>([
    ["--compare", '{"schema":1,"verdict":"x","results":[null]}', "is not a report.json"],
    ["--baseline", '{"schema":1,"accepted":[]}', "is not a report.json"],
  ])("%s", async ([option, content, message]) => {
    await writeFile(inside("other.json"), content);
    const { code, err } = await command(directory)(["--replay", inside("recording"), option, inside("other.json")]);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  test.for([{ cases: [{ mark: "P-1/2020", court: "first" }] }, { xmlBy: null }, { xmlBy: { by: "header" } }])(
    "--replay, whose options were changed to %j",
    async (changed) => {
      const _run = { ...recording.log._run, ...changed };
      await mkdir(inside("changed"), { recursive: true });
      await writeFile(inside("changed", "recording.har"), JSON.stringify({ log: { ...recording.log, _run } }));
      const { code, err } = await command(directory)(["--replay", inside("changed")]);
      expect(err).toContain("is not a recording of this suite");
      expect(code).toBe(2);
    },
  );

  test.for(["request", "response"] as const)("--replay, with a header of a %s that is none", async (part) => {
    const log = structuredClone(recording.log);
    log.entries.find(({ _id }) => _id.startsWith("graphql"))?.[part].headers.push({ name: "a b", value: "1" });
    await mkdir(inside(part), { recursive: true });
    await writeFile(inside(part, "recording.har"), JSON.stringify({ log }));
    const { code, err } = await command(directory)(["--replay", inside(part)]);
    expect(err).toContain("is not a recording of this suite");
    expect(code).toBe(2);
  });

  test.for(["--replay", "--self-test"])("%s", async (option) => {
    const { _run } = recording.log;
    await mkdir(inside("empty"), { recursive: true });
    await writeFile(inside("empty", "recording.har"), JSON.stringify({ log: { _run, entries: [{}] } }));
    const { code, err } = await command(directory)([option, inside("empty")]);
    expect(err).toContain("is not a recording of this suite");
    expect(code).toBe(2);
  });
});

test.for([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("a run that is ended by %s says so, and leaves no report of an earlier run", async ([signal, code]) => {
  const reports = inside(signal);
  await mkdir(reports);
  for (const name of ["report.json", "junit.xml", "report.html"]) await writeFile(join(reports, name), "of yesterday");
  let count = 0;
  const requests = new EventEmitter();
  const second = once(requests, "second");
  await using server = await serve((_, response) => {
    count += 1;
    // The second request never gets a response.
    if (count === 2) requests.emit("second");
    else response.end("[]");
  });
  const suite = spawn(process.execPath, [fromSources, cli, "--base-url", server.url, "--report-dir", reports]);
  await second;
  suite.kill(signal);
  const [[ended], stderr] = await Promise.all([once(suite, "exit"), text(suite.stderr)]);
  expect(ended).toBe(code);
  expect(stderr).toMatch(
    /^court-register-conformance: interrupted after 1 request: there is no verdict and no report; .*\n$/,
  );
  expect(await readdir(reports)).toEqual([]);
});

test("an older report cannot control the terminal", async () => {
  const old = inside("old.json");
  const result = { requirement: "REG-\u001b[2J", subject: "sud\n::error::x", state: "pass" };
  await writeFile(old, JSON.stringify({ ...JSON.parse(baseline), results: [result] }));
  const { out } = await command(directory)(["--base-url", "http://127.0.0.1:9", "--compare", old]);
  expect(out).toContain("\n  REG-\\u001b[2J on sud\\u000a::error::x: pass → absent\n");
});

test("whenever SIGINT or SIGTERM comes, there are all reports or no report, and nothing else", {
  timeout: 120_000,
}, async () => {
  const seen = new Set<number>();
  // Each change of the directory is another moment. A few operations make the same files.
  const few = ["--operation", "jezik,drzava"];
  for (const moment of [1, 8, 15, 22]) {
    const signal = moment % 2 === 1 ? "SIGINT" : "SIGTERM";
    const reports = inside(`ended-${moment}`);
    await mkdir(reports);
    const suite = spawn(process.execPath, [
      fromSources,
      cli,
      "--replay",
      inside("recording"),
      ...few,
      "--report-dir",
      reports,
    ]);
    let changes = 0;
    const watcher = watch(reports, () => {
      changes += 1;
      if (changes === moment) suite.kill(signal);
    });
    await once(suite, "exit");
    watcher.close();
    const names = await readdir(reports);
    expect(
      names.every((name) => ["report.json", "junit.xml", "report.html"].includes(name)),
      `${names}`,
    ).toBe(true);
    seen.add(names.length);
  }
  expect([...seen].sort()).toEqual([0, 3]);
});
