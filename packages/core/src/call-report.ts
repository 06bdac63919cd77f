import { type ErrorKind, RegisterError } from "./errors.ts";
import { redactor } from "./redact.ts";
import type { WholeResponse } from "./response.ts";

/**
 * Makes an error for a call.
 *
 * @param problem - What happened, without names of options.
 * @param advice - What to do about it. The names of options are in braces, such as `{maxBody}`.
 * @param path - A place in the response.
 */
export type Fail = (kind: ErrorKind, problem: string, advice?: string, cause?: unknown, path?: string) => RegisterError;

/** How much of a text is looked at for an excerpt: redaction comes first, and a body may have many megabytes. */
const examined = 1_000_000;

/** Characters that a secret may have, with all of them escaped. */
const longestSecret = 10_000;

/** Headers of a response by lower-case name, without cookies. */
export function namedHeaders(
  headers: Iterable<[string, unknown]>,
  hide: (text: string) => string,
): Record<string, string> {
  const named: Record<string, string> = {};
  for (const [name, value] of headers)
    if (!/^set-cookie/i.test(name)) named[hide(name.toLowerCase())] = hide(String(value));
  return named;
}

/** What the service says of a failure, without a full stop: the detail of a problem body (RFC 9457), or a message as gateways send it. */
function detailOf(text: string): string {
  try {
    const [body] = [JSON.parse(text)].flat();
    const said = body.detail ?? body.message ?? body.error_message ?? body.error?.message ?? body.title;
    return typeof said === "string" ? said.trim().replace(/\.$/, "") : "";
  } catch {
    return "";
  }
}

/** What is known of a call while it is made, and the errors that say so, without its secrets. */
export class CallReport {
  readonly operation: string;
  readonly url: string;
  /** Number of requests started. */
  attempts = 0;
  /** The response to the last attempt. */
  answer: WholeResponse | undefined;
  /** What must appear in no text. Keys may rotate, so there may be several. */
  readonly #secrets = new Set<string>();
  #redact: (text: string) => string = redactor([]);

  constructor(operation: string, url: string) {
    this.operation = operation;
    this.url = url;
  }

  /** Keeps a secret out of all texts from now on. */
  readonly conceal = (...secrets: string[]): void => {
    for (const secret of secrets) this.#secrets.add(secret);
    this.#redact = redactor([...this.#secrets]);
  };

  /** Removes secrets from a text; of one with more than a million characters, it returns only the start. */
  readonly hide = (given: unknown): string => {
    const text = String(given);
    const hidden = this.#redact(text.slice(0, examined));
    // Where the text is cut off, half a secret may be left.
    return text.length > examined ? hidden.slice(0, -longestSecret) : hidden;
  };

  /** Counts a request, and forgets the response to the one before. */
  startAttempt(): void {
    this.attempts++;
    this.answer = undefined;
  }

  /** Frees the body of the response. A walk keeps the report while its rows are consumed. */
  forgetBody(): void {
    if (this.answer) this.answer = { ...this.answer, text: "" };
  }

  /** Makes an error about this call, as it is now. */
  readonly fail: Fail = (kind, what, advice = "", cause, path) => {
    const url = this.hide(this.url);
    const { status, headers, text = "" } = this.answer ?? {};
    const said = ["http", "rate-limit", "authentication"].includes(kind) ? detailOf(text) : "";
    const quoted = said ? `. It says: ${this.hide(said).slice(0, 200)}` : "";
    const problem = this.hide(what).slice(0, 300) + quoted;
    return new RegisterError(
      `${this.operation}: ${problem}.${advice && ` ${advice.replace(/[{}]/g, "")}`} (${url}, attempt ${this.attempts})`,
      this.#bareCause(cause),
      {
        kind,
        problem,
        advice,
        operation: this.operation,
        url,
        attempts: this.attempts,
        status,
        headers: headers && namedHeaders(headers, this.hide),
        body: this.answer && this.hide(text).slice(0, 500),
        path: path && this.hide(path),
      },
    );
  };

  /** The part of a cause that is kept: an error may carry a request, and a request a secret. Causes may be circular. */
  #bareCause(cause: unknown, depth = 9): ErrorOptions | undefined {
    if (cause === undefined || depth === 0) return undefined;
    // Reading one may throw: an error thrown here, while the caller aborts, would end the process.
    try {
      const { name = "Error", message = cause, code, cause: inner } = cause as Error & { code?: unknown };
      const bare = new Error(this.hide(message), this.#bareCause(inner, depth - 1));
      return { cause: Object.assign(bare, { name: this.hide(name), code }) };
    } catch {
      return undefined;
    }
  }
}
