import { join } from "node:path";
import { expect, test } from "vitest";
import { start, urlOf } from "../check/support/process.ts";
import { root } from "../shared/repository.ts";

const program = join(root, "tools/src/mock/index.ts");

test("it says where it listens, shows what Prism says of a request, and ends with 0", async () => {
  const mock = start(process.execPath, [program, "--port=0"]);
  let output = "";
  mock.all.on("data", (text: Buffer) => {
    output += text;
  });
  expect((await fetch(`${await urlOf(mock)}/javni/sud`)).status).toBe(401);
  await expect.poll(() => output).toContain("get /javni/sud");
  mock.kill("SIGTERM");
  expect(await mock).toMatchObject({ exitCode: 0 });
});

test.for(["65536", "-1", "4010x", ""])("the port %s is refused", async (port) => {
  expect(await start(process.execPath, [program, `--port=${port}`])).toMatchObject({
    exitCode: 2,
    all: `--port ${port}: it is a number from 0 to 65535.`,
  });
});
