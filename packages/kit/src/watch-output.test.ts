import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { explainDenied } from "./watch-output.ts";

test("what node --permission refuses is answered by the flag that allows it", () => {
  const denied = Object.assign(new Error("Access to this API has been restricted."), {
    code: "ERR_ACCESS_DENIED",
    permission: "FileSystemWrite",
    resource: "/reports",
  });
  expect(explainDenied(denied)).toContain("give it --allow-fs-write=/reports");
  expect(explainDenied(Object.assign(denied, { permission: "WorkerThreads", resource: "" }))).toMatch(
    /--allow-worker$/,
  );
  expect(explainDenied(new Error("other"))).toBeUndefined();
});

test("what nobody caught ends the command with its stack, without the key", () => {
  const code = `const { watchOutput } = await import(${JSON.stringify(new URL("watch-output.ts", import.meta.url).href)});
    watchOutput("a-command");
    setImmediate(() => { throw new Error("Not known: " + process.env.COURT_REGISTER_KEY); });`;
  const env = { ...process.env, COURT_REGISTER_KEY: "tajni-kljuc-4711" };
  const { status, stderr } = spawnSync(process.execPath, ["--eval", code], { env, encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^a-command: Error: Not known: \[redacted\]\n {4}at /);
});
