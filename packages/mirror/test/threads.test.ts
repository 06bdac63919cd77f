/** The command reads the service in a thread of its own: what the other tests prove without one holds with it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { cli, run } from "./support/command.ts";
import { copied, firstDay, nextDay, secondDay, startRegister } from "./support/days.ts";
import { Register } from "./support/register.ts";
import { canonicalRows, newTarget, rowsInViews } from "./support/target.ts";

const sync = (target: string, register: Register, ...more: string[]) =>
  run(
    "sync",
    target,
    "--base-url",
    register.url,
    "--key",
    register.key,
    ...copied.flatMap((list) => ["--list", list]),
    ...more,
  );

const canonicalDay = (day: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(copied.map((list) => [list, canonicalRows(day[list] ?? [])]));

test("a copy and the next one are whole, and a copy that was stopped by the service goes on", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  expect(await sync(target.name, register)).toMatchObject({ code: 0 });
  expect(await rowsInViews(target.name, copied)).toEqual(canonicalDay(firstDay));
  nextDay(register);
  register.intercept = ({ list, offset, response }) => {
    if (list !== "subjekt" || (offset ?? 0) < 8) return false;
    response.writeHead(400, { "x-timestamp-id": "second-day" }).end('{"detail":"a problem of this test"}');
    return true;
  };
  const stopped = await sync(target.name, register);
  expect(stopped).toMatchObject({ code: 1, errors: expect.stringMatching(/status 400.*run the command again/) });
  expect(stopped.output + stopped.errors).not.toContain(register.key);
  expect(await rowsInViews(target.name, copied)).toEqual(canonicalDay(firstDay));
  register.intercept = undefined;
  const before = register.requests;
  expect(await sync(target.name, register)).toMatchObject({ code: 0 });
  expect(register.requests - before).toBeLessThan(12);
  expect(await rowsInViews(target.name, copied)).toEqual(canonicalDay(secondDay));
});

test("a register that changes while it is read is told, and read again", async () => {
  await using register = await startRegister(false);
  await using target = await newTarget();
  let shifted = false;
  register.intercept = ({ list, offset }) => {
    if (list === "subjekt" && (offset ?? 0) > 8 && !shifted) {
      shifted = true;
      register.rows = secondDay;
    }
    return false;
  };
  const ended = await sync(target.name, register);
  expect(ended).toMatchObject({
    code: 0,
    errors: expect.stringMatching(/Starting over: .*(the register has changed|is no longer what was copied)/),
  });
  expect(await rowsInViews(target.name, copied)).toEqual(canonicalDay(secondDay));
});

test("a rate is kept, without a thread", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  expect(await sync(target.name, register, "--rate", "6000")).toMatchObject({ code: 0 });
  expect(await rowsInViews(target.name, copied)).toEqual(canonicalDay(firstDay));
});

test.each([
  // The first comes in one response, which the thread of the caller reads; the thread of the walks reads pages.
  ["naziv_podruznice", []],
  ["skracena_tvrtka", []],
  ["skracena_tvrtka", ["--rate", "6000"]],
])(
  "%s %j: a response of more than --max-body is refused by the name of that option, and read if it is raised",
  async (list, more) => {
    await using register = await startRegister(true);
    register.cap = Number.POSITIVE_INFINITY;
    await using target = await newTarget();
    register.rows = {
      [list]: Array.from({ length: 800 }, (_, index) => `{"mbs":${index},"ime":"${"đ".repeat(700)}"}`),
    };
    const copy = (mebibytes: string) =>
      run(
        ...["sync", target.name, "--base-url", register.url, "--key", register.key, "--list", list, ...more],
        ...["--max-body", mebibytes],
      );
    expect(await copy("1")).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/more than 1048576 bytes\. Raise --max-body; where the list has pages, .* --limit/),
    });
    expect(await copy("2")).toMatchObject({ code: 0, output: expect.stringContaining("800 rows") });
    expect(await copy("0")).toMatchObject({ code: 2, errors: expect.stringContaining("at least 1") });
  },
);

test("a thread that dies ends the run with its error, and nothing waits for it", async () => {
  const source = (name: string): string =>
    JSON.stringify(new URL(`../src/sync/register/${name}.ts`, import.meta.url).href);
  // In the thread, the base URL is none: its first line throws.
  const script = `
    const { DirectSource } = await import(${source("direct-source")});
    const { ThreadedSource } = await import(${source("threaded-source")});
    const options = { baseUrl: "http://127.0.0.1:9", subscriptionKey: "key" };
    const threaded = new ThreadedSource(new DirectSource(options), { ...options, baseUrl: "no URL" });
    const pages = threaded.pages({ name: "sjediste", tag: "sjediste", verb: "list", paged: true, columns: [] }, undefined, true);
    try { for await (const page of pages) console.log(page); } catch (error) { console.log(error.message); }
    // A run has other work before it closes its source: the thread is gone by then.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await threaded.close();
    console.log("closed");`;
  const child = spawn(process.execPath, ["--conditions=@court-register/source", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/baseUrl.*\nclosed\n$/s) });
});

test("where Node may start no thread, nothing is asked of the service, and the flag is named", async () => {
  await using register = await Register.start();
  register.rows = { jezik: ['{"id":1,"naziv":"hrvatski"}'] };
  await using target = await newTarget();
  const sync = async (...flags: string[]): Promise<{ code: number; errors: string }> => {
    const permission = ["--permission", "--allow-fs-read=*", "--allow-fs-write=*", ...flags];
    const command = ["sync", target.name, "--base-url", register.url, "--key", register.key, "--list", "jezik"];
    const child = spawn(process.execPath, [...permission, "--conditions=@court-register/source", cli, ...command], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    return { code, errors };
  };
  const refused = await sync();
  expect(refused.errors).toMatch(/^court-register-mirror: Node runs with --permission, .* --allow-worker\.\n$/);
  expect(refused.code).toBe(2);
  expect(register.requests).toBe(0);
  expect((await sync("--allow-worker")).code).toBe(0);
});
