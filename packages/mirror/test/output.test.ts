/** What becomes of a command whose output, or whose messages, nobody takes; and what a service can write on a terminal. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { platform } from "node:os";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { main } from "../src/cli/main.ts";
import { Run } from "../src/cli/screen.ts";
import { cli, type Ended, run } from "./support/command.ts";
import { Register } from "./support/register.ts";
import { newTarget, type Target } from "./support/target.ts";

if (platform() !== "linux") console.log("Skipped: what a full disk does to the output. Only Linux has /dev/full.");

/** C0, DEL, C1, and what changes the direction of other text. */
const hostile = "\u001b[31m\u0007\u007f\u009b31m\u202e";
const steering = /[^\P{Cc}\n]|\p{Bidi_Control}/u;

/** Rows of a list, whose changes are more than a pipe holds. */
const count = 1_000;
const lists = ["jezik", "skracena_tvrtka", "gfi"].flatMap((list) => ["--list", list]);
let register: Register;
let target: Target;
let sync: string[];
beforeAll(async () => {
  register = await Register.start();
  register.rows = {
    jezik: Array.from({ length: count }, (_, id) => JSON.stringify({ id, naziv: `${hostile}${"x".repeat(50)}` })),
    // Outside its type, so that sync tells it.
    skracena_tvrtka: [`{"mbs":1,"ime":${JSON.stringify(hostile)},${JSON.stringify(hostile)}:1}`],
    gfi: [`{"mbs":${JSON.stringify(hostile)}}`],
  };
  target = await newTarget();
  sync = ["sync", target.name, "--base-url", register.url, "--key", register.key, ...lists];
  expect(await run(...sync)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await target[Symbol.asyncDispose]();
  await register[Symbol.asyncDispose]();
});

/** Runs the command with its outputs redirected by the shell. */
async function redirected(how: string, ...argv: string[]): Promise<Ended> {
  const command = [process.execPath, "--conditions=@court-register/source", cli, ...argv];
  const child = spawn("sh", ["-c", `exec "$@" ${how}`, "sh", ...command], { stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code, output, errors };
}

const full = "court-register-mirror: the output could not be written (ENOSPC): is the disk full?\n";
const everything = (...more: string[]): string[] => ["changes", target.name, "--since", "0", ...more];

test
  .runIf(platform() === "linux")
  .each<[what: string, how: string, command: () => string[], code: number, errors: string]>([
    ["changes", ">/dev/full", () => everything("--json"), 2, full],
    ["changes --exit-code", ">/dev/full", () => everything("--exit-code"), 2, full],
    ["verify", ">/dev/full", () => ["verify", target.name], 2, full],
    ["status", ">/dev/full 2>&1", () => ["status", target.name], 2, ""],
    ["sync", "2>/dev/full", () => [...sync, "--anew"], 0, ""],
    ["sync", ">&- 2>&-", () => [...sync, "--anew"], 0, ""],
    ["serve", ">/dev/full", () => ["serve", target.name, "--port", "0"], 2, full],
  ])("%s %s", async (_, how, command, code, errors) => {
  expect(await redirected(how, ...command())).toMatchObject({ code, errors });
});

test("a reader that leaves changes no exit code, on either stream", async () => {
  const leave = async (...argv: string[]): Promise<number> => {
    const child = spawn(process.execPath, ["--conditions=@court-register/source", cli, ...argv]);
    child.stdout.destroy();
    child.stderr.destroy();
    const [code] = await once(child, "exit");
    return code;
  };
  expect(await leave(...everything("--exit-code"))).toBe(3);
  expect(await leave(...everything())).toBe(0);
  expect(await leave("search", target.name, "nothing of the kind")).toBe(3);
  expect(await leave(...sync, "--anew")).toBe(0);
});

test("a slow reader gets all of a long output", async () => {
  const child = spawn(process.execPath, ["--conditions=@court-register/source", cli, ...everything("--json")], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let lines = 0;
  for await (const chunk of child.stdout) {
    lines += String(chunk).split("\n").length - 1;
    for (let turn = 0; turn < 100; turn++) await setImmediate();
  }
  expect(lines).toBe(count + 2);
});

test("nothing that a service sends steers a terminal, coloured or not, and JSON still says the same", async () => {
  const other = await newTarget();
  await using _ = other;
  const syncOther = ["sync", other.name, ...sync.slice(2)];
  const copied = await redirected("", ...syncOther);
  const env = { ...process.env, FORCE_COLOR: "1", NO_COLOR: undefined };
  const child = spawn(process.execPath, ["--conditions=@court-register/source", cli, ...everything()], { env });
  const coloured = await text(child.stdout);
  expect(coloured).toContain("\u001b[32m+ new    \u001b[39m");
  const json = (await run(...everything("--json", "--list", "skracena_tvrtka"))).output;
  register.intercept = ({ response }) => {
    response
      .writeHead(500, { "content-type": "application/json" })
      .end(JSON.stringify({ message: `${hostile}\nregister.sqlite is complete` }));
    return true;
  };
  const failed = await run(...syncOther, "--anew");
  register.intercept = undefined;
  expect(failed.errors).toContain("\\u009b");
  expect(failed.errors).toContain("register.sqlite is complete");
  expect(failed.errors).not.toMatch(/^register/m);
  const plain = coloured.replaceAll("\u001b[32m", "").replaceAll("\u001b[39m", "");
  for (const shown of [copied.errors, copied.output, plain, json, failed.errors]) expect(shown).not.toMatch(steering);
  expect(JSON.parse(json).row.ime).toBe(hostile);
});

test("a bug shows its stack, without the key, the client's secret or the password of a database", async () => {
  const secrets = ["tajni-kljuc-4711", "tajna-klijenta-4711", "lozinka-4711"];
  vi.stubEnv("COURT_REGISTER_CLIENT_SECRET", secrets[1]);
  let errors = "";
  const fails = (): never => {
    throw new Error(`Not known: ${secrets.join(", ")}`, { cause: { headers: { key: secrets[0] } } });
  };
  const run = new Run({ write: fails }, { write: (part) => (errors += part) });
  const argv = ["sync", `postgres://writer:${secrets[2]}@127.0.0.1:1/registers`, "--key", secrets[0] ?? "", "--help"];
  expect(await main(argv, run)).toBe(2);
  vi.unstubAllEnvs();
  expect(errors).toMatch(/^court-register-mirror: this is a bug in the mirror, .*: Error: Not known: /);
  expect(errors).toMatch(/\n {4}at /);
  expect(secrets.filter((secret) => errors.includes(secret))).toEqual([]);
});
