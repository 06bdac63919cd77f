import { RegisterError } from "@court-register/core";
import { AxiosError, CanceledError } from "axios";
import type { AxiosAnswer } from "./transport.ts";
import type { RegisterAxiosError } from "./types.ts";

/** The codes that axios has for what went wrong; a connection's own code stays. */
const codes: Partial<Record<RegisterError["kind"], string>> = {
  timeout: AxiosError.ECONNABORTED,
  connection: AxiosError.ERR_NETWORK,
  redirect: AxiosError.ERR_FR_TOO_MANY_REDIRECTS,
};

/** What leaves the client in the place of a {@link RegisterError}: the error that axios users expect, around it. */
export function surface(error: unknown, answers: WeakMap<RegisterError, AxiosAnswer>): unknown {
  if (!(error instanceof RegisterError)) return error;
  const { kind, message, status = 500, cause, body } = error;
  const response = answers.get(error)?.response;
  const code =
    (cause as { code?: string } | undefined)?.code ??
    codes[kind] ??
    (status < 500 && status > 399 ? AxiosError.ERR_BAD_REQUEST : AxiosError.ERR_BAD_RESPONSE);
  const outer =
    kind === "aborted"
      ? new CanceledError(message, response?.config)
      : new AxiosError(message, code, response?.config, undefined, response);
  // What was thrown on a good status has the whole body as its data: its start is enough, and free of secrets.
  if (response && status === 200) response.data = body;
  return Object.assign(outer, { register: error, cause });
}

/** Whether an error is one of the register client. */
export const isRegisterError = (error: unknown): error is RegisterAxiosError =>
  error instanceof AxiosError && "register" in error;
