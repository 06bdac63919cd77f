import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { registerRequirements } from "../topics/catalogue.ts";
import { readOperation, registerPath } from "./operations.ts";

/** One more paged operation, whose resource has a nested object and a required date-time. */
const nova = readOperation({
  ...{ id: "nova.list", name: "nova", path: "/nova", xmlRoot: "noveArray" },
  row: {
    type: "object",
    required: ["datum"],
    properties: {
      datum: { type: "string", format: "date-time" },
      jezik_id: { type: "integer", format: "int64" },
      jezik: { type: "object", properties: { id: { type: "integer", format: "int64" } } },
    },
  },
  relations: [{ object: "jezik", id: "jezik_id", hasOwnId: true }],
  ...{
    paged: true,
    defaultLimit: 100,
    declaresTotal: true,
    parameters: ["offset", "limit", "timestamp_id"],
    given: [],
  },
});

test("a new operation in the spec is judged without new code", () => {
  const selected = registerRequirements.filter(({ selects }) => selects.test(nova)).map(({ id }) => id);
  for (const id of [
    "REG-STATUS-01",
    "REG-PAGE-04",
    "REG-TOTAL-03",
    "REG-NEST-01",
    "REG-TYPE-04",
    "REG-FIELD-02",
    "REG-XML-02",
    "REG-KEY-01",
  ])
    expect(selected).toContain(id);
  expect(selected).not.toContain("REG-EXPAND-01");
});

test("the path of REST is the spec's", () => {
  expect(registerPath).toBe("/javni");
});

test("no other source file hard-codes that path", async () => {
  const root = new URL("../", import.meta.url);
  const files = (await readdir(root, { recursive: true })).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("generated"),
  );
  expect(files.length).toBeGreaterThan(50);
  const offenders: string[] = [];
  for (const file of files) {
    const lines = (await readFile(new URL(file, root), "utf8")).split("\n");
    const code = lines.filter((line) => !/^\s*(?:\/\*)?\*|^\s*\/\//.test(line));
    if (code.some((line) => line.includes(registerPath))) offenders.push(file);
  }
  expect(offenders).toEqual([]);
});
