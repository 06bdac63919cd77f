/** What users of the mirror read of an error of a client, in which the client names options of its own. */
import { RegisterError } from "@court-register/fetch";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { registerLists as lists } from "../generated/lists.ts";
import { forCommands, writeText } from "../option-text.ts";
import { inOwnWords, isOptionError, withOwnOptions } from "./advice.ts";
import { DirectSource } from "./register/direct-source.ts";

const respond =
  (body: string, init: ResponseInit = {}) =>
  async (): Promise<Response> =>
    new Response(body, init);
const json = { "content-type": "application/json" };

test.each<[what: string, fetch: () => Promise<Response>, ours: RegExp]>([
  ["no access", respond("", { status: 401 }), /refuses the credentials\. Check --key\. \(http/],
  [
    "a token is wanted",
    respond("", { status: 401, headers: { "www-authenticate": "Bearer" } }),
    /or wants one\. Check --token-url, --client-id and COURT_REGISTER_CLIENT_SECRET\. \(http/,
  ],
  [
    "too many requests",
    respond("", { status: 429, headers: { "retry-after": "3600" } }),
    /status 429: the service limits requests\. Send fewer with --rate, or try again later\. \(http/,
  ],
  [
    "no rows",
    respond('{"a":1}', { headers: json }),
    /the body cannot be read: SyntaxError: not an array of objects\. \(h/,
  ],
  ["no JSON", respond("<html>", { headers: json }), /the body cannot be read: SyntaxError: /],
  ["status 418", respond("", { status: 418 }), /status 418 instead of 200\. \(http/],
  [
    "a redirect",
    respond("", { status: 302, headers: { location: "https://drugdje.primjer.hr/x" } }),
    /at another origin\. Give the final URL as --base-url\. \(http/,
  ],
])("%s: the advice is about the mirror's options, or there is none", async (_, fetch, ours) => {
  const source = new DirectSource({ baseUrl: "http://registar.primjer.hr", subscriptionKey: "kljuc-primjer", fetch });
  const [list] = lists;
  const error: unknown = list && (await source.request(list, { offset: 0, limit: 2 }).catch((one: unknown) => one));
  if (!(error instanceof RegisterError)) throw new Error("The client did not fail.", { cause: error });
  expect(writeText(inOwnWords(error), forCommands)).toMatch(ours);
});

describe("whatever words a client uses", () => {
  const kind = fc.constantFrom("http", "timeout", "decode", "connection", "redirect", "rate-limit", "authentication");
  const of = fc.constantFrom("register", "cases");
  const word = fc.stringMatching(/^[A-Za-z ,]{1,30}$/);
  const error = (kind: RegisterError["kind"], problem: string, advice: string): RegisterError =>
    new RegisterError("any message", undefined, {
      ...{ kind, problem, advice, operation: "sjediste.list", url: "http://registar.primjer.hr", attempts: 1 },
    });

  test("what happened is told as it is, also if it looks like an option", () => {
    fc.assert(
      fc.property(kind, of, fc.string(), word, (kind, of, problem, advice) => {
        const message = writeText(inOwnWords(error(kind, problem, advice), of), forCommands);
        expect(message.startsWith(`sjediste.list: ${problem}.`)).toBe(true);
        expect(message.endsWith(" (http://registar.primjer.hr, attempt 1)")).toBe(true);
      }),
    );
  });

  test("an option that the mirror has is called as it is here, and advice about any other is left out", () => {
    const unknown = fc.constantFrom("maxWait", "parse", "asResponse", "list", "credentials");
    fc.assert(
      fc.property(fc.constantFrom("decode" as const, "connection" as const), word, unknown, (kind, words, name) => {
        const known = inOwnWords(error(kind, "it failed", `${words}{maxBody}.`), "cases");
        expect(writeText(known, forCommands)).toContain(`it failed. ${words}--max-body. (http`);
        const other = inOwnWords(error(kind, "it failed", `Raise {maxBody}, or ${words}{${name}}.`), "cases");
        expect(writeText(other, forCommands)).toBe("sjediste.list: it failed. (http://registar.primjer.hr, attempt 1)");
      }),
    );
  });
});

test("an error about an option of a client is one about the mirror's", () => {
  const failure = (option: string): unknown => {
    try {
      return withOwnOptions("cases", () => {
        throw Object.assign(new TypeError("any message"), { option, problem: "must be text" });
      });
    } catch (error) {
      return error;
    }
  };
  const [url, other] = [failure("url"), failure("retries")];
  expect([url, other].map(String)).toEqual([
    "TypeError: The option graphqlUrl must be text.",
    "TypeError: The option retries must be text.",
  ]);
  expect(isOptionError(url) && forCommands(url)).toBe("--graphql-url");
});
