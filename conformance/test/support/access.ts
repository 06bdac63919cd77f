/** How the tests of the suite get in: with a key, or with a token where the contract has no key. */
import { keyHeader } from "../../src/contract/operations.ts";
import type { KeyKind } from "../../src/evidence/request.ts";
import type { Report, RunOptions } from "../../src/index.ts";

/** The key that a served recording knows, or the token. */
export const servedKey = "the-key-of-a-served-recording";

/** Why tests of the key alone are skipped; undefined where the contract has one. */
export const noKey: string | undefined =
  keyHeader === "" ? "The contract has access tokens alone: the suite sends no key." : undefined;

/** The header that gives access, as the suite writes it, and as a service receives it. */
export const accessHeader: string = keyHeader || "authorization";
const received = accessHeader.toLowerCase();

/** What that header holds. */
export const sentAs = (key: string): string => (noKey === undefined ? key : `Bearer ${key}`.trim());

/** What gives access in a command that repeats a request: the shell has the secret. */
export const shellAccess: string =
  noKey === undefined
    ? `-H "${accessHeader}: $COURT_REGISTER_KEY"`
    : `-H "${accessHeader}: Bearer $COURT_REGISTER_TOKEN"`;

/** The same, in all that a report says, by whichever option a run got in: a recording does not say so. */
export const withShellAccess = (results: Report["results"]): Report["results"] =>
  JSON.parse(
    JSON.stringify(results, (name, value) =>
      name === "curl" ? String(value).replace('-H "$COURT_REGISTER_HEADERS"', shellAccess) : value,
    ),
  );

const tokensAlone = ". Give --client-id, --token-url if the contract states none";

/** What a run says whose key is refused. */
export const refusedHint: string = noKey === undefined ? "is the key right (--key or COURT_REGISTER_KEY)" : tokensAlone;

/** What a run says without a key. */
export const missingHint: string =
  noKey === undefined
    ? "no key was given (--key or COURT_REGISTER_KEY). You can find yours in your profile with the service"
    : tokensAlone;

type Access = Pick<RunOptions, "key" | "headers">;

/** Options of a run that sends this. */
export const accessBy = (key: string): Access =>
  noKey === undefined ? { key } : { headers: { [accessHeader]: sentAs(key) } };

/** The same for the command. */
export const argsBy = (key: string): string[] =>
  noKey === undefined ? ["--key", key] : ["--header", `${accessHeader}: ${sentAs(key)}`];

/** What opens a served recording. */
export const servedAccess: Access = accessBy(servedKey);
export const servedArgs: readonly string[] = argsBy(servedKey);

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What a request sends to get in. */
export const sentAccess = (headers: Headers): string | undefined => headers[received]?.toString();

/** What a served recording takes that for. */
export function keyKind(headers: Headers): KeyKind {
  const sent = sentAccess(headers);
  if (sent === undefined) return "none";
  if (sent === sentAs(servedKey)) return "valid";
  return sent === sentAs("") ? "empty" : "wrong";
}
