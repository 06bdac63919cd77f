import fc from "fast-check";
import { expect, test } from "vitest";
import { passwordsIn, withoutSecrets } from "./given-secrets.ts";
import { minSecretLength } from "./redact.ts";

/** What a process is given: its arguments and its environment. */
type Given = [argv: string[], env: NodeJS.ProcessEnv];

/** A key, a token or a password, as a header or an option may have it. */
const secret = fc
  .stringMatching(new RegExp(`^[!-~]{${minSecretLength},60}$`))
  .filter((one) => !"[redacted]".includes(one));

const places: Readonly<Record<string, (one: string) => Given>> = {
  "--key": (one) => [["sync", "--key", one], {}],
  "--key=": (one) => [[`--key=${one}`], {}],
  "the key of the environment": (one) => [[], { COURT_REGISTER_KEY: one }],
  "the secret of a client": (one) => [[], { COURT_REGISTER_CLIENT_SECRET: one }],
  "the secret of a webhook": (one) => [[], { COURT_REGISTER_WEBHOOK_SECRET: one }],
  "a token in a header": (one) => [["--graphql-header", `Authorization: Bearer ${one}`], {}],
  "a header without its name": (one) => [[`--header=${one}`], {}],
  "headers of the environment": (one) => [
    [],
    { COURT_REGISTER_GRAPHQL_HEADERS: `X-First: some\nAuthorization: Bearer ${one}\r\nX-Last: other` },
  ],
  "the password of a database": (one) => [[], { PGPASSWORD: one }],
  "the password of a URL": (one) => [["sync", `postgres://writer:${encodeURIComponent(one)}@db.primjer.hr/r?x=1`], {}],
  "a password in the query of a URL": (one) => [[`postgres://db.primjer.hr/r?password=${encodeURIComponent(one)}`], {}],
  "the password of a user whose name has an @": (one) => [
    ["sync", `postgres://writer@db:${encodeURIComponent(one)}@db.primjer.hr/r`],
    {},
  ],
  "a password among the words of PostgreSQL": (one) => [
    ["status", `host=db.primjer.hr password='${one.replace(/['\\]/g, "\\$&")}' user=writer`],
    {},
  ],
  "a key in the query of a URL": (one) => [
    ["--graphql-url", `https://a.primjer.hr/graphql?a=1&subscription-key=${encodeURIComponent(one)}`],
    {},
  ],
  "the password of Basic": (one) => [
    ["--graphql-header", `Authorization: Basic ${Buffer.from(`writer:${one}`).toString("base64")}`],
    {},
  ],
  "the password of a proxy": (one) => [
    [],
    { HTTPS_PROXY: `http://a:${encodeURIComponent(one)}@proxy.primjer.hr:3128` },
  ],
};

const spellings: ((one: string) => string)[] = [
  (one) => one,
  encodeURIComponent,
  (one) => JSON.stringify(one).slice(1, -1),
  (one) => one.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`),
  (one) => Buffer.from(one).toString("base64"),
  (one) => Buffer.from(one).toString("hex"),
  (one) => one.toUpperCase(),
];

test.each(Object.entries(places))("%s is in no text, whatever is around it, in whichever spelling", (_, give) => {
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), fc.constantFrom(...spellings), (one, before, after, spell) => {
      const spelled = spell(one);
      const shown = withoutSecrets(`${before}${spelled}${after}`, ...give(one));
      expect(shown).toContain("[redacted]");
      expect(shown.replaceAll("[redacted]", "\n")).not.toContain(spelled.replace(/=+$/, ""));
    }),
  );
});

test.each([
  [
    "postgres://user:hid%40den@host/db?password=c%2Fdef&sslpassword=ghij",
    ["hid%40den", "hid@den", "c%2Fdef", "c/def", "ghij"],
  ],
  ["https://a:first@host/,https://b:other@host/", ["first", "other"]],
  ["postgres://user@host:5432/db", []],
  ["postgres://user@server:hidden@host/db", ["hidden"]],
  ["user:hidden@host:5432/db", ["hidden"]],
  ["host=h password=hidden user=u", ["hidden"]],
  ["https://host/graphql?code=hidden&limit=1000", ["hidden"]],
  ["P-21/2025@4", []],
  ["http://host:8080/path?to=a@b", []],
  ["register.sqlite", []],
])("in %s, the passwords are %j", (text, passwords) => {
  expect([...new Set(passwordsIn(text))]).toEqual(passwords);
});

test("a password that makes its URL none is a password, too", () => {
  // As somebody who has not heard of `%2F` writes it.
  const raw = fc.stringMatching(/^[a-z][!-~]{3,40}$/).filter((one) => !"[redacted]".includes(one) && !/[?#]/.test(one));
  fc.assert(
    fc.property(raw, (one) => {
      const shown = withoutSecrets(`Invalid: <${one}/>`, ["sync", `postgres://writer:${one}/@db.primjer.hr/r`], {});
      expect(shown.replaceAll("[redacted]", "")).not.toContain(one);
    }),
  );
});

test("a password of fewer than four letters is hidden where it is a password, and words stay readable", () => {
  for (const password of ["a", "ab", "abc"])
    expect(withoutSecrets(`no abc at postgres://u:${password}@h/b`, [`postgres://u:${password}@h/b`], {})).toBe(
      "no abc at postgres[redacted]h/b",
    );
});

test("nothing else is hidden: not the name of a header, nor a scheme, nor what others write as an example", () => {
  const text =
    "It must be 'Name: value', such as 'Authorization: Bearer …', or postgres://user:password@host/database.";
  const argv = [
    "sync",
    "--graphql-header",
    "Authorization: Bearer tajni-kljuc",
    "postgres://u:lozinka@db.primjer.hr/r",
  ];
  expect(withoutSecrets(text, argv, { HOME: "/home/user", COURT_REGISTER_KEY: "" })).toBe(text);
});

test("a part of a header that a service may quote alone is hidden", () => {
  const argv = ["--header", 'Cookie: first="tajna-prva-1"; second=tajna-druga-2'];
  expect(withoutSecrets("first is tajna-prva-1, second tajna-druga-2", argv, {})).toBe(
    "first is [redacted], second [redacted]",
  );
});
