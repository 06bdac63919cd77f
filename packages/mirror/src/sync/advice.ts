/** What users of the mirror read of an error of a client: what happened, and what they can do, by the options that they have. */
import type { RegisterError } from "@court-register/fetch";
import { type NamedOption, type OptionText, option, say } from "../option-text.ts";
import type { Interface } from "../wire/list.ts";

/** The options of both clients that have the same name in the mirror. */
const shared = named("maxBody", "timeout", "tokenUrl", "clientId", "clientSecret", "scope");

/** The options of the clients that the mirror has, by the client's name of them. */
const ours: Readonly<Record<Interface, Readonly<Record<string, string>>>> = {
  register: { ...shared, ...named("baseUrl", "subscriptionKey", "limit") },
  cases: { ...shared, url: "graphqlUrl", headers: "graphqlHeaders" },
};

function named(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

/** The name that an option of a client has here; undefined if the mirror does not have it. */
const ownName = (of: Interface, clients: string): string | undefined => ours[of][clients];

/** Makes a client. @throws TypeError about an option of the client as one about the option of the mirror */
export function withOwnOptions<Client>(of: Interface, make: () => Client): Client {
  try {
    return make();
  } catch (error) {
    if (!isOptionError(error)) throw error;
    const { problem, variable } = error;
    const name = ownName(of, error.option) ?? error.option;
    const own = new TypeError(`The option ${problemOf(name, error)}`, { cause: error });
    throw Object.assign(own, { option: name, problem, variable });
  }
}

/** An error about an option, in parts. */
export interface OptionError extends TypeError {
  readonly option: string;
  readonly problem: string;
  /** The environment variable that may stand for it, if neither is there. */
  readonly variable: string | undefined;
}

/** The sentence about an option, by the name that it has somewhere. What has no name but that of its variable is named once. */
export const problemOf = (name: string, { problem, variable }: OptionError): string =>
  variable === undefined || variable === name
    ? `${name} ${problem}.`
    : `${name} ${problem}, and so is the environment variable ${variable}.`;

/** Whether an error is about an option, and says so in parts. */
export const isOptionError = (error: unknown): error is OptionError =>
  error instanceof TypeError && "option" in error && "problem" in error;

/** What to do where an option of the mirror helps, or its own words are better than those for programs. */
const advice: Readonly<Record<Interface, { readonly [Kind in RegisterError["kind"]]?: OptionText }>> = {
  register: {
    authentication: say`Check ${option("subscriptionKey")}.`,
    "rate-limit": say`Send fewer with ${option("rate")}, or try again later.`,
    "too-large": say`Raise ${option("maxBody")}; where the list has pages, asking for fewer rows with ${option("limit")} does as well.`,
    timeout: say`Raise ${option("timeout")}, or ask for fewer rows with ${option("limit")}.`,
    redirect: say`Give the final URL as ${option("baseUrl")}.`,
    "register-changed": [],
  },
  cases: {
    authentication: say`Check ${option("graphqlHeaders")}.`,
    "rate-limit": say`Send fewer with ${option("rate")}, or try again later.`,
    "too-large": say`Raise ${option("maxBody")}.`,
    timeout: say`Raise ${option("timeout")}.`,
    redirect: say`Give the final URL as ${option("graphqlUrl")}.`,
  },
};

/** What to do about tokens. */
const checkCredentials = say`Check ${option("tokenUrl")}, ${option("clientId")} and ${option("clientSecret")}.`;

/** What to do about an error; no parts if that is not known. */
function adviceOn(error: RegisterError, of: Interface): OptionText {
  const { kind, tokenUrl, headers } = error;
  const isAboutTokens = kind === "authentication" && (tokenUrl !== undefined || wantsToken(headers));
  // What is wrong with a token is not about the service itself.
  const own = tokenUrl === undefined ? advice[of][kind] : undefined;
  return (isAboutTokens ? undefined : own) ?? clientsAdvice(error, of) ?? (isAboutTokens ? checkCredentials : []);
}

/** The client's advice, if the mirror has all options in it. */
function clientsAdvice({ advice: given }: RegisterError, of: Interface): OptionText | undefined {
  // Every second part is the name of an option.
  const parts = given.split(/[{}]/).map((part, index) => {
    if (index % 2 === 0) return part;
    const name = ownName(of, part);
    return name === undefined ? undefined : option(name);
  });
  return given !== "" && parts.every((part): part is string | NamedOption => part !== undefined) ? parts : undefined;
}

/** Whether a service wants an access token (RFC 6750, section 3). */
export const wantsToken = (headers: RegisterError["headers"]): boolean =>
  /\bbearer\b/i.test(headers?.["www-authenticate"] ?? "");

/** An error of a client, for users of the mirror. */
export function inOwnWords(error: RegisterError, of: Interface = "register"): OptionText {
  const { operation, problem, url, attempts } = error;
  const own = adviceOn(error, of);
  return say`${operation}: ${problem}.${own.length > 0 ? say` ${own}` : ""} (${url}, attempt ${attempts})`;
}
