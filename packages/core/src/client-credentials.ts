/** Access tokens for a program's own credentials (OAuth 2: RFC 6749, section 4.4), as the option `credentials` of all clients takes them. */

import type { CallReport } from "./call-report.ts";
import { aFunction, checkOptions, type OptionRules, optionError } from "./check-options.ts";
import { readEnvironment, required } from "./environment.ts";
import type { ErrorKind } from "./errors.ts";
import { tokenUrl as stated } from "./generated/service.ts";
import type { Credentials } from "./options.ts";
import type { WholeResponse } from "./response.ts";

export type { Credentials };

/** Who asks for tokens, and where. */
export interface ClientCredentialsOptions {
  /**
   * URL of the token endpoint, by https, or by http on this machine. The credentials go there alone: every redirect is refused.
   * @defaultValue the environment variable `COURT_REGISTER_TOKEN_URL` (Node, Deno, Bun), or what the contract states
   */
  tokenUrl?: string | undefined;
  /** @defaultValue the environment variable `COURT_REGISTER_CLIENT_ID` (Node, Deno, Bun) */
  clientId?: string | undefined;
  /**
   * Surrounding whitespace, such as the final newline of a file, is ignored.
   * @defaultValue the environment variable `COURT_REGISTER_CLIENT_SECRET` (Node, Deno, Bun)
   */
  clientSecret?: string | undefined;
  /**
   * What the token is to allow: names that the service defines, with blanks between them.
   * @defaultValue the environment variable `COURT_REGISTER_SCOPE` (Node, Deno, Bun), or none: the service decides
   */
  scope?: string | undefined;
  /**
   * How the endpoint is told the credentials: in the header `authorization`, or in the body, for one that takes them only there (RFC
   * 6749, section 2.3.1).
   * @defaultValue `"client_secret_basic"`
   */
  authentication?: "client_secret_basic" | "client_secret_post" | undefined;
  /**
   * Time limit of one token request in milliseconds. The `timeout` of a call that waits for it is in force as well.
   * @defaultValue `10_000`
   */
  timeout?: number | undefined;
  /**
   * The `fetch` to use, such as one behind a proxy. It must return responses of any status, and follow no redirect.
   * @defaultValue the global `fetch`
   */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/**
 * Gets access tokens: one for all calls side by side, and a new one shortly before it ends, or if the service refuses it. Failures are
 * retried as the calls are that wait.
 *
 * @throws TypeError if an option is missing or cannot work.
 * @example
 * createRegisterClient({ baseUrl, credentials: clientCredentials({ tokenUrl, clientId, clientSecret }) });
 */
export function clientCredentials(options: ClientCredentialsOptions = {}): Credentials {
  return new ClientCredentials(options);
}

/** A token, and until when it is used, in milliseconds since 1970. */
interface Token {
  readonly value: string;
  readonly until: number;
}

/** Why there is no token: each call that waits for one makes an error of it. */
interface Refusal {
  readonly kind: ErrorKind;
  readonly problem: string;
  readonly advice: string;
  readonly cause?: unknown;
  readonly answer?: WholeResponse;
}

/** Bytes that a response with a token may have. */
const maxBytes = 65_536;

/** Milliseconds before its end at which a token is renewed: it has to arrive, too. One that lasts less than twice that serves half its time. */
const margin = 30_000;

class ClientCredentials implements Credentials {
  readonly #endpoint: Endpoint;
  #token: Token | undefined;
  #pending: Promise<Token | Refusal> | undefined;

  constructor(options: ClientCredentialsOptions) {
    this.#endpoint = new Endpoint(options);
  }

  async token(report: CallReport, refused: string | undefined): Promise<string> {
    report.conceal(...this.#endpoint.secrets);
    const token = await this.#current(refused);
    if ("value" in token) {
      report.conceal(token.value);
      return token.value;
    }
    // The error says what this response was, and its Retry-After counts.
    report.answer = token.answer;
    const failure = report.fail(token.kind, `no access token: ${token.problem}`, token.advice, token.cause);
    throw Object.assign(failure, { tokenUrl: this.#endpoint.shown });
  }

  /** The token that is in use, or the one that is being requested: never are there two requests at a time. */
  #current(refused: string | undefined): Promise<Token | Refusal> {
    if (this.#pending) return this.#pending;
    if (this.#token && this.#token.value !== refused && Date.now() < this.#token.until)
      return Promise.resolve(this.#token);
    this.#token = undefined;
    this.#pending = this.#endpoint.request().then((token) => {
      this.#pending = undefined;
      if ("value" in token) this.#token = token;
      return token;
    });
    return this.#pending;
  }
}

const who = "clientCredentials";
const tryAgain = "Try again later.";

const aText = { accepts: (value: unknown) => typeof value === "string", allowed: "text" };

const rules: OptionRules = {
  tokenUrl: aText,
  clientId: aText,
  clientSecret: aText,
  scope: aText,
  authentication: {
    accepts: (value) => value === "client_secret_basic" || value === "client_secret_post",
    allowed: '"client_secret_basic" or "client_secret_post"',
  },
  timeout: {
    accepts: (value) => typeof value === "number" && value > 0,
    allowed: "a number of milliseconds above 0, or Infinity",
  },
  fetch: aFunction,
};

/** A text as forms encode it (RFC 6749, appendix B). */
const formEncoded = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);

/** The token endpoint (RFC 6749, section 3.2). */
class Endpoint {
  /** What must appear in no text. */
  readonly secrets: readonly string[];
  readonly #url: string;
  /** The URL as errors show it: a query may be a secret. */
  readonly shown: string;
  readonly #headers: Record<string, string>;
  readonly #body: string;
  readonly #timeout: number;
  readonly #fetch: ClientCredentialsOptions["fetch"];

  constructor(options: ClientCredentialsOptions) {
    checkOptions(who, options, rules);
    const { scope = readEnvironment("COURT_REGISTER_SCOPE"), authentication } = options;
    const variable = "COURT_REGISTER_TOKEN_URL";
    const given = options.tokenUrl || readEnvironment(variable) || stated;
    this.#url = tokenUrlOf(required(who, "tokenUrl", given, variable));
    const id = required(who, "clientId", options.clientId, "COURT_REGISTER_CLIENT_ID").trim();
    const secret = required(who, "clientSecret", options.clientSecret, "COURT_REGISTER_CLIENT_SECRET").trim();
    const { origin, pathname } = new URL(this.#url);
    this.shown = origin + pathname;
    this.#timeout = options.timeout ?? 10_000;
    this.#fetch = options.fetch;
    const isInBody = authentication === "client_secret_post";
    const basic = btoa(`${formEncoded(id)}:${formEncoded(secret)}`);
    this.secrets = [secret, formEncoded(secret), encodeURIComponent(secret), basic];
    this.#headers = {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      ...(isInBody ? {} : { authorization: `Basic ${basic}` }),
    };
    this.#body = new URLSearchParams({
      grant_type: "client_credentials",
      ...(scope ? { scope } : {}),
      ...(isInBody ? { client_id: id, client_secret: secret } : {}),
    }).toString();
  }

  /** Requests a token. Rejects never. */
  async request(): Promise<Token | Refusal> {
    const started = Date.now();
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), Math.min(this.#timeout, 2 ** 31 - 1));
    try {
      const response = await (this.#fetch ?? globalThis.fetch)(this.#url, {
        method: "POST",
        headers: this.#headers,
        body: this.#body,
        redirect: "manual",
        cache: "no-store",
        signal: control.signal,
      });
      const text = await readText(response);
      return this.#examine(response, text, started);
    } catch (cause) {
      if (control.signal.aborted)
        return {
          kind: "timeout",
          problem: `${this.shown} sent no complete response in ${this.#timeout} ms`,
          advice: tryAgain,
        };
      const { cause: reason = cause } = cause as Error;
      return {
        kind: "connection",
        problem: `${this.shown} sent no response: ${reason}`,
        advice: "Check {tokenUrl} and the network.",
        cause,
      };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Judges a response. Of its body, nothing is kept but a token, or the code of an error: it may repeat what was sent. */
  #examine({ status, headers }: Response, text: string | undefined, started: number): Token | Refusal {
    const answer: WholeResponse = { status, headers, text: "" };
    const refuse = (kind: ErrorKind, what: string, advice: string): Refusal => ({
      ...{ kind, problem: `${this.shown} ${what}`, advice, answer },
    });
    if (status === 0 || (status > 300 && status < 400))
      return refuse("redirect", "redirects, and credentials are not taken along", "Give the final URL as {tokenUrl}.");
    const said = parsed(text);
    if (status === 200) {
      const { access_token: value, token_type: type, expires_in: seconds } = said ?? {};
      const problem =
        text === undefined
          ? `a response of more than ${maxBytes} bytes`
          : !said
            ? "no JSON object"
            : typeof value !== "string" || !/^[!-~]{1,10000}$/.test(value)
              ? "no access_token that a header can hold"
              : String(type).toLowerCase() !== "bearer"
                ? "a token whose token_type is not Bearer"
                : undefined;
      if (problem) return refuse("decode", `sent ${problem}`, "Check that {tokenUrl} is the token endpoint.");
      return { value: value as string, until: started + lifetime(seconds) };
    }
    const { error, error_description: description } = said ?? {};
    const code = typeof error === "string" ? `, ${error.slice(0, 60)}` : "";
    const why = typeof description === "string" ? `. It says: ${description.replace(/\.$/, "")}` : "";
    const answered = `answered with status ${status}${code}`;
    if (status === 429) return refuse("rate-limit", answered + why, "Ask less often, or raise {maxWait}.");
    if (status >= 500 || status === 408) return refuse("http", answered + why, tryAgain);
    if (error === "invalid_scope") return refuse("authentication", answered + why, "Check {scope}.");
    if (code || [400, 401, 403].includes(status))
      return refuse(
        "authentication",
        answered + why,
        "Check {clientId}, {clientSecret} and how they are sent, {authentication}.",
      );
    return refuse("http", answered, "Check {tokenUrl}.");
  }
}

/** Milliseconds that a token is used, by its `expires_in`; without one, until it is refused. */
function lifetime(seconds: unknown): number {
  const time = Number(seconds ?? "none") * 1_000;
  return time >= 0 ? Math.max(time - margin, time / 2) : Number.POSITIVE_INFINITY;
}

/** @throws OptionError that says what is wrong with the URL, and does not quote it: it may have a secret. */
function tokenUrlOf(given: string): string {
  const { protocol, hostname, username, password, hash } = URL.canParse(given) ? new URL(given) : ({} as Partial<URL>);
  // Others on the way would read what goes through plain http (RFC 6749, section 3.2).
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname ?? "");
  if (protocol !== "https:" && !(protocol === "http:" && isLoopback))
    throw optionError(
      who,
      "tokenUrl",
      "must start with https://, so that nobody on the way reads the secret; http:// is for this machine alone, such as http://127.0.0.1",
    );
  if (username || password || hash) throw optionError(who, "tokenUrl", "must have no user and no fragment");
  return given;
}

/** The text of a body; undefined if it is too long. */
async function readText(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return text + decoder.decode();
    length += value?.length ?? 0;
    if (length > maxBytes) {
      // Nobody waits for this: the connection is closed in its own time.
      reader?.cancel().catch(() => {});
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The object that a text is; undefined if it is none. */
function parsed(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
