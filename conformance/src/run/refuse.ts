import { isCourt } from "../contract/cases.ts";
import { maxSecretBytes, maxSecretLength, minSecretLength } from "../exchange/redact.ts";
import { withoutUser } from "../visible.ts";
import type { RunOptions } from "./options.ts";

/** The options allow no run, such as one of an unknown operation. */
export class PlanError extends Error {
  override readonly name = "PlanError";
}

/** An empty selection would have nothing to fail: it comes from an unset variable, and is never what is meant. */
export function refuseEmpty(option: string, names: readonly string[] | undefined, example: string): void {
  if (names !== undefined && (names.length === 0 || names.includes("")))
    throw new PlanError(
      `${option} is empty, perhaps from an unset variable: give names such as ${example}, or omit it to judge everything`,
    );
}

/** Secrets are redacted by their value. */
export function refuseUnredactable(what: string, secret: string | undefined): void {
  if (secret !== undefined && secret !== "" && secret.length < minSecretLength)
    throw new PlanError(
      `${what} has fewer than ${minSecretLength} characters: reports redact it wherever it occurs, which would be in the middle of words; use a longer one`,
    );
  refuseLong(what, secret);
}

export function refuseLong(what: string, secret = ""): void {
  if (secret.length > maxSecretLength || Buffer.byteLength(secret) > maxSecretBytes)
    throw new PlanError(
      `${what} has more than ${maxSecretLength} characters or ${maxSecretBytes} bytes, which no server accepts`,
    );
}

type Address = "baseUrl" | "graphqlUrl";

/** What addresses are called in messages, and where credentials belong: in a program, and in the command. */
type Names = Readonly<Record<Address | "credentials", string>>;
const options: Names = { baseUrl: "baseUrl", graphqlUrl: "graphqlUrl", credentials: "in key or graphqlHeaders" };
export const flags: Names = {
  baseUrl: "--base-url",
  graphqlUrl: "--graphql-url",
  credentials: "with --key or --graphql-header",
};

/** Refuses an address for which a run would find that the service cannot be reached, or which reports must not quote. */
export function refuseAddress(address: Address, text: string, names: Names): void {
  const name = names[address];
  if (!URL.canParse(text))
    throw new PlanError(`${name} is not a URL: ${withoutUser(text)} (write it in full, as in https://host)`);
  const { protocol, username, password } = new URL(text);
  if (protocol !== "http:" && protocol !== "https:")
    throw new PlanError(`${name} must start with https:// or http://, not with ${protocol}//`);
  if (username !== "" || password !== "")
    throw new PlanError(`${name} contains a user name or password: give credentials ${names.credentials}`);
  // Even an empty one: paths are added to the root.
  if (address === "baseUrl" && /[?#]/.test(text))
    throw new PlanError(
      `${name} has a query or a fragment: give only the service's root, such as https://host or https://host/some/prefix`,
    );
}

/** Says what a value is without showing it: it may be a key. */
function mustBe(type: "string" | "number", name: string, value: unknown): void {
  if (typeof value !== type)
    throw new PlanError(
      `${name} must be a ${type}, but is ${value === null ? "null" : typeof value}${value === undefined ? ": is its variable set?" : ""}`,
    );
}

const choices = { kind: ["live", "mock", "recording"], failOn: ["must", "should"], evidence: ["shape", "values"] };

/** Refuses what a program may give although its types forbid it, and what a run could only fail with. */
export function refuseUnusable(given: RunOptions): void {
  const { baseUrl, graphqlUrl, key, graphqlHeaders, cases = [], maxRequests, rate, timeout, seed } = given;
  mustBe("string", "baseUrl", baseUrl);
  for (const [name, value] of Object.entries({ graphqlUrl, key }))
    if (value !== undefined) mustBe("string", name, value);
  for (const [name, value] of Object.entries({ maxRequests, rate, timeout, seed })) {
    if (value === undefined) continue;
    mustBe("number", name, value);
    if (name !== "seed" && !(value > 0)) throw new PlanError(`${name} must be more than 0, not ${value}`);
    // As reports and recordings state them: JSON has no infinity.
    if ((name === "seed" || name === "maxRequests") && !Number.isSafeInteger(value))
      throw new PlanError(`${name} must be a whole number, not ${value}`);
  }
  for (const name of ["only", "operations", "cases"] as const)
    if (given[name] !== undefined && !Array.isArray(given[name])) throw new PlanError(`${name} must be a list`);
  for (const [name, known] of Object.entries(choices)) {
    const value = given[name as keyof typeof choices];
    if (value !== undefined && !known.includes(value))
      throw new PlanError(`${name} must be one of ${known.join(", ")}, not ${value}`);
  }
  for (const [name, value] of Object.entries(graphqlHeaders ?? {})) mustBe("string", `graphqlHeaders.${name}`, value);
  try {
    new Headers(graphqlHeaders);
  } catch {
    // The error of Headers quotes the value.
    throw new PlanError("graphqlHeaders has a name or a value that no header can carry: is there a line break in it?");
  }
  for (const one of cases) {
    mustBe("string", "the mark of a case", one?.mark);
    mustBe("string", "the court of a case", one.court);
    if (!isCourt(one.court)) throw new PlanError("the court of a case must be its id, in digits");
  }
  refuseAddress("baseUrl", baseUrl, options);
  if (graphqlUrl !== undefined) refuseAddress("graphqlUrl", graphqlUrl, options);
}
