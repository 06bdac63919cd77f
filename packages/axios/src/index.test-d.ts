// The types of rows, parameters and walks are tested with the fetch client: a test of the tools sees that both have the same.
import axios, { type AxiosError, type AxiosResponse } from "axios";
import { expectTypeOf, test } from "vitest";
import {
  type Answer,
  type Cursor,
  createRegisterClient,
  type ErrorKind,
  type Gfi,
  isRegisterError,
  type RegisterAxiosError,
  type RegisterClient,
  type RegisterError,
  type Sjediste,
} from "./index.ts";

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

test("a client whose integers are decided at run time goes wherever one of either type does", () => {
  const either = createRegisterClient({ ...options, integers: "bigint" as "number" | "bigint" });
  expectTypeOf(either).toEqualTypeOf<RegisterClient<number | bigint>>();
  expectTypeOf(register).toExtend<typeof either>();
  expectTypeOf(exact).toExtend<typeof either>();
  const walkSeats = <Int>(client: RegisterClient<Int>): AsyncIterable<Sjediste<Int>> => client.sjediste.all();
  expectTypeOf(walkSeats(exact)).toEqualTypeOf<AsyncIterable<Sjediste<bigint>>>();
  expectTypeOf(walkSeats(either)).toEqualTypeOf<AsyncIterable<Sjediste<number | bigint>>>();
  const first = async <Row>(walk: AsyncIterable<Row>): Promise<Row> =>
    (await walk[Symbol.asyncIterator]().next()).value;
  expectTypeOf(first(either.gfi.all())).resolves.toEqualTypeOf<Gfi<number | bigint>>();
});

test("a call is a promise of a response, and offers the rows and the promised total too", async () => {
  const call = exact.sjediste.list({ offset: 0 });
  expectTypeOf(call).toEqualTypeOf<Answer<Sjediste<bigint>, number | undefined>>();
  expectTypeOf(await call).toEqualTypeOf<AxiosResponse<Sjediste<bigint>[]>>();
  const full = await call.withResponse();
  expectTypeOf(full.total).toEqualTypeOf<number | undefined>();
  expectTypeOf(full.rows).toEqualTypeOf<Sjediste<bigint>[]>();
  expectTypeOf(full.response).toEqualTypeOf<AxiosResponse<Sjediste<bigint>[]>>();
  expectTypeOf((await register.gfi.list({ offset: 0 }).withResponse()).total).toEqualTypeOf<undefined>();
  expectTypeOf(call.asResponse({ accept: "application/xml" })).toEqualTypeOf<Promise<AxiosResponse<string>>>();
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
  // @ts-expect-error: the key is needed.
  createRegisterClient({ baseUrl: "https://registar.primjer.hr" });
  // @ts-expect-error: the URL is needed.
  createRegisterClient({ subscriptionKey: "k" });
});
