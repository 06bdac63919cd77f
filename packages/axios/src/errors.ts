import { RegisterError } from "@court-register/core";
import { AxiosError, CanceledError } from "axios";
import type { Responses } from "./transport.ts";
import type { RegisterAxiosError } from "./types.ts";

/** What leaves the client in the place of a {@link RegisterError}: the error that axios users expect, around it. */
export function surface(error: unknown, responses: Responses): unknown {
  if (!(error instanceof RegisterError)) return error;
  const { kind, message, status = 500, cause } = error;
  const response = responses.get(error);
  const code =
    kind === "timeout"
      ? AxiosError.ECONNABORTED
      : ((cause as { code?: string } | undefined)?.code ??
        (kind === "connection" || kind === "redirect"
          ? AxiosError.ERR_NETWORK
          : status > 399 && status < 500
            ? AxiosError.ERR_BAD_REQUEST
            : AxiosError.ERR_BAD_RESPONSE));
  const outer =
    kind === "aborted"
      ? new CanceledError(message)
      : new AxiosError(message, code, response?.config, undefined, response);
  return Object.assign(outer, { register: error });
}

/** Whether an error is one of the register client. */
export const isRegisterError = (error: unknown): error is RegisterAxiosError =>
  error instanceof AxiosError && "register" in error;
