import {
  type Attempt,
  type CallResult,
  type RegisterError,
  type Rows,
  redact,
  type Transport,
} from "@court-register/core";
import { type AxiosAdapter, AxiosError, AxiosHeaders, type AxiosInstance, type AxiosResponse, getAdapter } from "axios";

/** The response that an error is about. */
export type Responses = WeakMap<RegisterError, AxiosResponse>;

/** What the instance sends with. XHR follows redirects with the key, whatever it is told: fetch takes its place. */
const adapterOf = ({ defaults: { adapter } }: AxiosInstance): AxiosAdapter =>
  getAdapter("XMLHttpRequest" in globalThis && typeof adapter !== "function" ? "fetch" : adapter);

/** Carries requests by an axios instance. Its results get the `response`, with the rows as its data. */
export const axiosTransport =
  (
    instance: AxiosInstance,
    keyHeader: string,
    responses: Responses,
    raw = false,
  ): Transport<Rows<unknown>, CallResult<AxiosResponse>> =>
  async ({ url, headers: given, signal }: Attempt, read) => {
    const { [keyHeader]: key = "", ...headers } = given as Record<string, string>;
    const hide = (text: string): string => redact(text, [key]);
    let result: Rows<unknown> | undefined;
    let problem: unknown;
    let answered = false;
    /** Has an answer read. Interceptors see it too: with the rows as its data, and without the key. */
    const examine = (response: AxiosResponse): void => {
      const { status, data = "" } = response;
      const got = new AxiosHeaders(response.headers as AxiosHeaders);
      const text = typeof data === "string" ? data : JSON.stringify(data);
      answered = true;
      // An interceptor may have sent the request again.
      result = problem = undefined;
      try {
        result = read({ status, headers: got, text });
      } catch (error) {
        problem = error;
      }
      response.data = result ? (raw ? text : result.rows) : hide(text);
      response.headers = new AxiosHeaders(JSON.parse(hide(JSON.stringify(got))));
    };
    const response = await instance
      .request({
        url,
        headers,
        signal,
        timeout: 0,
        responseType: "text",
        transformResponse: [],
        // The key is put in behind all interceptors, so that no log of theirs has it, and with it what keeps it from other
        // origins: not all versions of axios that send by fetch know `maxRedirects`.
        async adapter(config) {
          /** The request, which has the key, is out of sight. */
          const clean = <T extends AxiosError | AxiosResponse>(report: T): T =>
            Object.defineProperty(Object.assign(report, { config }), "request", { enumerable: false });
          try {
            const arrived = await adapterOf(instance)({
              ...config,
              baseURL: "",
              maxRedirects: 0,
              fetchOptions: { ...config.fetchOptions, redirect: "manual" },
              headers: AxiosHeaders.concat(config.headers, { [keyHeader]: key }),
            });
            examine(arrived);
            return clean(arrived);
          } catch (error) {
            // Some versions of axios wrap an error in another.
            for (let at = error; at instanceof AxiosError; at = at.cause) {
              at.message = hide(at.message);
              at.stack = hide(`${at.stack}`);
              clean(at);
            }
            const arrived = (error as AxiosError | undefined)?.response;
            // Status 200 without data is an answer that has broken off.
            if (arrived && (clean(arrived).status !== 200 || arrived.data != null)) examine(arrived);
            throw error;
          }
        },
      })
      .catch((error: AxiosError) => {
        const arrived = error?.response as AxiosResponse;
        if (problem || (arrived && answered)) return arrived;
        throw error;
      });
    if (!answered) examine(response);
    if (problem) {
      responses.set(problem as RegisterError, response);
      throw problem;
    }
    return result && { ...result, response };
  };
