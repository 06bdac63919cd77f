import { spawnSync } from "node:child_process";
import { devNull } from "node:os";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { root } from "../src/shared/repository.ts";

test("tests run git without the settings of whoever runs them, and not in the repository that a hook names", () => {
  const config = pathToFileURL(`${root}/vitest.config.ts`).href;
  const program = `import ${JSON.stringify(config)};
  console.log(JSON.stringify(Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("GIT_")))));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
    env: { ...process.env, GIT_DIR: `${root}/.git`, GIT_INDEX_FILE: ".git/index", GIT_CONFIG_GLOBAL: "signs" },
  });
  expect(JSON.parse(stdout)).toEqual({ GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: "1" });
});
