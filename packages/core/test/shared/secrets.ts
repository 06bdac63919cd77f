import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accessBy, noKey, secretHeader, sentAs } from "./access.ts";
import { callsOf } from "./calls.ts";
import { type ClientUnderTest, rejection } from "./client-under-test.ts";
import { type Handler, serve } from "./service.ts";

/** A key, or a token in its place. */
const key = 'tajni/kl"ju\\c+7c1f==';

/** A key with each of its non-word characters escaped. */
const escaped = (encode: (code: string) => string, secret = key): string =>
  secret.replace(/\W/g, (character) => encode(character.charCodeAt(0).toString(16).padStart(2, "0")));

/** How services escape a character, given its code in hexadecimal digits. */
const escapes: ((code: string) => string)[] = [
  (code) => String.fromCharCode(Number.parseInt(code, 16)),
  (code) => `%${code}`,
  (code) => `\\u00${code.toUpperCase()}`,
  (code) => `&#x${code};`,
  (code) => `&#${Number.parseInt(code, 16)};`,
];

/** The key in all escaped forms. */
const forms = [encodeURIComponent(key), ...escapes.map((encode) => escaped(encode))];

/** Every text that a logger may make of an error. */
export function texts(error: unknown): string[] {
  const all = [String(error), inspect(error, { depth: 12 }), JSON.stringify(error)];
  for (let at = error; at instanceof Error; at = at.cause) all.push(at.message, at.stack ?? "", JSON.stringify(at));
  return all;
}

/** Services that echo the key. */
const echoes: [string, Handler][] = [
  ["the body of a refusal", () => ({ status: 401, body: { message: `no such key: ${key}` } })],
  ["a page with status 200", () => ({ body: `<p>${key}</p>` })],
  ["JSON that is not an array", () => ({ body: { key, url: encodeURIComponent(key) } })],
  ["a broken array", () => ({ body: `["${key}` })],
  ["every escaped form", () => ({ status: 403, body: forms.join(" ") })],
  ["JSON that escapes it", () => ({ status: 403, body: `{"key":"${key.replace(/["\\/]/g, "\\$&")}"}` })],
  [
    "a redirect",
    () => ({ status: 302, headers: { location: `http://other.primjer.hr/?k=${encodeURIComponent(key)}` } }),
  ],
  ["JSON that is not an array, where the message is truncated", () => ({ body: { a: "x".repeat(188), key } })],
  ["a body that is truncated within the key", () => ({ status: 500, body: "x".repeat(490) + key })],
  ["a connection that breaks", (_, response) => void response.destroy()],
];

/** The key appears nowhere. */
export function testSecrets(subject: ClientUnderTest): void {
  const { connect } = callsOf(subject);

  describe("secrets", () => {
    it.each(echoes)("are redacted when the service echoes them in %s", async (_, handler) => {
      await using service = await serve(handler);
      const { sjediste } = connect(service, accessBy(key));
      const thrown = await rejection(sjediste.list({ offset: 0 }));
      for (const text of [...texts(thrown), ...texts(subject.error(thrown))]) {
        for (const form of forms) expect(text).not.toContain(form);
        expect(text).not.toContain(key.slice(0, 5));
      }
    });

    it("are redacted in capitals and in lower case, as a redirect writes the name of a host", async () => {
      const secret = "0123456789abcDEF";
      const echoed: Handler[] = [
        () => ({ status: 401, body: `no such key: ${secret.toUpperCase()}` }),
        () => ({ status: 302, headers: { location: `http://${secret}.primjer.hr/` } }),
      ];
      for (const handler of echoed) {
        await using service = await serve(handler);
        const thrown = await rejection(connect(service, accessBy(secret)).jezik.list());
        for (const text of texts(thrown)) expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
      }
    });

    it.for(["\u0000", "\u200b", "\n", "č"])(
      "with %j, which no header can hold, are not sent",
      async (character, { skip }) => {
        skip(noKey !== undefined, noKey);
        await using service = await serve(() => ({ body: [] }));
        const bad = `${key}${character}${key}`;
        const { sjediste } = connect(service, { subscriptionKey: () => bad });
        const thrown = await rejection(sjediste.list({ offset: 0 }));
        expect(subject.error(thrown)).toMatchObject({ kind: "authentication", attempts: 1 });
        expect(service.seen).toEqual([]);
        for (const text of texts(thrown)) expect(text).not.toContain(key);
      },
    );

    it("are redacted, whatever they are and however they are escaped", async () => {
      let body = "";
      await using service = await serve(() => ({ status: 403, body }));
      const anyKey = fc.stringMatching(/^[!-~]{6,40}$/);
      const text = fc.string({ maxLength: 40 });
      await fc.assert(
        fc.asyncProperty(anyKey, fc.constantFrom(...escapes), text, text, async (secret, encode, before, after) => {
          const form = escaped(encode, secret);
          body = before + form + after;
          const { jezik } = connect(service, accessBy(secret));
          const thrown = await rejection(jezik.list());
          expect(subject.error(thrown).body).toContain("[redacted]");
          for (const said of [subject.error(thrown).body, ...texts(thrown)]) expect(said).not.toContain(form);
        }),
      );
    });

    // A regular expression that backtracks exponentially would run into the time limit of the test.
    it.each([
      ["+", `${"!".repeat(20)}abc`],
      ["0", "0-0-0-0-0-0-1"],
      ["%00", "0-0-0-0-0-0-0-0-1"],
      ["&a;", "&a&a&a&a&a&a&a&b"],
    ])("are searched for quickly in a long body of %s, whatever their characters", async (text, secret) => {
      await using service = await serve(() => ({ status: 400, body: text.repeat(50_000) }));
      const { sjediste } = connect(service, accessBy(secret));
      const thrown = await rejection(sjediste.list({ offset: 0 }));
      expect(subject.error(thrown).body).toBe(text.repeat(500).slice(0, 500));
    });

    it.each([
      ["1.0.0", "http://127.0.0.1:4000/ at 2018-11-20T10:00:00"],
      ["****", "K-1/2018: (nothing)"],
    ])("are redacted without anything else: %s", async (secret, body) => {
      await using service = await serve(() => ({ status: 400, body }));
      const { sjediste } = connect(service, accessBy(secret));
      const thrown = await rejection(sjediste.list({ offset: 0 }));
      expect(subject.error(thrown).body).toBe(body);
    });

    it.each(["k", "a", "ab", "jav"])("of fewer than four letters leave messages as they are: %s", async (secret) => {
      await using service = await serve(() => ({ status: 400, body: { message: "a bad javni request, back off" } }));
      const { jezik } = connect(service, accessBy(secret));
      const error = subject.error(await rejection(jezik.list()));
      expect(service.seen[0]?.headers[secretHeader]).toBe(sentAs(secret));
      expect(error.url).toBe(`${service.url}/javni/jezik`);
      expect(error.message).toContain("It says: a bad javni request, back off");
      expect(inspect(error)).not.toContain("[redacted]");
    });

    it.for(["\n", " ", "\t\r\n"])(
      "are sent and redacted without surrounding whitespace: %j",
      async (whitespace, { skip }) => {
        skip(noKey !== undefined, noKey);
        await using service = await serve(({ headers }) => ({
          status: 401,
          body: { message: `no such key: ${headers[secretHeader]}` },
        }));
        const { sjediste } = connect(service, { subscriptionKey: whitespace + key + whitespace });
        const thrown = await rejection(sjediste.list({ offset: 0 }));
        expect(service.seen[0]?.headers[secretHeader]).toBe(key);
        expect(subject.error(thrown).body).toBe('{"message":"no such key: [redacted]"}');
        for (const text of texts(thrown)) expect(text).not.toContain(key);
      },
    );

    it("are not in the result of a call", async () => {
      await using service = await serve(() => ({ body: [{ mbs: 1 }] }));
      const { sjediste } = connect(service, accessBy(key));
      const result = await sjediste.list({ offset: 0 });
      const full = await sjediste.list({ offset: 0 }).withResponse();
      for (const value of [result, full, sjediste]) expect(inspect(value, { depth: 12 })).not.toContain(key);
    });
  });
}
