import { type CallResult, RegisterError, type Transport } from "@court-register/core";
import axios, {
  AxiosError,
  AxiosHeaders,
  type AxiosInstance,
  type AxiosResponse,
  CanceledError,
  getAdapter,
} from "axios";
import type { RegisterAxiosError } from "./types.ts";

export { axios };

/** For `JSON.stringify`: writes bigints, in rows that a cache kept or an adapter parsed, digit by digit. */
const writeBigint = (_name: string, value: unknown): unknown =>
  // In every runtime since 2025; TypeScript does not know of it yet.
  typeof value === "bigint" ? (JSON as unknown as { rawJSON(digits: bigint): unknown }).rawJSON(value) : value;

/** What an adapter throws. */
type Thrown = { cause?: Thrown; data?: unknown; rawPacket?: unknown } | undefined;

/**
 * Sends requests with an axios instance. Its results get the `response`, with the rows as its data; an error that a response
 * causes gets it too, as a property that is not enumerable.
 */
export const axiosTransport =
  (instance: AxiosInstance, keyHeader: string): Transport<CallResult<AxiosResponse>> =>
  async (url, { headers: { [keyHeader]: key, ...headers }, signal, redirect }, examine, hide, start) => {
    /** The URL that interceptors and errors see: the target of a redirect may contain the key. */
    const shown = url === start ? url : hide(url);
    /** The verdict on the last response: an interceptor may have sent the request again. */
    let verdict: Promise<CallResult<AxiosResponse> | undefined> | undefined;
    /** Has a response examined. Interceptors see it too: with the rows as its data, and without the key. */
    const take = async (response: AxiosResponse): Promise<void> => {
      const { status, data = "" } = response;
      const got = AxiosHeaders.from(response.headers as AxiosHeaders);
      const text = typeof data === "string" ? data : JSON.stringify(data, writeBigint);
      verdict = examine({ status, headers: got, text: () => text });
      const result = await verdict.catch((error) => void Object.defineProperty(error, "response", { value: response }));
      response.data = result ? result.rows : hide(text);
      response.headers = new AxiosHeaders(JSON.parse(hide(JSON.stringify(got))));
      response.statusText = hide(response.statusText ?? "");
    };
    const response = await instance
      .request({
        url: shown,
        headers,
        signal: signal as AbortSignal,
        method: "get",
        timeout: 0,
        responseType: "text",
        transformResponse: [],
        // The key is added after all interceptors, so that they cannot log it, together with what keeps it from other origins:
        // not all versions of axios with a fetch adapter know `maxRedirects`.
        async adapter(config) {
          /** Removes the request, which has the key, and the agents, whose connections have requests. */
          const clean = <T extends AxiosError | AxiosResponse>(report: T): T => {
            config.httpAgent = config.httpsAgent = report.request = undefined;
            // Not a copy: it would take more time than any other step after the response.
            report.config = config;
            return report;
          };
          config.headers.delete(keyHeader);
          // XHR follows redirects with the key, whatever the settings: fetch replaces it.
          const adapters = [instance.defaults.adapter ?? []].flat().filter((name) => name !== "xhr");
          try {
            const send = getAdapter([...adapters, "fetch"], config);
            const response = await send({
              ...config,
              url: config.url === shown ? url : (config.url as string),
              baseURL: "",
              maxRedirects: 0,
              // The target of a redirect is complete. Not an empty object: a serializer may add parameters of its own to that.
              params: url === start ? config.params : undefined,
              fetchOptions: { ...config.fetchOptions, redirect },
              headers: AxiosHeaders.concat(config.headers, { [keyHeader]: key as string }),
            });
            await take(clean(response));
            return response;
          } catch (error) {
            // Some versions of axios wrap an error in another. Causes may be circular.
            for (let at = error as Thrown, depth = 9; at && depth--; at = at.cause) {
              // Bytes that the parser of Node or of its fetch refused: they may echo the key.
              delete at.data;
              delete at.rawPacket;
              if (at instanceof AxiosError) {
                at.message = hide(at.message);
                at.stack = hide(at.stack);
                clean(at);
              }
            }
            const response = (error as AxiosError | undefined)?.response;
            // A response without data broke off.
            if (response && "data" in clean(response)) await take(response);
            throw error;
          }
        },
      })
      .catch(async (error: AxiosError) => {
        // Whatever interceptors make of an error, the response decides, and a redirect is followed.
        if (verdict && (!(await verdict) || error?.response)) return error?.response as AxiosResponse;
        throw error;
      });
    if (!verdict) await take(response);
    const result = await verdict;
    // Responses are kept with their config, which has the adapter, and with it this variable.
    verdict = undefined;
    return result && { ...result, response };
  };

/** Throws the error that axios users expect, wrapped around a {@link RegisterError}. Throws any other error unchanged. */
export function surface(error: unknown): never {
  if (!(error instanceof RegisterError)) throw error;
  const { kind, message, status, cause, response } = error as RegisterError & { response?: AxiosResponse };
  const code =
    (cause as { code?: string } | undefined)?.code ??
    (kind === "timeout"
      ? AxiosError.ECONNABORTED
      : !status
        ? AxiosError.ERR_NETWORK
        : status < 400 || status > 499
          ? AxiosError.ERR_BAD_RESPONSE
          : AxiosError.ERR_BAD_REQUEST);
  throw Object.assign(
    kind === "aborted"
      ? new CanceledError(message)
      : new AxiosError(message, code, response?.config, undefined, response),
    { register: error },
  );
}

/** Whether an error is from the register client. Narrows its type. */
export const isRegisterError = (error: unknown): error is RegisterAxiosError =>
  error instanceof AxiosError && "register" in error;
