import {
  type Body,
  type Decoded,
  type Exchange,
  keyHeader,
  type Received,
  readBody,
  tooLarge,
} from "@court-register/core";
import axios, {
  type AxiosAdapter,
  AxiosError,
  AxiosHeaders,
  type AxiosInstance,
  type AxiosResponse,
  getAdapter,
  type InternalAxiosRequestConfig,
} from "axios";

export { axios };

/** For `JSON.stringify`: writes bigints, in rows that a cache kept or an adapter parsed, digit by digit. */
const writeBigint = (_name: string, value: unknown): unknown =>
  // In every runtime since 2025; TypeScript does not know of it yet.
  typeof value === "bigint" ? (JSON as unknown as { rawJSON(digits: bigint): unknown }).rawJSON(value) : value;

/** A body as core reads it: bytes, or the text of what an adapter or a cache of the caller has made of them. */
function bodyOf(data: unknown): Body {
  if (typeof data === "string") return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return JSON.stringify(data, writeBigint);
}

/** The headers of a response as sent: on Node, axios drops `content-encoding` once it has decompressed. */
function sentHeaders({ headers, request }: AxiosResponse): AxiosHeaders {
  const sent = AxiosHeaders.from(headers as AxiosHeaders);
  const raw: readonly string[] = request?.res?.rawHeaders ?? [];
  const at = raw.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === "content-encoding");
  return at < 0 ? sent : AxiosHeaders.concat(sent, { "content-encoding": raw[at + 1] as string });
}

/** What an adapter throws. */
type Thrown = { cause?: Thrown; data?: unknown; rawPacket?: unknown } | undefined;

/** An error and the errors that caused it. Causes may be circular. */
function chainOf(error: unknown): Exclude<Thrown, undefined>[] {
  const chain: Exclude<Thrown, undefined>[] = [];
  for (let at = error as Thrown; at && chain.length < 9; at = at.cause) chain.push(at);
  return chain;
}

/** Whether axios ended a request because its body is too long. It has no code of its own for that. */
const isTooLong = (error: unknown): boolean =>
  chainOf(error).some((one) => one instanceof AxiosError && one.message.startsWith("maxContentLength size of"));

/** Whether the limit of an instance, where -1 means none, is lower than ours. */
const isLower = (limit: number | undefined, maxBody: number): limit is number =>
  limit !== undefined && limit >= 0 && limit < maxBody;

/** Sends requests with an axios instance, through its interceptors. Its results are responses with the rows as their data. */
export const axiosTransport =
  (instance: AxiosInstance) =>
  <Data>(exchange: Exchange<Decoded<Data>>): Promise<Received<Decoded<Data>, AxiosResponse> | undefined> =>
    new AxiosExchange(instance, exchange).send();

/** One request, on its way through the interceptors to the adapter and back. */
class AxiosExchange<Data> {
  readonly #instance: AxiosInstance;
  readonly #exchange: Exchange<Decoded<Data>>;
  /** The URL that interceptors and errors see: it may contain the key, as after a redirect. */
  readonly #shownUrl: string;
  readonly #headers: Record<string, string> = {};
  /** Key and token, which interceptors do not see. */
  readonly #secrets: Record<string, string> = {};
  /** The verdict on the last response: an interceptor may have sent the request again. */
  #verdict: Promise<Decoded<Data> | undefined> | undefined;

  constructor(instance: AxiosInstance, exchange: Exchange<Decoded<Data>>) {
    this.#instance = instance;
    this.#exchange = exchange;
    this.#shownUrl = exchange.hide(exchange.url);
    for (const [name, value] of Object.entries(exchange.request.headers)) {
      const isSecret = name === keyHeader || exchange.hide(value) !== value;
      (isSecret ? this.#secrets : this.#headers)[name] = value;
    }
  }

  async send(): Promise<Received<Decoded<Data>, AxiosResponse> | undefined> {
    const response = await this.#request();
    // A response that no adapter sent, such as one from an interceptor's cache.
    if (!this.#verdict) await this.#examine(response, AxiosHeaders.from(response.headers as AxiosHeaders));
    const value = await this.#verdict;
    // Responses are kept with their config, which has the adapter, and with it this object.
    this.#verdict = undefined;
    return value && { value, response };
  }

  /** Sends the request. What interceptors make of an error does not count: the response decides, and a redirect is followed. */
  async #request(): Promise<AxiosResponse> {
    try {
      return await this.#instance.request({
        url: this.#shownUrl,
        headers: this.#headers,
        signal: this.#exchange.request.signal as AbortSignal,
        method: "get",
        timeout: 0,
        responseType: "text",
        transformResponse: [],
        adapter: this.#adapter,
      });
    } catch (error) {
      const { response } = (error ?? {}) as AxiosError;
      if (this.#verdict && (!(await this.#verdict) || response)) return response as AxiosResponse;
      throw error;
    }
  }

  /**
   * Adds key and token, after all interceptors, so that they cannot log them, together with what keeps them from other origins: not all
   * versions of axios with a fetch adapter know `maxRedirects`.
   */
  readonly #adapter: AxiosAdapter = async (config) => {
    const exchange = this.#exchange;
    config.headers.delete([keyHeader, ...Object.keys(this.#secrets)]);
    // XHR follows redirects with the key, whatever the settings: fetch replaces it.
    const adapters = [this.#instance.defaults.adapter ?? []].flat().filter((name) => name !== "xhr");
    try {
      const response = await getAdapter(
        [...adapters, "fetch"],
        config,
      )({
        ...config,
        url: config.url === this.#shownUrl ? exchange.url : (config.url as string),
        baseURL: "",
        // Bytes: as text, axios puts U+FFFD where it cannot read them.
        responseType: "arraybuffer",
        maxRedirects: 0,
        maxContentLength: isLower(config.maxContentLength, exchange.maxBody)
          ? config.maxContentLength
          : exchange.maxBody,
        // The target of a redirect is complete. Not an empty object: a serializer may add parameters of its own to that.
        params: exchange.redirected ? undefined : config.params,
        fetchOptions: { ...config.fetchOptions, redirect: exchange.request.redirect },
        headers: AxiosHeaders.concat(config.headers, this.#secrets),
      });
      const headers = sentHeaders(response);
      await this.#examine(withoutRequest(response, config), headers);
      return response;
    } catch (error) {
      throw await this.#examineError(error, config);
    }
  };

  /** Removes secrets from what an adapter threw, and has the response examined that came with it. */
  async #examineError(error: unknown, config: InternalAxiosRequestConfig): Promise<unknown> {
    const { hide, fail, maxBody } = this.#exchange;
    if (isTooLong(error))
      return isLower(config.maxContentLength, maxBody)
        ? tooLarge(fail, config.maxContentLength, "maxContentLength")
        : tooLarge(fail, maxBody);
    // Some versions of axios wrap an error in another.
    for (const one of chainOf(error)) {
      // Bytes that the parser of Node or of its fetch refused: they may echo the key.
      delete one.data;
      delete one.rawPacket;
      if (!(one instanceof AxiosError)) continue;
      one.message = hide(one.message);
      one.stack = hide(one.stack);
      withoutRequest(one, config);
    }
    const { response } = (error ?? {}) as AxiosError;
    if (!response) return error;
    const headers = sentHeaders(response);
    // A response without data broke off.
    if ("data" in withoutRequest(response, config)) await this.#examine(response, headers);
    return error;
  }

  /** Has a response examined. Interceptors see it too: with the rows as its data, and without the key. */
  async #examine(response: AxiosResponse, headers: AxiosHeaders): Promise<void> {
    const { examine, hide, fail, maxBody, raw } = this.#exchange;
    const { status, data = "" } = response;
    let text = "";
    const read = (): string => {
      const body = bodyOf(data);
      text = readBody(body, status, headers, maxBody, fail);
      return text;
    };
    this.#verdict = examine({ status, headers, text: read });
    const value = await this.#verdict.catch(
      (error) => void Object.defineProperty(error, "response", { value: response }),
    );
    response.data = value ? (raw ? text : value.data) : hide(text);
    response.headers = new AxiosHeaders(JSON.parse(hide(JSON.stringify(response.headers))));
    response.statusText = hide(response.statusText ?? "");
  }
}

/** Removes the request, which has the key, and the agents, whose connections have requests. */
function withoutRequest<Report extends AxiosError | AxiosResponse>(
  report: Report,
  config: InternalAxiosRequestConfig,
): Report {
  config.httpAgent = config.httpsAgent = report.request = undefined;
  // Not a copy: it would take more time than any other step after the response.
  report.config = config;
  return report;
}
