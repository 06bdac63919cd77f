import { RegisterError } from "@court-register/core";
import { AxiosError, type AxiosResponse, CanceledError } from "axios";
import type { RegisterAxiosError } from "./types.ts";

/** A `RegisterError` with the response that caused it, as a property that is not enumerable. */
export type WithResponse = RegisterError & { response?: AxiosResponse };

/** The code that axios would give the error. */
function codeOf({ kind, status, cause }: RegisterError): string {
  const { code } = (cause ?? {}) as { code?: string };
  if (code) return code;
  if (kind === "timeout") return AxiosError.ECONNABORTED;
  if (!status) return AxiosError.ERR_NETWORK;
  return status >= 400 && status < 500 ? AxiosError.ERR_BAD_REQUEST : AxiosError.ERR_BAD_RESPONSE;
}

/** Throws the error that axios users expect, wrapped around a {@link RegisterError}. Throws any other error unchanged. */
export function surface(error: unknown): never {
  if (!(error instanceof RegisterError)) throw error;
  const { kind, message, response } = error as WithResponse;
  const wrapped =
    kind === "aborted"
      ? new CanceledError(message)
      : new AxiosError(message, codeOf(error), response?.config, undefined, response);
  throw Object.assign(wrapped, { register: error });
}

/** Whether an error is from the register client. Narrows its type. */
export const isRegisterError = (error: unknown): error is RegisterAxiosError =>
  error instanceof AxiosError && "register" in error;
