/**
 * Everyone whose reading is compared: each reads one page of `/sjediste` as its user would. Those over axios use the adapter that axios
 * takes on Node, `http`, or beside it the one over `fetch`, so that the same `fetch` answers them as all others.
 */
import { createRegisterClient as createAxiosClient } from "@court-register/axios";
import { createRegisterClient } from "@court-register/fetch";
import axios, { type AxiosInstance } from "axios";
import createClient from "openapi-fetch";
import * as heyApi from "../.generated/hey-api/client/index.ts";
import { sjedisteList as readWithHeyApi } from "../.generated/hey-api/sdk.gen.ts";
import type { paths } from "../.generated/openapi-fetch/schema.d.ts";
import * as generatedAxios from "../.generated/openapi-generator-axios/index.ts";
import * as generatedFetch from "../.generated/openapi-generator-fetch/index.ts";
import * as plainFetch from "../.generated/openapi-generator-fetch-plain/index.ts";
import { getSjedisteListUrl, sjedisteList as readWithOrval } from "../.generated/orval/client.ts";
import * as redocly from "../.generated/redocly/client.ts";
import * as redoclyPaged from "../.generated/redocly-paged/client.ts";
import type { Connection, ReadPage, WalkOptions } from "../src/service.ts";

const header = "Ocp-Apim-Subscription-Key";

export const contenders: Record<string, (connection: Connection) => ReadPage> = {
  /** The lower limit for any client that parses the whole page. */
  "bare-fetch":
    ({ baseUrl, key, fetch }) =>
    async (offset, limit) => {
      const url = `${baseUrl}/javni/sjediste?offset=${offset}&limit=${limit}`;
      const response = await fetch(url, { headers: { accept: "application/json", [header]: key } });
      // The service that is walked over limits requests.
      if (response.status === 429) return undefined;
      if (!response.ok) throw new Error(`Status ${response.status}`);
      return JSON.parse(await response.text());
    },
  "bare-axios": (connection) => readWithBareAxios(connection, axios.create()),
  "bare-axios-fetch": (connection) => readWithBareAxios(connection, overFetch(connection)),
  "ours-fetch": ({ baseUrl, key, fetch }) => {
    const register = createRegisterClient({ baseUrl, subscriptionKey: key, fetch });
    return (offset, limit) => register.sjediste.list({ offset, limit });
  },
  "ours-fetch-bigint": ({ baseUrl, key, fetch }) => {
    const register = createRegisterClient({ baseUrl, subscriptionKey: key, fetch, integers: "bigint" });
    return (offset, limit) => register.sjediste.list({ offset, limit });
  },
  "ours-axios": (connection) => readWithOurAxios(connection, axios.create()),
  "ours-axios-fetch": (connection) => readWithOurAxios(connection, overFetch(connection)),
  "openapi-generator-axios": (connection) => readWithGeneratedAxios(connection, axios.create()),
  "openapi-generator-axios-fetch": (connection) => readWithGeneratedAxios(connection, overFetch(connection)),
  /** With its defaults: every row is mapped to camelCase names. */
  "openapi-generator-fetch": ({ baseUrl, key, fetch }) => {
    const settings = { basePath: `${baseUrl}/javni`, apiKey: key, fetchApi: fetch };
    const api = new generatedFetch.SjedisteApi(new generatedFetch.Configuration(settings));
    return (offset, limit) => api.sjedisteList({ offset, limit });
  },
  /** Without the mapping of rows: its fastest configuration. */
  "openapi-generator-fetch-plain": ({ baseUrl, key, fetch }) => {
    const settings = { basePath: `${baseUrl}/javni`, apiKey: key, fetchApi: fetch };
    const api = new plainFetch.SjedisteApi(new plainFetch.Configuration(settings));
    return (offset, limit) => api.sjedisteList({ offset, limit });
  },
  "hey-api": ({ baseUrl, key, fetch }) => {
    const client = heyApi.createClient(heyApi.createConfig({ baseUrl: `${baseUrl}/javni`, auth: key, fetch }));
    return async (offset, limit) => (await readWithHeyApi({ client, query: { offset, limit } })).data;
  },
  "openapi-fetch": ({ baseUrl, key, fetch }) => {
    const client = createClient<paths>({ baseUrl: `${baseUrl}/javni`, fetch, headers: { [header]: key } });
    return async (offset, limit) => (await client.GET("/sjediste", { params: { query: { offset, limit } } })).data;
  },
  redocly: (connection) => {
    const client = redocly.createClient<redocly.Ops>(redocly.OPERATIONS, settingsOf(connection));
    return (offset, limit) => client.sjediste_list({ query: { offset, limit } });
  },
  /** Its generator was told how lists have pages. */
  "redocly-paged": (connection) => {
    const client = redoclyPaged.createClient<redoclyPaged.Ops>(redoclyPaged.OPERATIONS, settingsOf(connection));
    return (offset, limit) => client.sjediste_list({ query: { offset, limit } });
  },
  /** Its functions call the global `fetch` with the spec's own URL, so both are replaced. */
  orval: ({ baseUrl, key, fetch }) => {
    const generated = getSjedisteListUrl({ offset: 0 }).replace(/\/sjediste.*/, "");
    globalThis.fetch = (url, options) => fetch(`${baseUrl}/javni${String(url).slice(generated.length)}`, options);
    const settings = { headers: { [header]: key } };
    return async (offset, limit) => (await readWithOrval({ offset, limit }, settings)).data;
  },
};

const settingsOf = ({ baseUrl, key, fetch }: Connection): redocly.ClientConfig => ({
  ...{ serverUrl: `${baseUrl}/javni`, fetch },
  auth: { apiKey: { subscription_key: key } },
});

const overFetch = ({ fetch }: Connection): AxiosInstance => axios.create({ adapter: "fetch", env: { fetch } });

function readWithBareAxios({ baseUrl, key }: Connection, instance: AxiosInstance): ReadPage {
  const settings = { baseURL: `${baseUrl}/javni`, headers: { [header]: key } };
  return async (offset, limit) => (await instance.get("/sjediste", { ...settings, params: { offset, limit } })).data;
}

function readWithOurAxios({ baseUrl, key }: Connection, instance: AxiosInstance): ReadPage {
  const register = createAxiosClient({ baseUrl, subscriptionKey: key, axios: instance });
  return async (offset, limit) => (await register.sjediste.list({ offset, limit })).data;
}

function readWithGeneratedAxios({ baseUrl, key }: Connection, instance: AxiosInstance): ReadPage {
  const configuration = new generatedAxios.Configuration({ basePath: `${baseUrl}/javni`, apiKey: key });
  const api = new generatedAxios.SjedisteApi(configuration, undefined, instance);
  return async (offset, limit) => (await api.sjedisteList(offset, limit)).data;
}

/** Walks over all seats, as their users start them: of each client that has one. */
export const walks: Record<string, (connection: Connection, how: WalkOptions) => AsyncIterable<unknown>> = {
  "ours-fetch": ({ baseUrl, key, fetch }, { prefetch, retries }) => {
    const register = createRegisterClient({ baseUrl, subscriptionKey: key, fetch, maxRetries: retries });
    return register.sjediste.all({ limit: 1_000 }, { prefetch });
  },
  "ours-axios": ({ baseUrl, key }, { prefetch, retries }) => {
    const register = createAxiosClient({ baseUrl, subscriptionKey: key, axios: axios.create(), maxRetries: retries });
    return register.sjediste.all({ limit: 1_000 }, { prefetch });
  },
  "redocly-paged": (connection, { retries }) => {
    const client = redoclyPaged.createClient<redoclyPaged.Ops>(redoclyPaged.OPERATIONS, settingsOf(connection));
    return client.sjediste_list.items({ query: { offset: 0, limit: 1_000 } }, { retry: { retries } });
  },
};
