/** What the packages must do on every runtime, in one program. The check puts the address and the key of its service in it. */
import { createRegisterClient as createAxiosClient, isRegisterError as isAxiosError } from "@court-register/axios";
import { formatMbs } from "@court-register/axios/identifiers";
import { RegisterError } from "@court-register/core";
import { formatOib } from "@court-register/core/identifiers";
import type { EvidencijskeDjelatnosti, Sjediste } from "@court-register/core/types";
import { createRegisterClient as createFetchClient, RegisterError as FetchError } from "@court-register/fetch";
import { isOib } from "@court-register/fetch/identifiers";
import { createCourtCasesClient, RegisterError as GraphqlError } from "@court-register/graphql";
import { activity, courtCase, large, seats } from "./data.ts";

const baseUrl = "http://127.0.0.1:8080";
const subscriptionKey = "my-key";

interface CallPromise<Row, Total> extends PromiseLike<unknown> {
  withResponse(): Promise<{ rows: Row[]; total: Total }>;
}

/** What is tried of a REST client: both satisfy it. */
interface RestClient<Int> {
  sjediste: {
    list(params: { offset: number; limit?: number }): CallPromise<Sjediste<Int>, number | undefined>;
    all(params: { limit: number }): AsyncIterable<Sjediste<Int>>;
  };
  evidencijske_djelatnosti: { list(params: { offset: number }): CallPromise<EvidencijskeDjelatnosti<Int>, unknown> };
}

interface Options {
  baseUrl: string;
  subscriptionKey: string;
  maxRetries: number;
}

const good: Options = { baseUrl, subscriptionKey, maxRetries: 0 };

/**
 * @param rows - the rows in what a call of this client resolves to.
 * @param errorOf - the error of ours in what it throws.
 */
async function tryRest(
  make: (options: Options) => RestClient<number>,
  exact: RestClient<bigint>,
  rows: (answer: unknown) => unknown,
  errorOf: (thrown: unknown) => RegisterError | undefined,
): Promise<void> {
  const register = make(good);
  const call = register.sjediste.list({ offset: 1, limit: 2 });
  const answer = await call.withResponse();
  const numbers = answer.rows.map(({ mbs }) => mbs);
  equal([numbers, answer.total], [seats.slice(1, 3), seats.length]);
  equal(rows(await call), answer.rows);

  const activities = await exact.evidencijske_djelatnosti.list({ offset: 0 }).withResponse();
  equal([activities.rows[0]?.upis_id_od, activities.rows[0]?.mbs], [large, BigInt(activity.mbs)]);
  await fails("unsafe-integer", register.evidencijske_djelatnosti.list({ offset: 0 }), errorOf);

  const walked: unknown[] = [];
  for await (const { mbs } of register.sjediste.all({ limit: 40 })) walked.push(mbs);
  equal(walked, seats);

  const wrongKey = make({ ...good, subscriptionKey: `${subscriptionKey}-wrong` });
  await fails("authentication", wrongKey.sjediste.list({ offset: 0 }), errorOf);
  const elsewhere = make({ ...good, baseUrl: `${baseUrl}/nowhere` });
  await fails("http", elsewhere.sjediste.list({ offset: 0 }), errorOf);
  show(register);
}

const ours = (thrown: unknown): RegisterError | undefined => (thrown instanceof RegisterError ? thrown : undefined);

const steps: Record<string, () => Promise<void>> = {
  core: async () => {
    const seat: Pick<Sjediste, "mbs"> = { mbs: 80_000_001 };
    equal([formatMbs(seat.mbs ?? 0), formatOib(1_234_567_896)], ["080000001", "01234567896"]);
    equal([isOib("01234567896"), isOib("01234567890")], [true, false]);
    equal([FetchError === RegisterError, GraphqlError === RegisterError], [true, true]);
  },
  fetch: () => tryRest(createFetchClient, createFetchClient({ ...good, integers: "bigint" }), (answer) => answer, ours),
  axios: () =>
    tryRest(
      createAxiosClient,
      createAxiosClient({ ...good, integers: "bigint" }),
      (answer) => Object(answer).data,
      (thrown) => (isAxiosError(thrown) ? ours(thrown.register) : undefined),
    ),
  graphql: async () => {
    const options = {
      url: `${baseUrl}/graphql`,
      headers: { authorization: `Bearer ${subscriptionKey}` },
      maxRetries: 0,
    };
    const { oznakaBroj, sudId: sud } = courtCase;
    const cases = createCourtCasesClient(options);
    const found = await createCourtCasesClient({ ...options, integers: "bigint" }).predmet({ oznakaBroj, sud });
    const parties = found?.stranke?.map((party) => ({ naziv: party?.naziv, nazivuloge: party?.nazivuloge }));
    equal([found?.id, parties], [courtCase.id, courtCase.stranke]);
    equal(await cases.predmet({ oznakaBroj: "P-8/2024", sud }), null);
    await fails("unsafe-integer", cases.predmet({ oznakaBroj, sud }), ours);
    const elsewhere = createCourtCasesClient({ ...options, url: `${baseUrl}/nowhere` });
    await fails("http", elsewhere.sudovi(), ours);
    show(elsewhere);
  },
};

async function trySteps(): Promise<void> {
  for (const [name, step] of Object.entries(steps)) {
    try {
      await step();
    } catch (error) {
      console.log(`failed: ${name}: ${error}`);
      throw error;
    }
  }
  console.log(`passed: ${Object.keys(steps).join(", ")}`);
}

/** What the types refuse with every compiler. */
export const mistakes: (() => unknown)[] = [
  // @ts-expect-error: the contract requires an offset
  () => createFetchClient(good).sjediste.list({ limit: 1 }),
  // @ts-expect-error: there is no such parameter
  () => createAxiosClient(good).sjediste.list({ offset: 0, tvrtka_naziv: "Primjer" }),
  // @ts-expect-error: a case has a court, too
  () => createCourtCasesClient({ url: baseUrl }).predmet({ oznakaBroj: "P-7/2024" }),
  // @ts-expect-error: a register number is an integer
  (): Sjediste => ({ mbs: "80000001" }),
];

const print = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? `${inner}n` : inner));

/** Throws unless both print the same; integers must also have the same type. */
function equal(actual: unknown, expected: unknown): void {
  if (print(actual) !== print(expected)) throw new Error(`expected ${print(expected)}, got ${print(actual)}`);
}

/** Throws unless the call fails with an error of ours, of this kind. */
async function fails(
  kind: string,
  call: PromiseLike<unknown>,
  errorOf: (thrown: unknown) => RegisterError | undefined,
): Promise<void> {
  let thrown: unknown;
  try {
    await call;
  } catch (error) {
    thrown = error;
  }
  show(thrown);
  equal(errorOf(thrown)?.kind, kind);
}

/** Prints a value as loggers do, for the check to search for the key. */
function show(value: unknown): void {
  console.log(value);
  console.log(print(value));
  if (value instanceof Error) console.log(String(value), value.stack, value.cause);
}

export const ended: Promise<void> = trySteps();
