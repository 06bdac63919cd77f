/** What users of the mirror read of an error of the client, in which the client names options of its own. */
import { readdirSync, readFileSync } from "node:fs";
import { RegisterError } from "@court-register/fetch";
import { expect, test } from "vitest";
import { registerLists as lists } from "../generated/lists.ts";
import { inOwnWords } from "./advice.ts";
import { DirectSource } from "./direct-source.ts";

/** Options, functions and words of the client that the mirror does not have. */
const clientsOwn =
  /maxWait|maxRetries|asResponse|\bpars(e|er)\b|integers:|\bwalk\b|\bsignal\b|the client\b|of this error/;

const respond =
  (body: string, init: ResponseInit = {}) =>
  async (): Promise<Response> =>
    new Response(body, init);
const json = { "content-type": "application/json" };

test.each<[what: string, fetch: () => Promise<Response>, ours: RegExp]>([
  ["no access", respond("", { status: 401 }), /refuses the credentials\. Check the option subscriptionKey\. \(http/],
  [
    "too many requests",
    respond("", { status: 429, headers: { "retry-after": "3600" } }),
    /status 429: the service limits requests\. Send fewer with the option rate, or try again later\. \(http/,
  ],
  [
    "no rows",
    respond('{"a":1}', { headers: json }),
    /the response cannot be read: SyntaxError: not an array of objects\. \(http/,
  ],
  ["no JSON", respond("<html>", { headers: json }), /the response cannot be read: SyntaxError: /],
  ["status 418", respond("", { status: 418 }), /status 418 instead of 200\. \(http/],
  [
    "a redirect",
    respond("", { status: 302, headers: { location: "https://drugdje.primjer.hr/x" } }),
    /at another origin: give the final URL as baseUrl\./,
  ],
])("%s: the advice is about the mirror's options, or there is none", async (_, fetch, ours) => {
  const source = new DirectSource({ baseUrl: "http://registar.primjer.hr", subscriptionKey: "kljuc-primjer", fetch });
  const [list] = lists;
  const error: unknown = list && (await source.request(list, { offset: 0, limit: 2 }).catch((one: unknown) => one));
  if (!(error instanceof RegisterError)) throw new Error("The client did not fail.", { cause: error });
  expect(inOwnWords(error)).toMatch(ours);
  expect(inOwnWords(error)).not.toMatch(clientsOwn);
});

test("no advice of core that a call of the mirror may get is passed on", () => {
  const core = new URL("../../../core/src/", import.meta.url);
  const texts = readdirSync(core)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .flatMap((file) => [
      ...readFileSync(new URL(file, core), "utf8").matchAll(/fail\(\s*"([\w-]+)",(?:[^;]*?\?)?\s*((["`])[^;]*?\3)/g),
    ]);
  // Integers are read by the mirror's own parser, which returns rows or throws.
  const told = texts.filter(
    ([, kind, text = ""]) =>
      kind !== "unsafe-integer" && kind !== "aborted" && !text.includes("the option parse must return"),
  );
  expect(told.length).toBeGreaterThan(15);
  expect(told.map((one) => one[2]).join()).toMatch(clientsOwn);
  for (const [, kind, text = ""] of told) {
    const message = `sjediste.list: ${text.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, "1")} (http://registar.primjer.hr, attempt 1)`;
    const words = inOwnWords({ kind, message } as RegisterError);
    expect(words).not.toMatch(clientsOwn);
  }
});

test("what the service says stays as it is", () => {
  const message =
    "gfi.list: status 418 instead of 200. See the body of this error for what the service says. The service says: Raise maxWait. (http://x, attempt 1)";
  expect(inOwnWords({ kind: "http", message } as RegisterError)).toBe(
    "gfi.list: status 418 instead of 200. The service says: Raise maxWait. (http://x, attempt 1)",
  );
});
