import { type CallReport, namedHeaders } from "./call-report.ts";
import type { RegisterError } from "./errors.ts";
import type { ClientSettings, RequestEvent } from "./options.ts";
import type { Request } from "./transport.ts";

/**
 * Calls the hooks about a request: `onRequest` now, and `onResponse` when the function that it returns is called, with the error
 * if the request failed.
 */
export function callHooks(
  { onRequest, onResponse }: Pick<ClientSettings, "onRequest" | "onResponse">,
  report: CallReport,
  url: string,
  { method = "GET", headers }: Request,
): (error?: RegisterError) => void {
  if (!onRequest && !onResponse) return () => {};
  const { operation, attempts: attempt, hide } = report;
  const event: RequestEvent = {
    operation,
    method,
    url: hide(url),
    attempt,
    headers: namedHeaders(Object.entries(headers), hide),
  };
  const begun = Date.now();
  let isOver = false;
  onRequest?.(event);
  return (error) => {
    // The error may be the hook's own.
    if (isOver) return;
    isOver = true;
    const { answer } = report;
    onResponse?.({
      ...event,
      status: answer?.status,
      responseHeaders: namedHeaders(answer?.headers ?? [], hide),
      duration: Date.now() - begun,
      error,
    });
  };
}
