// Stands in for the core's errors and retrying request until they are there.
import type { CallOptions, CourtCasesClientOptions } from "./options.ts";

export interface RegisterErrorDetails {
  kind: string;
  message: string;
  operation: string;
  url: string;
  status?: number | undefined;
  cause?: unknown;
}

export class RegisterError extends Error {
  readonly kind: string;
  readonly operation: string;
  readonly url: string;
  readonly status: number | undefined;
  constructor({ kind, message, operation, url, status, cause }: RegisterErrorDetails) {
    super(`${operation}: ${message} (${url})`, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.operation = operation;
    this.url = url;
    this.status = status;
  }
}

export async function send(
  config: Pick<CourtCasesClientOptions<"number" | "bigint">, "url" | "headers" | "fetch">,
  operation: string,
  body: string,
  options: CallOptions,
): Promise<{ text: string; details: Omit<RegisterErrorDetails, "kind" | "message"> }> {
  const given = typeof config.headers === "function" ? await config.headers() : config.headers;
  const url = String(config.url);
  const response = await (config.fetch ?? fetch)(url, {
    method: "POST",
    headers: {
      accept: "application/graphql-response+json, application/json;q=0.9",
      "content-type": "application/json",
      ...given,
    },
    body,
    redirect: "manual",
    ...(options.signal && { signal: options.signal }),
  });
  const details = { operation, url, status: response.status };
  const text = await response.text();
  if (!response.ok && !/^\s*\{/.test(text)) {
    throw new RegisterError({ ...details, kind: "http", message: `status ${response.status}` });
  }
  return { text, details };
}

export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
