import { minSecretLength, redactor } from "./redact.ts";

/** Options and variables whose value is a secret, or headers with one. A URL to post to may lead there by what it holds. */
const secretOption = /^--(?:key|header|graphql-header|post)$/;
const secretVariable = /^(?:COURT_REGISTER_(?:KEY|HEADERS|GRAPHQL_HEADERS|CLIENT_SECRET|WEBHOOK_SECRET)|PGPASSWORD)$/;

/** Minimum length of a secret that is a part of a header's value: a shorter one may be a name or a scheme, such as `Bearer`. */
const minPartLength = 8;

/**
 * What of a header's value nobody may see: all of it, what follows a scheme, its parts, as a service may quote one of several cookies, and
 * the password that `Basic` has in base64 (RFC 7617), with its user and alone.
 */
export const secretsInHeader = (value: string): string[] => [
  value.trim(),
  value.trim().split(" ").at(-1) ?? "",
  ...value.split(/[\s;,="]+/).filter(({ length }) => length >= minPartLength),
  ...[...value.matchAll(/^\s*Basic\s+(\S+)/gi)].flatMap(([, encoded = ""]) => {
    const pair = Buffer.from(encoded, "base64").toString("utf8");
    return [pair, pair.slice(pair.indexOf(":") + 1)];
  }),
];

/** The same of a key, or of headers, a line each: `Name: value`. */
const secretsIn = (given: string): string[] =>
  given.split(/\r?\n/).flatMap((line) => {
    const [, space, value] = /^\s*[\w-]+:(\s*)(.*)$/s.exec(line) ?? [];
    // Without a blank, it may be a key with a colon.
    return [...(space ? [] : secretsInHeader(line)), ...(value === undefined ? [] : secretsInHeader(value))];
  });

/**
 * Where URLs have a secret, such as those of a database, of a proxy or of a gateway: the password after a user, in whose name an `@` may be;
 * and what the name of a parameter says, as in `?subscription-key=…`.
 */
const inUrl = [
  /:\/\/[^\s:/?#]*:([^\s/?#]+)@/g,
  /[?&][^\s=&#]*(?:password|passwd|pwd|secret|token|key|code|sig|signature)=([^\s&#]+)/gi,
];

/** Where other texts have one: what is no URL because of a slash in its password, or has no scheme; and what PostgreSQL reads beside URLs. */
const inOtherText = [
  /:\/\/[^\s:/]*:(\S+)@/g,
  /^[^\s:/@]+:([^\s/]+)@[^\s@]+$/g,
  /(?:^|\s)(?:ssl)?password\s*=\s*'((?:\\.|[^'\\])+)/gi,
  /(?:^|\s)(?:ssl)?password\s*=\s*([^\s']\S*)/gi,
];

/** The passwords in a text, as they are written and as they are meant. One that is too short to be sought is known by what is around it. */
export const passwordsIn = (text: string): string[] =>
  [...inUrl, ...(URL.canParse(text) && text.includes("://") ? [] : inOtherText)]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap(([place, password = ""]) =>
      password.length < minSecretLength ? [place] : [password, decoded(password), password.replace(/\\(.)/gs, "$1")],
    );

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What a process was given that nobody else may see. */
function secretsGiven(argv: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const options = argv.flatMap((argument, index) => {
    const [, name = "", value] = /^(--[^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    return secretOption.test(name) ? secretsIn(value ?? argv[index + 1] ?? "") : passwordsIn(argument);
  });
  const variables = Object.entries(env).flatMap(([name, value = ""]) =>
    secretVariable.test(name) ? secretsIn(value) : passwordsIn(value),
  );
  return [...options, ...variables];
}

/** A text, such as what an error says, without what this process was given as a secret, in whichever spelling. */
export const withoutSecrets = (
  text: string,
  argv: readonly string[] = process.argv,
  env: NodeJS.ProcessEnv = process.env,
): string => redactor(secretsGiven(argv, env))(text);
