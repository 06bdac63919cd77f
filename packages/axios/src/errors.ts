import { RegisterError } from "@court-register/core";
import { AxiosError, CanceledError } from "axios";
import type { Responses } from "./transport.ts";
import type { RegisterAxiosError } from "./types.ts";

/** What leaves the client in the place of a {@link RegisterError}: the error that axios users expect, around it. */
export function surface(error: unknown, responses: Responses): unknown {
  if (!(error instanceof RegisterError)) return error;
  const { kind, message, status, cause } = error;
  const response = responses.get(error);
  const code =
    kind === "timeout"
      ? AxiosError.ECONNABORTED
      : ((cause as { code?: string } | undefined)?.code ??
        (!status
          ? AxiosError.ERR_NETWORK
          : `${status}`[0] === "4"
            ? AxiosError.ERR_BAD_REQUEST
            : AxiosError.ERR_BAD_RESPONSE));
  return Object.assign(
    kind === "aborted"
      ? new CanceledError(message)
      : new AxiosError(message, code, response?.config, undefined, response),
    { register: error },
  );
}

/** Whether an error is one of the register client. */
export const isRegisterError = (error: unknown): error is RegisterAxiosError =>
  error instanceof AxiosError && "register" in error;
