/** Access tokens for one client (OAuth 2, client credentials: RFC 6749, section 4.4). */
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { hashOf, Keys } from "./keys.ts";

/** Where a client gets its tokens. */
export const tokenPath = "/token";

/** Who gets tokens, and for how long. */
export interface Client {
  readonly id: string;
  readonly secret: string;
  /** Seconds that a token lasts. */
  readonly tokenSeconds: number;
}

/** The tokens that are valid. Only their hashes are kept, and in memory: a server that starts again has given none. */
export class Tokens {
  readonly seconds: number;
  readonly #client: Keys;
  /** When each ends, by its hash, in milliseconds since 1970. */
  readonly #ends = new Map<string, number>();

  constructor({ id, secret, tokenSeconds }: Client) {
    this.seconds = tokenSeconds;
    this.#client = new Keys([credentials(id, secret)]);
  }

  /** A new token; undefined if these are not the client's credentials. */
  issue(id: string, secret: string): string | undefined {
    if (!this.#client.accepts(credentials(id, secret))) return undefined;
    const now = Date.now();
    for (const [hash, end] of this.#ends) if (end <= now) this.#ends.delete(hash);
    const token = randomBytes(32).toString("base64url");
    this.#ends.set(hashOf(token).toString("hex"), now + this.seconds * 1_000);
    return token;
  }

  accepts(token: string): boolean {
    return (this.#ends.get(hashOf(token).toString("hex")) ?? 0) > Date.now();
  }
}

/** Neither has a line break: they come in one line of a header, or are encoded. */
const credentials = (id: string, secret: string): string => `${id}\n${secret}`;

/** The token in a header `Authorization` (RFC 6750, section 2.1); undefined if it has none. */
export const bearerIn = (header: string | undefined): string | undefined => /^bearer +(\S+)$/i.exec(header ?? "")?.[1];

/** What the endpoint answers if there is no token (RFC 6749, section 5.2). */
type Refusal = readonly [error: "invalid_request" | "invalid_client" | "unsupported_grant_type", description: string];

/** The token endpoint. */
export async function tokenRoute(app: FastifyInstance, { tokens }: { tokens: Tokens }): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string", bodyLimit: 16_384 }, (_request, body, done) => done(null, body));
  app.post(tokenPath, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers["content-type"] ?? "");
    const form = new URLSearchParams(isForm ? String(request.body ?? "") : "");
    const answer = answerTo(form, request.headers.authorization, tokens);
    if ("access_token" in answer) return answer;
    const [error, description] = answer.refusal;
    if (error === "invalid_client") reply.code(401).header("www-authenticate", 'Basic realm="tokens"');
    else reply.code(400);
    return { error, error_description: description };
  });
}

/** @param authorization - The header of the request. */
function answerTo(
  form: URLSearchParams,
  authorization: string | undefined,
  tokens: Tokens,
):
  | (Readonly<Record<"access_token" | "token_type", string>> & { expires_in: number; scope?: string })
  | { refusal: Refusal } {
  const grant = form.get("grant_type");
  if (grant === null)
    return { refusal: ["invalid_request", "Send grant_type=client_credentials as application/x-www-form-urlencoded."] };
  if (grant !== "client_credentials")
    return { refusal: ["unsupported_grant_type", "The only grant_type here is client_credentials."] };
  if (authorization !== undefined && form.has("client_secret"))
    return { refusal: ["invalid_request", "Send the credentials once: in the header Authorization or in the body."] };
  const [id, secret] =
    authorization === undefined ? [form.get("client_id"), form.get("client_secret")] : basic(authorization);
  const token = tokens.issue(id ?? "", secret ?? "");
  if (token === undefined)
    return { refusal: ["invalid_client", "Send the id and the secret of the client, by HTTP Basic or in the body."] };
  const scope = form.get("scope");
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: tokens.seconds,
    // This server has no scopes: whatever is asked for is allowed.
    ...(scope === null ? {} : { scope }),
  };
}

/** The credentials in a header, each encoded as a form is (RFC 6749, section 2.3.1). */
function basic(header: string): readonly (string | undefined)[] {
  const [, encoded = ""] = /^basic +(\S+)$/i.exec(header) ?? [];
  const [id = "", secret = ""] = Buffer.from(encoded, "base64").toString("utf8").split(/:(.*)/s);
  return [id, secret].map((text) => new URLSearchParams(`text=${text.replaceAll("&", "%26")}`).get("text") ?? "");
}
