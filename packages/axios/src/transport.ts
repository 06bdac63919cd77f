import type { Answer, Attempt } from "@court-register/core/http";
import {
  type AxiosAdapter,
  AxiosError,
  AxiosHeaders,
  type AxiosInstance,
  type AxiosResponse,
  getAdapter,
  type InternalAxiosRequestConfig,
} from "axios";

/** An answer, with the response of axios that it is about. */
export interface AxiosAnswer extends Answer {
  response: AxiosResponse | undefined;
}

/** Takes the key out of what axios reports, for interceptors and loggers: the request, which holds it, is hidden. */
function clean<T extends AxiosError | AxiosResponse>(
  report: T,
  config: InternalAxiosRequestConfig,
  hide: (text: string) => string,
): T {
  report.config = config;
  Object.defineProperty(report, "request", {
    value: report.request,
    enumerable: false,
    configurable: true,
    writable: true,
  });
  if (report instanceof Error) {
    report.message = hide(report.message);
    report.stack = hide(report.stack ?? "");
    if (report.response) clean(report.response, config, hide);
  }
  return report;
}

/** What the instance sends with. XHR follows redirects with the key, whatever it is told: fetch takes its place. */
const adapterOf = ({ defaults: { adapter } }: AxiosInstance): AxiosAdapter =>
  getAdapter(!("XMLHttpRequest" in globalThis) || typeof adapter === "function" ? adapter : "fetch");

/** Carries requests by an axios instance. Its results get the `response`, with the rows as its data. */
export const axiosTransport =
  (instance: AxiosInstance, keyHeader: string, raw: boolean) =>
  async <R extends { rows: unknown[] }>(
    { url, headers: { [keyHeader]: key = "", ...headers }, signal, hide }: Attempt,
    read: (answer: Answer) => R | undefined,
  ): Promise<(R & { response: AxiosResponse }) | undefined> => {
    const send = adapterOf(instance);
    let result: R | undefined;
    let arrived: AxiosResponse | undefined;
    const response = await instance
      .request({
        url,
        headers,
        signal,
        timeout: 0,
        maxRedirects: 0,
        responseType: "text",
        // The key is put in behind all interceptors, so that no log of theirs has it.
        async adapter(config) {
          try {
            const sent = { ...config, headers: AxiosHeaders.concat(config.headers, { [keyHeader]: key }) };
            arrived = clean(await send(sent), config, hide);
            return arrived;
          } catch (error) {
            arrived = (error as AxiosError).response;
            throw error instanceof AxiosError ? clean(error, config, hide) : error;
          }
        },
        transformResponse(data: unknown, got: AxiosHeaders, status = 0) {
          const text = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
          const answer: AxiosAnswer = { status, headers: got, text, response: arrived };
          try {
            result = read(answer);
          } catch (problem) {
            throw new Rejection(problem);
          }
          if (!result) return hide(text);
          return raw ? text : result.rows;
        },
      })
      .catch((error: unknown) => {
        if (error instanceof Rejection) throw error.problem;
        if (!(error instanceof AxiosError && error.response)) throw error;
        return error.response;
      });
    return result && Object.assign(result, { response });
  };

/** Carries the verdict on a body past the interceptors, as an error of axios. */
class Rejection extends AxiosError {
  readonly problem: unknown;

  constructor(problem: unknown) {
    super((problem as Error).message, AxiosError.ERR_BAD_RESPONSE);
    this.problem = problem;
  }
}
