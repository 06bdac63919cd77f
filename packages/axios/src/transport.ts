import {
  type Answer,
  type Attempt,
  type CallResult,
  type RegisterError,
  type Rows,
  redact,
  type Transport,
} from "@court-register/core";
import {
  type AxiosAdapter,
  AxiosError,
  AxiosHeaders,
  type AxiosInstance,
  type AxiosResponse,
  getAdapter,
  type InternalAxiosRequestConfig,
} from "axios";

/** The response that an error is about. */
export type Responses = WeakMap<RegisterError, AxiosResponse>;

/** Keeps the key out of what axios reports to interceptors and callers; the request, which has it, is out of sight. */
function clean<T extends AxiosError | AxiosResponse>(report: T, config: InternalAxiosRequestConfig, key: string): T {
  report.config = config;
  Object.defineProperty(report, "request", { enumerable: false });
  if (report instanceof AxiosError) {
    report.message = redact(report.message, [key]);
    report.stack = redact(report.stack ?? "", [key]);
    if (report.response) clean(report.response, config, key);
  }
  return report;
}

/** What the instance sends with. XHR follows redirects with the key, whatever it is told: fetch takes its place. */
const adapterOf = ({ defaults: { adapter } }: AxiosInstance): AxiosAdapter =>
  getAdapter(!("XMLHttpRequest" in globalThis) || typeof adapter === "function" ? adapter : "fetch");

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
    let result: Rows<unknown> | undefined;
    let problem: unknown;
    let answered = false;
    const examine = (status: number, got: Answer["headers"], text: string): void => {
      answered = true;
      try {
        result = read({ status, headers: got, text });
      } catch (error) {
        problem = error;
      }
    };
    const response = await instance
      .request({
        url,
        headers,
        signal,
        timeout: 0,
        maxRedirects: 0,
        responseType: "text",
        // The key is put in behind all interceptors, so that no log of theirs has it.
        adapter: (config) =>
          adapterOf(instance)({ ...config, headers: AxiosHeaders.concat(config.headers, { [keyHeader]: key }) }).then(
            (report) => clean(report, config, key),
            (report) => {
              throw report instanceof AxiosError ? clean(report, config, key) : report;
            },
          ),
        transformResponse(data: unknown, got: AxiosHeaders, status = 0) {
          // No data: there is no body, or it has broken off.
          if (data == null) return data;
          const text = typeof data === "string" ? data : JSON.stringify(data);
          examine(status, got, text);
          if (!result) return redact(text, [key]);
          return raw ? text : result.rows;
        },
      })
      .catch((error: AxiosError) => {
        if (error.response && (answered || error.response.status !== 200)) return error.response;
        throw error;
      });
    if (!answered) examine(response.status, response.headers as AxiosHeaders, "");
    if (problem) {
      response.headers = AxiosHeaders.from(JSON.parse(redact(JSON.stringify(response.headers), [key])));
      responses.set(problem as RegisterError, response);
      throw problem;
    }
    return result && Object.assign(result, { response });
  };
