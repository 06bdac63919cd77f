import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@court-register/tools/local-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../src/cli/main.ts";
import { type Recording, readRecording } from "../src/exchange/recording.ts";
import { command } from "./support/command.ts";

/** C0, DEL, C1, and what changes the direction of other text; a line that GitHub Actions would obey. */
const hostile = "\u001b[2J\u0007\u007f\u009b31m\u202e\u2066\r\n::error::x";
const controls = /[^\P{Cc}\n]|\p{Bidi_Control}|^::error::x/mu;
/** As much of it as a header may have. */
const inHeader = "a\u009b31m";

let directory: string;
const inside = (...names: string[]): string => join(directory, ...names);
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "conformance-terminal-"));
});
afterAll(() => rm(directory, { recursive: true }));

const rows = JSON.stringify([{ [hostile]: hostile, naziv: 5, id: hostile, sifra: hostile, [`${hostile}2`]: 1 }]);
const twice = rows.replace(/\}\]$/, `,${JSON.stringify(hostile)}:1}]`);
const graph = JSON.stringify({
  data: { [hostile]: hostile, __schema: { types: [{ kind: hostile, name: hostile }] } },
  errors: [{ message: hostile, path: [hostile], extensions: { code: hostile } }],
});
const bodies: readonly [what: string, type: string, register: string, cases: string][] = [
  ["rows", `application/json;${inHeader}`, twice, graph],
  ["rows in a type of its own", inHeader, twice, graph],
  ["an object", "application/json", JSON.stringify({ message: hostile, [hostile]: hostile }), "{}"],
  ["XML", "application/xml", `<a${hostile}><${hostile}></a>`, hostile],
  ["well-formed XML", "application/xml", "<a\u202e/>", JSON.stringify(hostile)],
  ["text", "text/plain", hostile, hostile],
];

test.for(bodies)("%s cannot control the terminal or the summary of a job", async ([what, type, register, cases]) => {
  await using server = await serve((request, response) => {
    const isGraph = request.url?.startsWith("/graphql") ?? false;
    response.writeHead(200, { "content-type": isGraph ? "application/json" : type, "x-total-count": inHeader });
    response.end(isGraph ? cases : register);
  });
  const run = command(inside(what));
  const summary = inside(`${what}.md`);
  const around = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary };
  const service = ["--base-url", server.url, "--graphql-url", `${server.url}/graphql`, "--operation", "jezik,sud"];
  const argv = [...service, "--evidence", "values", "--record", inside(what, "recording")];
  const { code, out, err } = await run(argv, around);
  expect(code).toBeGreaterThan(0);
  for (const text of [out, err, await readFile(summary, "utf8")]) expect(text).not.toMatch(controls);
  expect(out).toContain("REG-");
});

test.for<[what: string, change: (log: Recording["log"]) => void]>([
  ["its URL", ({ _run }) => Object.assign(_run, { baseUrl: `https://registar.primjer.hr/${hostile}` })],
  ["its operations", ({ _run }) => Object.assign(_run, { operations: [hostile] })],
  ["its requirements", ({ _run }) => Object.assign(_run, { only: [hostile] })],
  [
    "its requests",
    ({ entries }) => {
      for (const entry of entries) Object.assign(entry, { _problem: hostile, _id: hostile });
    },
  ],
  ["a header", ({ entries: [entry] }) => entry?.response.headers.push({ name: hostile, value: hostile })],
])("a recording cannot control the terminal by %s", async ([what, change]) => {
  await using server = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(rows);
  });
  const run = command(inside("recorded"));
  const place = inside(`recorded ${what}`);
  await run(["--base-url", server.url, "--operation", "jezik", "--record", place]);
  const { log } = await readRecording(place);
  change(log);
  await mkdir(place, { recursive: true });
  await writeFile(join(place, "recording.har"), JSON.stringify({ log }));
  for (const option of ["--replay", "--self-test"]) {
    const { out, err } = await run([option, place]);
    expect(`${out}${err}`).not.toBe("");
    expect(`${out}${err}`).not.toMatch(controls);
  }
});

test("a bug of the suite ends with 2, and its message shows neither control characters nor the key", async () => {
  let err = "";
  const write = (): never => {
    throw new Error(`${hostile} tajni-kljuc-4711`);
  };
  const around = { stdout: { write }, stderr: { write: (text: string) => (err += text) }, env: {} };
  expect(await main(["--plan", "--key", "tajni-kljuc-4711"], around)).toBe(2);
  expect(err).toMatch(/^court-register-conformance: this is a bug in the suite, please report it:\n\| Error: /);
  expect(err).toContain("[redacted]");
  expect(err).toContain("at "); // the stack
  expect(err).not.toMatch(controls);
});
