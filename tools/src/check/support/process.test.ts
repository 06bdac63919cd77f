import { expect, onTestFinished, test, vi } from "vitest";
import { start } from "./process.ts";

test("what a check runs does not add to the summary of the run on GitHub, unless the check gives it one", async () => {
  vi.stubEnv("GITHUB_ACTIONS", "true");
  vi.stubEnv("GITHUB_STEP_SUMMARY", "/of/the/run");
  onTestFinished(() => void vi.unstubAllEnvs());
  const summary = async (env?: NodeJS.ProcessEnv): Promise<string> => {
    const program = "[process.env.GITHUB_ACTIONS, process.env.GITHUB_STEP_SUMMARY].join()";
    const running = start(process.execPath, ["--print", program], { cwd: import.meta.dirname, ...(env && { env }) });
    await running.ended;
    return running.output();
  };
  expect(await summary()).toBe(",\n");
  expect(await summary({ GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: "own.md" })).toBe("true,own.md\n");
});
