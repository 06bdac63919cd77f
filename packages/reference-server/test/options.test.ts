import { expect, test } from "vitest";
import { type ServerOptions, startServer } from "../src/index.ts";
import { serve } from "./support/client.ts";

test.each<[ServerOptions, string]>([
  // Node would listen on every address, which an unset variable must not do.
  [{ host: "" }, "host is empty"],
  [{ port: 65_536 }, "port must be an integer from 0 to 65535, but is 65536."],
  [{ rows: 0 }, "rows must be an integer from 1 to 4000000, but is 0."],
  [{ rows: Number.NaN }, "rows must be an integer from 1 to 4000000, but is NaN."],
  [{ rows: "5" as never }, "rows must be an integer from 1 to 4000000, but is 5."],
  [{ seed: 1.5 }, "seed must be an integer from 0 to 2147483647, but is 1.5."],
  [{ keepStates: 0 }, "keepStates must be an integer from 1 to 100, but is 0."],
  [{ rateLimit: 0 }, "rateLimit must be an integer from 1 to 1000000000, but is 0."],
  [{ keys: ["good", ""] }, "a key must be printable ASCII without spaces, and not empty."],
  [{ keys: ["a secret"] }, "a key must be printable ASCII without spaces, and not empty."],
  [{ logLevel: "loud" as never }, "logLevel must be one of silent, error, warn, info, debug."],
])("%o are refused, as on the command line", async (options, message) => {
  const start = startServer({ rows: 5, ...options });
  await expect(start).rejects.toThrow(RangeError);
  await expect(start).rejects.toThrow(message);
  await expect(start).rejects.not.toThrow("secret");
});

test("numbers of a load are refused likewise, and nothing is changed", async () => {
  await using fixture = await serve({ rows: 5 });
  const { uuid } = fixture.server.state;
  const seedless = { rows: 5 } as never;
  await expect(fixture.server.load({ rows: -1, seed: 1 })).rejects.toThrow("rows must be an integer from 1");
  await expect(fixture.server.load(seedless)).rejects.toThrow("seed must be an integer from 0");
  expect(fixture.server.state.uuid).toBe(uuid);
});
