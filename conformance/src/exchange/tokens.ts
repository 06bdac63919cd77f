/** Access tokens for a client's own credentials (OAuth 2: RFC 6749, section 4.4). The suite shares no code with the clients that it may judge beside. */

import { minSecretLength, type Redact } from "#kit/redact";
import { tokenUrl as stated } from "../contract/operations.ts";
import { tokenHeader } from "../evidence/request.ts";
import { printable } from "../shared/text.ts";
import { PlanError } from "../shared/usage-error.ts";
import type { Fetch } from "./send.ts";

/** Who asks for tokens, and where. */
export interface TokenOptions {
  /** URL of the token endpoint: https, or http on this machine. @defaultValue for a client, what the contract states */
  tokenUrl?: string | undefined;
  /** @defaultValue no token is sent */
  clientId?: string | undefined;
  /** @defaultValue the environment variable `COURT_REGISTER_CLIENT_SECRET`, for the command */
  clientSecret?: string | undefined;
  /** What tokens are to allow. @defaultValue the service decides */
  scope?: string | undefined;
  /** How the secret is sent: in the header `authorization`, or in the body (RFC 6749, section 2.3.1). @defaultValue `"basic"` */
  clientAuth?: "basic" | "post" | undefined;
}

/** Milliseconds in which a token must have arrived. */
const patience = 10_000;

/** Seconds before its end at which a token is renewed; one that lasts less than twice that serves half its time. */
const margin = 30;

const maxBytes = 65_536;

/** Why there is no token. */
export class NoToken extends Error {
  override readonly name = "NoToken";
}

/** As forms encode a text (RFC 6749, appendix B). */
const formEncoded = (text: string): string => new URLSearchParams({ text }).toString().slice("text=".length);

/** What a request for a token sends, and what must be in no output: the secret in each form that it is sent in. */
function credentialsOf({ clientId = "", clientSecret = "" }: TokenOptions): { basic: string; secrets: string[] } {
  const basic = Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString("base64");
  return { basic, secrets: clientSecret === "" ? [] : [clientSecret, formEncoded(clientSecret), basic] };
}

/** The secrets in these options. */
export const tokenSecrets = (options: TokenOptions): string[] => credentialsOf(options).secrets;

/** Where tokens are got; undefined if nobody says so, or nobody asks for any. @param contract - what the contract states */
export const tokenUrlOf = ({ tokenUrl, clientId }: TokenOptions, contract: string = stated): string | undefined =>
  tokenUrl || (clientId && contract) || undefined;

/** Whether a run sends tokens. @throws PlanError if something is missing for that, or unsafe. */
export function usesTokens(options: TokenOptions, contract: string = stated): boolean {
  const { clientId, clientSecret } = options;
  const tokenUrl = tokenUrlOf(options, contract);
  if (!tokenUrl && !clientId) return false;
  if (!tokenUrl) throw new PlanError("--client-id is given, but not --token-url: where are tokens got?");
  if (!clientId) throw new PlanError("--token-url is given, but not --client-id: who asks for tokens?");
  if (!clientSecret)
    throw new PlanError(
      "--token-url is given, but no secret: set COURT_REGISTER_CLIENT_SECRET in the environment, which process lists do not show (a program: clientSecret)",
    );
  if (clientSecret.length < minSecretLength)
    throw new PlanError(
      `the client secret has fewer than ${minSecretLength} characters: reports could not redact it, since other words have it too`,
    );
  const { protocol, hostname, hash } = new URL(tokenUrl);
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (protocol !== "https:" && !isLoopback)
    throw new PlanError("--token-url must start with https://, or be on this machine: others would read the secret");
  if (hash !== "") throw new PlanError("--token-url must have no fragment");
  return true;
}

/** A token, and until when it is used, in milliseconds since 1970. */
interface Token {
  value: string;
  until: number;
}

/** The tokens of a run. */
export class Tokens {
  readonly #options: TokenOptions;
  readonly #send: Fetch;
  readonly #redact: Redact;
  readonly #onToken: (token: string) => void;
  #token: Token | undefined;

  /** @param onToken - called with each token before it is sent: no output may have it. */
  constructor(options: TokenOptions, send: Fetch, redact: Redact, onToken: (token: string) => void) {
    this.#options = options;
    this.#send = send;
    this.#redact = redact;
    this.#onToken = onToken;
  }

  /** Gets the first token. Returns why there is none, if there is none. */
  async whyNone(): Promise<string | undefined> {
    try {
      await this.#current();
      return undefined;
    } catch (error) {
      if (error instanceof NoToken) return error.message;
      throw error;
    }
  }

  /** Sends a request, with a token if that is what it is to have. One that is refused with 401 is renewed, once. */
  readonly fetch: Fetch = async (url, init) => {
    const headers = init.headers as Record<string, string>;
    if (headers.authorization !== tokenHeader) return this.#send(url, init);
    const sendWith = ({ value }: Token): Promise<Response> =>
      this.#send(url, { ...init, headers: { ...headers, authorization: `Bearer ${value}` } });
    const token = await this.#current();
    const response = await sendWith(token);
    if (response.status !== 401) return response;
    await response.body?.cancel();
    if (this.#token === token) this.#token = undefined;
    return sendWith(await this.#current());
  };

  /** The token for the next request. Requests follow one another, so nobody else is asking for one. */
  async #current(): Promise<Token> {
    if (this.#token === undefined || Date.now() >= this.#token.until) this.#token = await this.#request();
    return this.#token;
  }

  async #request(): Promise<Token> {
    const { clientId = "", clientSecret = "", scope, clientAuth } = this.#options;
    const tokenUrl = tokenUrlOf(this.#options) ?? "";
    const { basic } = credentialsOf(this.#options);
    const isInBody = clientAuth === "post";
    const started = Date.now();
    let response: Response;
    let text: string | undefined;
    try {
      response = await this.#send(tokenUrl, {
        method: "POST",
        headers: {
          accept: "application/json",
          ...(isInBody ? {} : { authorization: `Basic ${basic}` }),
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({
          grant_type: "client_credentials",
          ...(scope ? { scope } : {}),
          ...(isInBody ? { client_id: clientId, client_secret: clientSecret } : {}),
        }).toString(),
        // The secret goes to this address alone.
        redirect: "manual",
        signal: AbortSignal.timeout(patience),
      });
      text = await readText(response);
    } catch (error) {
      const { cause, message } = error as Error & { cause?: Error };
      throw this.#noToken(`did not answer: ${cause?.message || message} (--token-url)`);
    }
    const said = parsed(text);
    if (response.status === 200) return this.#read(said, started);
    const { error, error_description: description } = said;
    const code = typeof error === "string" ? `, ${error.slice(0, 60)}` : "";
    const why = typeof description === "string" ? `. It says: ${description.slice(0, 200)}` : "";
    const hint =
      response.status >= 300 && response.status < 400
        ? "redirects are not followed: give the address they lead to (--token-url)"
        : response.status === 429 || response.status >= 500
          ? "try again later"
          : "are --token-url, --client-id, COURT_REGISTER_CLIENT_SECRET, --client-auth and --scope right?";
    throw this.#noToken(`answered with status ${response.status}${code}: ${hint}${why}`);
  }

  #read({ access_token: value, token_type: type, expires_in: seconds }: Said, started: number): Token {
    if (typeof value !== "string" || !/^[!-~]{1,10000}$/.test(value))
      throw this.#noToken("answered without an access_token that a header can carry: is --token-url right?");
    this.#onToken(value);
    if (String(type).toLowerCase() !== "bearer")
      throw this.#noToken("answered with a token whose token_type is not Bearer: no other is supported");
    const lasts = Number(seconds ?? "none");
    return {
      value,
      until: lasts >= 0 ? started + Math.max(lasts - margin, lasts / 2) * 1_000 : Number.POSITIVE_INFINITY,
    };
  }

  #noToken(what: string): NoToken {
    // A query may be a secret.
    const { origin, pathname } = new URL(tokenUrlOf(this.#options) ?? "");
    return new NoToken(printable(this.#redact(`no access token: ${origin}${pathname} ${what}`)));
  }
}

/** What the endpoint says, if it says anything. */
type Said = Readonly<Record<string, unknown>>;

function parsed(text: string | undefined): Said {
  try {
    return { ...JSON.parse(text ?? "") };
  } catch {
    return {};
  }
}

/** The text of a body; undefined if it is too long. */
async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
