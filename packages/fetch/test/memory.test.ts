/** What a hostile body may become within the default limits, in a process of its own. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** Prints the kind of the error of a call, if there is one, or how many rows it has, for a body of just the default limit. */
const script = `
  const { createRegisterClient } = await import(process.argv[1]);
  const part = process.argv[2];
  const size = 16 * 2 ** 20 - 100;
  const parts = [];
  for (let length = 0, at = 0; length < size - 100; at++) {
    const text = part.replace("NAME", at.toString(36));
    parts.push(text);
    length += text.length;
  }
  const body = Buffer.from("[" + parts.join("") + '{"mbs":9007199254740993}]');
  const client = createRegisterClient({
    baseUrl: "https://primjer.hr", subscriptionKey: "kljuc-primjer", integers: "bigint", maxRetries: 0,
    fetch: async () => new Response(body, { headers: { "content-type": "application/json" } }),
  });
  await client.subjekt.list({ offset: 0 }).then((rows) => console.log(rows.length), (error) => console.log(error.kind));
`;

test.each([
  ["too many values", "{},", "too-large"],
  ["as many values as there may be", "{},             ", /^10\d{5}$/],
  ["… each of another shape", '{"NAME":1},         ', /^[89]\d{5}$/],
])(
  "a process with a heap of 1 GB reads or refuses the largest body, of %s",
  { timeout: 120_000 },
  (_, part, printed) => {
    const client = new URL("../src/index.ts", import.meta.url).href;
    const options = ["--max-old-space-size=1000", "--conditions=@court-register/source", "--input-type=module"];
    const { status, stdout } = spawnSync(process.execPath, [...options, "--eval", script, client, part], {
      encoding: "utf8",
    });
    expect({ status, printed: stdout.trim() }).toEqual({ status: 0, printed: expect.stringMatching(printed) });
  },
);
