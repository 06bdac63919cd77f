import axios, { type AxiosError, type AxiosInstance, type AxiosResponse } from "axios";
import { expectTypeOf, test } from "vitest";
import { type ClientCredentialsOptions, clientCredentials } from "./client-credentials.ts";
import {
  type CallOptions,
  type CallPromise,
  type ClientOptions,
  type Credentials,
  type Cursor,
  createRegisterClient,
  type ErrorDetails,
  type ErrorKind,
  type Gfi,
  type GfiApi,
  type GraphQLFailure,
  isRegisterError,
  type Limiter,
  noRows,
  type Page,
  type RegisterAxiosError,
  type RegisterClient,
  type RegisterClientOptions,
  RegisterError,
  type RequestEvent,
  type ResponseEvent,
  type RowsWithResponse,
  type RowWalk,
  type Sjediste,
  type SjedisteApi,
  type WalkOptions,
  type WalkParams,
} from "./index.ts";
import { type RequestLimits, requestLimiter } from "./limiter.ts";

const options = { baseUrl: "https://registar.primjer.hr", subscriptionKey: "k" };
const register = createRegisterClient(options);
const exact = createRegisterClient({ ...options, integers: "bigint" });

test("integers follow the option, inferred", () => {
  expectTypeOf(register).toEqualTypeOf<RegisterClient<number>>();
  expectTypeOf(exact).toEqualTypeOf<RegisterClient<bigint>>();
  expectTypeOf(createRegisterClient({ ...options, integers: "number" })).toEqualTypeOf<RegisterClient<number>>();
  // @ts-expect-error: there is no third form.
  createRegisterClient({ ...options, integers: "string" });
});

test("an option that is misspelt or cannot work is one error on its line, and the client has its type", () => {
  const misspelt = createRegisterClient({
    ...options,
    // @ts-expect-error: no such option.
    retries: 3,
    integers: "bigint",
  });
  expectTypeOf(misspelt).toEqualTypeOf<RegisterClient<bigint>>();
  const wrong = createRegisterClient({
    ...options,
    // @ts-expect-error: a number.
    timeout: "1s",
  });
  expectTypeOf(wrong).toEqualTypeOf<RegisterClient<number>>();
});

test("a client whose integers are decided at run time goes wherever one of either type does", () => {
  const either = createRegisterClient({ ...options, integers: "bigint" as "number" | "bigint" });
  expectTypeOf(either).toEqualTypeOf<RegisterClient<number | bigint>>();
  const perhaps = "bigint" as "bigint" | undefined;
  expectTypeOf(createRegisterClient({ ...options, integers: perhaps })).toEqualTypeOf<typeof either>();
  expectTypeOf(createRegisterClient({ ...options } as RegisterClientOptions)).toEqualTypeOf<typeof either>();
  expectTypeOf(createRegisterClient({ ...options, integers: undefined })).toEqualTypeOf<typeof register>();
  expectTypeOf(register).toExtend<typeof either>();
  expectTypeOf(exact).toExtend<typeof either>();
  const walkSeats = <Int>(client: RegisterClient<Int>): AsyncIterable<Sjediste<Int>> => client.sjediste.all();
  expectTypeOf(walkSeats(exact)).toEqualTypeOf<AsyncIterable<Sjediste<bigint>>>();
  expectTypeOf(walkSeats(either)).toEqualTypeOf<AsyncIterable<Sjediste<number | bigint>>>();
  const first = async <Row>(walk: AsyncIterable<Row>): Promise<Row> =>
    (await walk[Symbol.asyncIterator]().next()).value;
  expectTypeOf(first(either.gfi.all())).resolves.toEqualTypeOf<Gfi<number | bigint>>();
});

test("parameters are those of the contract", () => {
  register.sjediste.list({ offset: 0 });
  register.subjekt.list({ offset: "0", only_active: true, tvrtka_naziv: "d.o.o." });
  register.subjekt.list({ offset: 0 });
  register.jezik.list();
  register.sud.list({ expand_relations: true, timestamp_id: undefined });
  // @ts-expect-error: a paged operation needs its offset.
  register.sjediste.list();
  // @ts-expect-error: a paged operation needs its offset.
  register.sjediste.list({ limit: 1 });
  // @ts-expect-error: only /subjekt/ takes text.
  register.sjediste.list({ offset: "0" });
  // @ts-expect-error: no such parameter.
  register.sjediste.list({ offset: 0, only_active: true });
  // @ts-expect-error: no such operation.
  register.sjediste.get();
});

test("a call is a promise of a response, and offers the rows and the promised total too", async () => {
  const call = exact.sjediste.list({ offset: 0 });
  expectTypeOf(call).toEqualTypeOf<CallPromise<AxiosResponse<Sjediste<bigint>[]>, number | undefined>>();
  expectTypeOf(await call).toEqualTypeOf<AxiosResponse<Sjediste<bigint>[]>>();
  const full = await call.withResponse();
  expectTypeOf(full).toEqualTypeOf<RowsWithResponse<Sjediste<bigint>, number | undefined>>();
  expectTypeOf(full.total).toEqualTypeOf<number | undefined>();
  expectTypeOf(full.rows).toEqualTypeOf<Sjediste<bigint>[]>();
  expectTypeOf(full.response).toEqualTypeOf<AxiosResponse<Sjediste<bigint>[]>>();
  expectTypeOf((await register.gfi.list({ offset: 0 }).withResponse()).total).toEqualTypeOf<undefined>();
  expectTypeOf(call.asResponse({ accept: "application/xml" })).toEqualTypeOf<Promise<AxiosResponse<string>>>();
});

test("paged operations have walks, others do not", async () => {
  for await (const row of exact.gfi.all({ limit: 10 }, { prefetch: 2, endsWalk: ({ status }) => status === 400 })) {
    expectTypeOf(row).toEqualTypeOf<Gfi<bigint>>();
  }
  expectTypeOf(exact.gfi.all()).toEqualTypeOf<RowWalk<Gfi<bigint>>>();
  expectTypeOf(await register.gfi.all().toArray({ max: 5 })).toEqualTypeOf<Gfi[]>();
  for await (const page of register.sjediste.pages()) {
    expectTypeOf(page).toEqualTypeOf<Page<Sjediste, number | undefined>>();
    expectTypeOf(page.cursor).toEqualTypeOf<Cursor>();
    register.sjediste.pages({ cursor: page.cursor });
  }
  for await (const page of register.gfi.pages()) {
    expectTypeOf(page.total).toEqualTypeOf<undefined>();
    // The short name takes every page, with a promised total and without.
    expectTypeOf(page).toExtend<Page<Gfi>>();
  }
  expectTypeOf(register.sjediste.pages()).toExtend<AsyncIterable<Page<Sjediste>>>();
  // @ts-expect-error: it does not page.
  register.jezik.all();
  // @ts-expect-error: it does not page.
  register.sud.pages();
  // @ts-expect-error: these are options of a walk.
  register.gfi.list({ offset: 0 }, { prefetch: 2 });
  // @ts-expect-error: a cursor is for a walk.
  register.gfi.list({ offset: 0, cursor: { operation: "gfi.list", offset: 0 } });
});

test("each resource has an interface, for fakes and for functions that take one", () => {
  expectTypeOf(register.sjediste).toEqualTypeOf<SjedisteApi>();
  expectTypeOf(exact.gfi).toEqualTypeOf<GfiApi<bigint>>();
  expectTypeOf<ReturnType<GfiApi<bigint>["list"]>>().toEqualTypeOf<
    CallPromise<AxiosResponse<Gfi<bigint>[]>, undefined>
  >();
});

test("rejections are axios errors, with the RegisterError at register", () => {
  const error: unknown = undefined;
  if (isRegisterError(error)) {
    expectTypeOf(error).toEqualTypeOf<RegisterAxiosError>();
    expectTypeOf(error).toExtend<AxiosError<string>>();
    expectTypeOf(error.register).toEqualTypeOf<RegisterError>();
    expectTypeOf(error.register.kind).toEqualTypeOf<ErrorKind>();
    expectTypeOf(error.register.cursor).toEqualTypeOf<Cursor | undefined>();
  }
});

test("options", () => {
  createRegisterClient({
    ...options,
    subscriptionKey: async () => "k",
    timeout: 1,
    maxRetries: 0,
    maxWait: 1,
    headers: { a: "b" },
  });
  createRegisterClient({ ...options, axios: axios.create(), timeout: undefined });
  // The environment may have the others.
  expectTypeOf(createRegisterClient()).toEqualTypeOf<RegisterClient<number>>();
  expectTypeOf(createRegisterClient({ integers: "bigint" })).toEqualTypeOf<RegisterClient<bigint>>();
});

test("options of calls and walks", () => {
  type Limits = {
    timeout?: number | undefined;
    maxRetries?: number | undefined;
    maxWait?: number | undefined;
    maxBody?: number | undefined;
  };
  type Extra = { headers?: Readonly<Record<string, string>> | undefined };
  expectTypeOf<CallOptions>().branded.toEqualTypeOf<Limits & Extra & { signal?: AbortSignal | undefined }>();
  type Walk = { [Name in "allowUnprovenJoins" | "allowTotalChange"]?: boolean | undefined };
  type Ends = ((answer: { readonly status: number; readonly text: string }) => boolean) | undefined;
  expectTypeOf<WalkOptions>().branded.toEqualTypeOf<
    CallOptions & Walk & { prefetch?: number | undefined; endsWalk?: Ends }
  >();
  expectTypeOf(noRows).toExtend<Ends>();
  expectTypeOf<WalkParams<{ offset: number | string; tvrtka_naziv?: string }>>().branded.toEqualTypeOf<{
    tvrtka_naziv?: string;
    offset?: number | string | undefined;
    cursor?: Cursor | undefined;
  }>();
  expectTypeOf<ClientOptions>().branded.toEqualTypeOf<
    Limits &
      Extra & {
        baseUrl?: string | undefined;
        subscriptionKey?: string | (() => string | Promise<string>) | undefined;
        onRequest?: ((event: RequestEvent) => void) | undefined;
        onResponse?: ((event: ResponseEvent) => void) | undefined;
        credentials?: Credentials | undefined;
        limiter?: Limiter | undefined;
        integers?: "number" | "bigint" | undefined;
        parse?: ((text: string) => object) | undefined;
        random?: (() => number) | undefined;
      }
  >();
  expectTypeOf<RegisterClientOptions>().branded.toEqualTypeOf<ClientOptions & { axios?: AxiosInstance | undefined }>();
});

test("credentials are for every client", () => {
  expectTypeOf(clientCredentials).parameters.toEqualTypeOf<[options?: ClientCredentialsOptions | undefined]>();
  expectTypeOf(clientCredentials()).toEqualTypeOf<Credentials>();
  createRegisterClient({ baseUrl: "https://registar.primjer.hr", credentials: clientCredentials() });
  // @ts-expect-error: there are two ways.
  clientCredentials({ authentication: "private_key_jwt" });
});

test("a limiter takes two limits", () => {
  expectTypeOf(requestLimiter).parameters.toEqualTypeOf<[RequestLimits]>();
  expectTypeOf(requestLimiter({ perMinute: 6, inFlight: 2 })).toEqualTypeOf<Limiter>();
});

test("what an error says", () => {
  expectTypeOf<RegisterError>().toExtend<ErrorDetails>();
  expectTypeOf<keyof ErrorDetails>().toEqualTypeOf<
    | ("kind" | "problem" | "advice" | "operation" | "url" | "attempts")
    | ("status" | "headers" | "body" | "path" | "tokenUrl")
  >();
  expectTypeOf<RegisterError["errors"]>().toEqualTypeOf<readonly GraphQLFailure[] | undefined>();
  expectTypeOf<GraphQLFailure["path"]>().toEqualTypeOf<readonly (string | number)[] | undefined>();
  const error: unknown = undefined;
  if (error instanceof RegisterError) {
    expectTypeOf(error).toEqualTypeOf<RegisterError>();
    expectTypeOf(error.status).toEqualTypeOf<number | undefined>();
    if (error.kind === "http" || error.kind === "rate-limit") expectTypeOf(error.status).toEqualTypeOf<number>();
    if (error.kind === "unsafe-integer") expectTypeOf(error.path).toEqualTypeOf<string>();
    if (error.kind === "graphql") expectTypeOf(error.errors).toEqualTypeOf<readonly GraphQLFailure[]>();
  }
});
