import { expectTypeOf, test } from "vitest";
import {
  type CallOptions,
  type CourtCasesClient,
  type CourtCasesClientOptions,
  createCourtCasesClient,
  type Document,
  documents,
  type ErrorDetails,
  type ErrorKind,
  type GraphQLFailure,
  type HeaderValues,
  type Integers,
  type Lookup,
  type ManyOptions,
  type Operations,
  type Pismena,
  type PosljednjeAzuriranjeQuery,
  type Predmet,
  type PredmetQuery,
  type PredmetQueryVariables,
  type RegisterError,
  type ReplaceNumbers,
  type RequestParameters,
  type Rocista,
  type StariPredmet,
  type Sud,
  type Sudionik,
  type SudoviQuery,
  type VezePredmeta,
  type Vjecnici,
  type VrstaUpisnika,
  type VrstaUpisnikaQuery,
  type WithIntegers,
} from "./index.ts";

const url = "https://registar.primjer.hr/graphql";
const asNumber = createCourtCasesClient({ url });
const asBigint = createCourtCasesClient({ url, integers: "bigint" });

test("the option decides the type of integers", () => {
  expectTypeOf(asNumber).toEqualTypeOf<CourtCasesClient<number>>();
  expectTypeOf(asNumber).toEqualTypeOf<CourtCasesClient>();
  expectTypeOf(asBigint).toEqualTypeOf<CourtCasesClient<bigint>>();
  const integers = "number" as Integers;
  expectTypeOf(createCourtCasesClient({ url, integers })).toEqualTypeOf<CourtCasesClient<number | bigint>>();
  const perhaps = "bigint" as "bigint" | undefined;
  expectTypeOf(createCourtCasesClient({ url, integers: perhaps })).toEqualTypeOf<CourtCasesClient<number | bigint>>();
  const given = Math.random() < 1 ? { integers } : {};
  expectTypeOf(createCourtCasesClient({ url, ...given })).toEqualTypeOf<CourtCasesClient<number | bigint>>();
  expectTypeOf(createCourtCasesClient({ url, integers: undefined })).toEqualTypeOf<CourtCasesClient<number>>();
  const options: CourtCasesClientOptions = { url };
  expectTypeOf(createCourtCasesClient(options)).toEqualTypeOf<CourtCasesClient<number | bigint>>();
  // @ts-expect-error there is no third form
  createCourtCasesClient({ url, integers: "string" });
  // The environment may have the endpoint.
  expectTypeOf(createCourtCasesClient()).toEqualTypeOf<CourtCasesClient<number>>();
  expectTypeOf(createCourtCasesClient({})).toEqualTypeOf<CourtCasesClient<number>>();
});

test("an option that is misspelt or cannot work is one error on its line, and the client has its type", () => {
  const misspelt = createCourtCasesClient({
    url,
    // @ts-expect-error: no such option.
    retries: 3,
    integers: "bigint",
  });
  expectTypeOf(misspelt).toEqualTypeOf<CourtCasesClient<bigint>>();
  const wrong = createCourtCasesClient({
    url,
    // @ts-expect-error: a number.
    timeout: "1s",
  });
  expectTypeOf(wrong).toEqualTypeOf<CourtCasesClient<number>>();
});

test("a case has a mark and a court", () => {
  // @ts-expect-error: the court is missing.
  asNumber.predmet({ oznakaBroj: "A" });
  // @ts-expect-error: the mark is missing.
  asNumber.predmet({ sud: 1 });
  // @ts-expect-error: neither may be null.
  asNumber.predmet({ oznakaBroj: "A", sud: null });
  // @ts-expect-error: there are no defaults.
  asNumber.predmet();
  // @ts-expect-error: one of the keys has no court.
  asNumber.predmet.many([{ oznakaBroj: "A", sud: 1 }, { oznakaBroj: "B" }]);
  // @ts-expect-error: its document requires the same.
  asNumber.request(documents.predmet, { oznakaBroj: "A" });
});

test("methods return the value of their field", () => {
  expectTypeOf(asNumber.posljednjeAzuriranje()).resolves.toEqualTypeOf<string | null>();
  expectTypeOf(asNumber.sudovi()).resolves.toEqualTypeOf<(Sud | null)[] | null>();
  expectTypeOf(asBigint.sudovi()).resolves.toEqualTypeOf<(Sud<bigint> | null)[] | null>();
  expectTypeOf(asBigint.vrstaUpisnika()).resolves.toEqualTypeOf<(VrstaUpisnika<bigint> | null)[] | null>();
  expectTypeOf(asNumber.predmet).toEqualTypeOf<Lookup<PredmetQueryVariables, Predmet | null>>();
  expectTypeOf(asBigint.predmet({ oznakaBroj: "A", sud: 1n })).resolves.toEqualTypeOf<Predmet<bigint> | null>();
  expectTypeOf(asNumber.predmet.many([{ oznakaBroj: "A", sud: 1 }])).resolves.toEqualTypeOf<
    (Predmet | null | RegisterError)[]
  >();
  // @ts-expect-error no such variable
  asNumber.predmet({ oznaka: "A" });
  // @ts-expect-error the court is an integer
  asNumber.predmet({ sud: "7" });
  // @ts-expect-error nothing to look up
  asNumber.posljednjeAzuriranje.many;
  // @ts-expect-error a key is needed
  asNumber.predmet();
  expectTypeOf<CourtCasesClient<bigint>>().toExtend<Operations<bigint>>();
});

test("all fields of the contract but one are nullable", () => {
  expectTypeOf<VrstaUpisnika["id"]>().toEqualTypeOf<number>();
  expectTypeOf<Sud["id"]>().toEqualTypeOf<number | null>();
  expectTypeOf<Predmet["lastUpdateTime"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Predmet<bigint>["pismena"]>().toEqualTypeOf<(Pismena<bigint> | null)[] | null>();
  expectTypeOf<Predmet<bigint>["povezaniPredmeti"]>().toEqualTypeOf<(VezePredmeta<bigint> | null)[] | null>();
  expectTypeOf<Predmet<bigint>["rocista"]>().toEqualTypeOf<(Rocista<bigint> | null)[] | null>();
  expectTypeOf<Predmet<bigint>["stariPredmet"]>().toEqualTypeOf<(StariPredmet<bigint> | null)[] | null>();
  expectTypeOf<Predmet<bigint>["stranke"]>().toEqualTypeOf<(Sudionik<bigint> | null)[] | null>();
  expectTypeOf<Predmet<bigint>["vjecnici"]>().toEqualTypeOf<(Vjecnici<bigint> | null)[] | null>();
  expectTypeOf<Pismena["tip"]>().toEqualTypeOf<string | null>();
  expectTypeOf<VezePredmeta<bigint>["tip"]>().toEqualTypeOf<bigint | null>();
});

test("documents are text that carries types", () => {
  expectTypeOf(documents.predmet).toEqualTypeOf<Document<PredmetQuery, PredmetQueryVariables>>();
  expectTypeOf(documents.predmet).toExtend<string>();
  expectTypeOf(asNumber.request(documents.sudovi)).resolves.toEqualTypeOf<SudoviQuery>();
  expectTypeOf(asNumber.request(documents.posljednjeAzuriranje)).resolves.toEqualTypeOf<PosljednjeAzuriranjeQuery>();
  expectTypeOf(asNumber.request(documents.vrstaUpisnika)).resolves.toEqualTypeOf<VrstaUpisnikaQuery>();
  expectTypeOf(asBigint.request(documents.predmet, { oznakaBroj: "A", sud: 1n })).resolves.toEqualTypeOf<
    WithIntegers<PredmetQuery, bigint>
  >();
  type Own = { n: number | null; list: ({ id: number } | null)[] | null; text?: string };
  const own = "{ n: id }" as Document<Own, { sud: number }>;
  expectTypeOf(asNumber.request(own, { sud: 1 })).resolves.toEqualTypeOf<Own>();
  expectTypeOf(asBigint.request(own, { sud: 1 })).resolves.toEqualTypeOf<{
    n: bigint | null;
    list: ({ id: bigint } | null)[] | null;
    text?: string;
  }>();
  // @ts-expect-error its variable is required
  asNumber.request(own);
  // @ts-expect-error it has no such variable
  asNumber.request(own, { sud: 1, sudd: 1 });
  // @ts-expect-error nor has a document of the contract
  asNumber.request(documents.predmet, { oznakaBroj: "A", sud: 1, sudd: 1 });
  // @ts-expect-error its variable is an integer
  asNumber.request(own, { sud: "1" });
});

test("a variable that is a number may be a bigint, such as one that a client with bigints returned", () => {
  const own = "{ n: id }" as Document<{ n: number }, { sud: number; mark?: string }>;
  asBigint.request(own, { sud: 1n, mark: "A" });
  asNumber.request(own, { sud: 1 as number | bigint });
  // @ts-expect-error text stays text
  asBigint.request(own, { sud: 1n, mark: 1n });
  // @ts-expect-error it has no such variable
  asBigint.request(own, { sud: 1n, sudd: 1n });
  expectTypeOf<{ sud: bigint }>().toExtend<RequestParameters<{ sud: number }>[0]>();
  expectTypeOf<RequestParameters<{ sud: number }>["length"]>().toEqualTypeOf<1 | 2>();
  expectTypeOf<RequestParameters<{ sud?: number }>["length"]>().toEqualTypeOf<0 | 1 | 2>();
});

test("documents keep their types in other clients, and documents of code generators keep theirs here", () => {
  /** As `@graphql-typed-document-node/core` declares it: GraphQL clients, GraphQL Code Generator and gql.tada read the types there. */
  interface DocumentTypeDecoration<Result, Variables> {
    __apiType?: (variables: Variables) => Result;
  }
  const elsewhere = <Result, Variables>(
    _document: string | DocumentTypeDecoration<Result, Variables>,
    _variables: Variables,
  ): Result => ({}) as Result;
  expectTypeOf(elsewhere(documents.predmet, { oznakaBroj: "A", sud: 1 })).toEqualTypeOf<PredmetQuery>();
  // @ts-expect-error a variable is missing
  elsewhere(documents.predmet, { oznakaBroj: "A" });
  // What `toString()` of a document that was generated with `documentMode: "string"` returns.
  const generated = "{ n: id }" as string & DocumentTypeDecoration<{ n: number }, { sud: number }>;
  expectTypeOf(asNumber.request(generated, { sud: 1 })).resolves.toEqualTypeOf<{ n: number }>();
  expectTypeOf(asBigint.request(generated, { sud: 1 })).resolves.toEqualTypeOf<{ n: bigint }>();
  // @ts-expect-error its variable is required
  asNumber.request(generated);
});

test("a wrapper of request types its result as the client does", async () => {
  const ask = <Result, Variables>(document: Document<Result, Variables>, ...rest: RequestParameters<Variables>) =>
    asBigint.request(document, ...rest);
  const askWith = <Result, Variables>(document: Document<Result, Variables>, variables: Variables, how?: CallOptions) =>
    asBigint.request(document, variables, how);
  expectTypeOf(askWith(documents.predmet, { oznakaBroj: "A", sud: 1n })).resolves.toEqualTypeOf<
    WithIntegers<PredmetQuery, bigint>
  >();
  expectTypeOf(ask(documents.sudovi)).resolves.toEqualTypeOf<WithIntegers<SudoviQuery, bigint>>();
  expectTypeOf<WithIntegers<{ id: number }[], bigint>>().toEqualTypeOf<ReplaceNumbers<{ id: number }[], bigint>>();
});

test("options", () => {
  expectTypeOf<CourtCasesClientOptions["url"]>().toEqualTypeOf<string | URL | undefined>();
  expectTypeOf<CourtCasesClientOptions["headers"]>().toEqualTypeOf<
    HeaderValues | (() => HeaderValues | Promise<HeaderValues>) | undefined
  >();
  expectTypeOf<CallOptions["signal"]>().toEqualTypeOf<AbortSignal | undefined>();
  expectTypeOf<ManyOptions["pause"]>().toEqualTypeOf<number | undefined>();
});

test("errors", () => {
  expectTypeOf<"graphql">().toExtend<ErrorKind>();
  expectTypeOf<RegisterError>().toExtend<ErrorDetails>();
  expectTypeOf<RegisterError["errors"]>().toEqualTypeOf<readonly GraphQLFailure[] | undefined>();
  expectTypeOf<RegisterError["data"]>().toEqualTypeOf<Readonly<Record<string, unknown>> | null | undefined>();
});

test("a custom fetch is a function, and needs no property that a runtime adds to its own", () => {
  // Bun's types add `preconnect`, which `typeof fetch` would require.
  expectTypeOf<CourtCasesClientOptions["fetch"]>().toEqualTypeOf<
    ((url: string, init: RequestInit) => Promise<Response>) | undefined
  >();
  createCourtCasesClient({ url, fetch });
});
