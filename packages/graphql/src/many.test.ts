import fc from "fast-check";
import { buildSchema, type FieldNode, Kind, parse, validate } from "graphql";
import { describe, expect, test } from "vitest";
import { answer, listenScripted, type SeenRequest } from "../test/support/http.ts";
import { type Row, sdl, startService } from "../test/support/service.ts";
import { requiredVariables } from "./ask.ts";
import { documents } from "./generated/documents.ts";
import { createCourtCasesClient, RegisterError } from "./index.ts";
import { createCaller, type Operation, repeatField } from "./many.ts";

/** Some cases of a service, by mark and court. */
const someCases = (count: number): Record<string, Row> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `Ovr-${index}/2015@7`,
      { id: BigInt(index), oznakaBroj: `Ovr-${index}/2015` },
    ]),
  );

/** The key of one of them. */
const keyOf = (index: number): { oznakaBroj: string; sud: number } => ({
  oznakaBroj: `Ovr-${index}/2015`,
  sud: 7,
});

/** The number of root fields in a request. */
function rootFields({ body }: SeenRequest): number {
  const [operation] = parse(JSON.parse(body).query).definitions;
  return operation?.kind === Kind.OPERATION_DEFINITION ? operation.selectionSet.selections.length : 0;
}

test.each([1, 2, 20])("a query that selects a field %s times is valid, with separate variables for each", (count) => {
  const document = parse(repeatField(documents.predmet, count));
  expect(validate(buildSchema(sdl), document)).toEqual([]);
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error("no operation");
  const variables = operation.variableDefinitions?.map(({ variable }) => variable.name.value);
  expect(variables).toHaveLength(2 * count);
  expect(new Set(variables).size).toBe(2 * count);
  const aliases = operation.selectionSet.selections.map((node) => (node as FieldNode).alias?.value);
  expect(new Set(aliases).size).toBe(count);
});

test("a scalar field is repeated too", () => {
  expect(repeatField("query broj($sud:BigInteger!){broj(sud:$sud)}", 2)).toBe(
    "query broj($sud_0:BigInteger! $sud_1:BigInteger!){c_0:broj(sud:$sud_0) c_1:broj(sud:$sud_1)}",
  );
});

describe("an input", () => {
  interface Variables {
    uvjeti?: { vrsta?: string; sudovi?: (number | bigint)[]; od?: Date } | null;
  }
  const operation: Operation<{ odjeli: unknown[] | null }, "odjeli", Variables> = {
    ...{ name: "odjeli", field: "odjeli" },
    document:
      "query odjeli($uvjeti:Uvjeti){odjeli(uvjeti:$uvjeti){...odjeliFields}}fragment odjeliFields on Odjel{vrsta}",
  };
  const listening = () =>
    listenScripted(({ body }, response) => {
      const aliases: string[] = body.match(/c_\d+(?=:)/g) ?? ["odjeli"];
      answer(response, { data: Object.fromEntries(aliases.map((alias) => [alias, []])) });
    });
  const lookup = (url: string) => {
    const unset = { headers: undefined, fetch: undefined, parse: undefined, userAgent: undefined };
    return createCaller({ url, ...unset, integers: "number", defaults: {} }).lookup(operation);
  };

  test("is sent as it is, its integers digit by digit, and may be left out", async () => {
    await using server = await listening();
    const odjeli = lookup(server.origin);
    const od = new Date(0);
    await odjeli({ uvjeti: { vrsta: "KAZNENI", sudovi: [7, 2n ** 53n + 1n], od } });
    await odjeli();
    await odjeli({});
    await odjeli({ uvjeti: null }, { timeout: 5_000 });
    expect(server.seen.map(({ body }) => body.slice(body.indexOf('"variables"')))).toEqual([
      '"variables":{"uvjeti":{"vrsta":"KAZNENI","sudovi":[7,9007199254740993],"od":"1970-01-01T00:00:00.000Z"}}}',
      '"variables":{}}',
      '"variables":{}}',
      '"variables":{"uvjeti":null}}',
    ]);
  });

  test("is one of many as it was given, even if it is reused; one that is not exact fails its own key", async () => {
    await using server = await listening();
    const uvjeti = { vrsta: "A", sudovi: [1] };
    const asked = lookup(server.origin).many([{ uvjeti }, { uvjeti: { sudovi: [2 ** 53] } }, {}]);
    Object.assign(uvjeti, { vrsta: "B" });
    uvjeti.sudovi[0] = 2;
    const [first, second, third] = await asked;
    expect([first, third]).toEqual([[], []]);
    expect(second).toMatchObject({ kind: "unsafe-integer" });
    expect(server.seen.map(({ body }) => JSON.parse(body).variables)).toEqual([
      { uvjeti_0: { vrsta: "A", sudovi: [1] } },
    ]);
  });

  test.each(["{vrsta:$vrsta sudovi:[1]}", "{i:{vrsta:$vrsta}}", "[{vrsta:$vrsta}]"])(
    "%s in a document is repeated with variables of its own",
    (value) => {
      expect(repeatField(`query odjeli($vrsta:Vrsta={a:1}){odjeli(uvjeti:${value}){...f}}`, 2)).toBe(
        `query odjeli($vrsta_0:Vrsta={a:1} $vrsta_1:Vrsta={a:1}){${[0, 1]
          .map((index) => `c_${index}:odjeli(uvjeti:${value.replace("$vrsta", `$vrsta_${index}`)}){...f}`)
          .join(" ")}}`,
      );
    },
  );
});

test("looks up at most 20 per query, one query after another", async () => {
  await using service = await startService({ predmeti: someCases(45) });
  const keys = Array.from({ length: 45 }, (_, index) => keyOf(index));
  const answers = await createCourtCasesClient({ url: service.url }).predmet.many(new Set(keys));
  expect(answers.map((found) => found instanceof RegisterError || found?.oznakaBroj)).toEqual(
    keys.map(({ oznakaBroj }) => oznakaBroj),
  );
  expect(service.seen.map(rootFields)).toEqual([20, 20, 5]);
});

test("a key that cannot be sent takes up no place in a query", async () => {
  await using service = await startService({ predmeti: someCases(45) });
  const keys = Array.from({ length: 45 }, (_, index) => ({ ...keyOf(index), sud: index % 9 === 1 ? Number.NaN : 7 }));
  const answers = await createCourtCasesClient({ url: service.url }).predmet.many(keys);
  expect(answers.map((found) => (found instanceof RegisterError ? found.kind : found?.oznakaBroj))).toEqual(
    keys.map(({ oznakaBroj, sud }) => (sud === 7 ? oznakaBroj : "decode")),
  );
  expect(service.seen.map(rootFields)).toEqual([20, 20]);
});

describe("a variable that a document requires", () => {
  const half = [
    { oznakaBroj: "P-1/2020" },
    { oznakaBroj: "P-1/2020", sud: null },
    { sud: 1 },
    { sud: 1, oznakaBroj: undefined },
    { oznakaBroj: "P-1/2020", sud: () => 7 },
    {},
  ];

  test.each(half)("is refused before anything is sent, and named, if it is missing: %j", async (key) => {
    await using service = await startService({ predmeti: someCases(1) });
    const { predmet, request } = createCourtCasesClient({ url: service.url });
    const [missing, type] = "oznakaBroj" in key && key.oznakaBroj ? ["sud", "BigInteger!"] : ["oznakaBroj", "String!"];
    // JavaScript, and rows of a database, have no types.
    const refused = [
      await predmet(key as never).catch((error) => error),
      ...(await predmet.many([key as never])),
      await request(documents.predmet, key as never).catch((error) => error),
    ];
    for (const [index, error] of refused.entries()) {
      expect(error).toMatchObject({ kind: "decode", path: missing, status: undefined });
      expect(error).toBeInstanceOf(RegisterError);
      expect(error.message).toContain(
        `the variable ${missing} (${type}) has no value. Pass one to ${index < 2 ? "predmet" : "request"}.`,
      );
    }
    expect(service.seen).toEqual([]);
  });

  test("is missing if JSON does not have it, as what an object inherits", async () => {
    await using service = await startService({ predmeti: someCases(1) });
    const { request } = createCourtCasesClient({ url: service.url });
    const inherited = Object.create({ oznakaBroj: "P-1/2020", sud: 7 });
    await expect(request(documents.predmet, inherited)).rejects.toMatchObject({ kind: "decode", path: "oznakaBroj" });
    expect(service.seen).toEqual([]);
  });

  test.each([null, undefined, { oznakaBroj: " ", sud: 1 }, { oznakaBroj: "", sud: 1 }])(
    "is missing in a look-up for %j, alone and among others",
    async (key) => {
      await using service = await startService({ predmeti: someCases(1) });
      const { predmet } = createCourtCasesClient({ url: service.url });
      await expect(predmet(key as never)).rejects.toMatchObject({ kind: "decode", path: "oznakaBroj" });
      const [found, refused] = await predmet.many([keyOf(0), key as never]);
      expect(found).toMatchObject({ oznakaBroj: keyOf(0).oznakaBroj });
      expect(refused).toMatchObject({ kind: "decode", path: "oznakaBroj" });
    },
  );

  test("fails its own key of many, and no other", async () => {
    await using service = await startService({ predmeti: someCases(3) });
    const keys = [keyOf(0), { ...keyOf(1), sud: null as never }, keyOf(2)];
    const [first, second, third] = await createCourtCasesClient({ url: service.url }).predmet.many(keys);
    expect([first, third]).toMatchObject([{ oznakaBroj: keyOf(0).oznakaBroj }, { oznakaBroj: keyOf(2).oznakaBroj }]);
    expect(second).toMatchObject({ kind: "decode", path: "sud" });
    expect(service.seen.map(rootFields)).toEqual([2]);
  });

  test.each<[document: string, required: string[]]>([
    ["query($a:Int!$b:Int,$c:[Int!]!,$d:[Int!]){x(a:$a b:$b)}", ["a", "c"]],
    [
      'query q(\n  $a : String! # $z: Int!\n  $b: Int! = 5 @skip(if: true)\n $c:\tInt !\n) { x(s: "$y: Int!" a: $a) }',
      ["a", "c"],
    ],
    ["{ sudovi { id } }", []],
  ])("is one with ! and without a default: %j", (document, required) => {
    expect(requiredVariables(document).map(({ name }) => name)).toEqual(required);
  });
});

test("of rows that hold more than a key, only the key is sent", async () => {
  await using service = await startService({ predmeti: someCases(2) });
  const rows = [0, 1].map((index) => ({ ...keyOf(index), client: "Primjer d.o.o.", share: 0.5 }));
  const { predmet } = createCourtCasesClient({ url: service.url });
  const found = [...(await predmet.many(rows)), ...(await Promise.all(rows.map((row) => predmet(row))))];
  expect(found.map((one) => one instanceof RegisterError || one?.oznakaBroj)).toEqual(
    [...rows, ...rows].map(({ oznakaBroj }) => oznakaBroj),
  );
  for (const { body } of service.seen)
    expect(Object.keys(JSON.parse(body).variables).join()).not.toMatch(/client|share/);
});

test("looks up the keys as they were given, even if their objects are reused", async () => {
  await using service = await startService({ predmeti: someCases(45) });
  const courtCases = createCourtCasesClient({ url: service.url });
  const key = { ...keyOf(0) };
  function* oneObject() {
    for (let index = 0; index < 45; index++) yield Object.assign(key, keyOf(index));
  }
  const asked = courtCases.predmet.many(oneObject());
  Object.assign(key, keyOf(44));
  const expected = Array.from({ length: 45 }, (_, index) => keyOf(index).oznakaBroj);
  expect((await asked).map((found) => found instanceof RegisterError || found?.oznakaBroj)).toEqual(expected);
});

test.each([7, Number.NaN])("rejects when it is aborted before it starts, with keys at court %d", async (sud) => {
  await using service = await startService({});
  const keys = [{ oznakaBroj: "A", sud }];
  const asked = createCourtCasesClient({ url: service.url }).predmet.many(keys, { signal: AbortSignal.abort() });
  await expect(asked).rejects.toMatchObject({ kind: "aborted" });
  expect(service.seen).toEqual([]);
});

test("rejects with what its keys throw, without an unhandled rejection, even if it is aborted before", async () => {
  await using service = await startService({});
  const courtCases = createCourtCasesClient({ url: service.url });
  function* keys() {
    yield { oznakaBroj: "A", sud: Number.NaN };
    throw new Error("no more lines");
  }
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", onUnhandled);
  try {
    await expect(courtCases.predmet.many(keys(), { signal: AbortSignal.abort() })).rejects.toThrow("no more lines");
    await new Promise((done) => setImmediate(done));
  } finally {
    process.off("unhandledRejection", onUnhandled);
  }
  expect(unhandled).toEqual([]);
});

test("refuses a single key instead of a list", async () => {
  await using service = await startService({});
  // Types forbid this, but without types it is easy to forget the brackets.
  const one = keyOf(0) as unknown as Iterable<ReturnType<typeof keyOf>>;
  await expect(createCourtCasesClient({ url: service.url }).predmet.many(one)).rejects.toThrow("not iterable");
  expect(service.seen).toEqual([]);
});

test("sends no request for no keys", async () => {
  await using service = await startService({});
  expect(await createCourtCasesClient({ url: service.url }).predmet.many([])).toEqual([]);
  expect(service.seen).toEqual([]);
});

test("returns one result per key, in the order of the keys, and the same as alone", async () => {
  const predmeti: Record<string, unknown> = { ...someCases(8), "Ovr-6/2015@7": new Error("6 is locked") };
  for (const [index, value] of [2n ** 53n, 2n ** 63n].entries()) predmeti[`Ovr-${index}/2015@7`] = { id: value };
  await using service = await startService({ predmeti });
  const courtCases = createCourtCasesClient({ url: service.url });
  // 0 and 1 have an unsafe integer, 6 fails, 8 and 9 do not exist, 10 cannot be sent.
  const key = (index: number): { oznakaBroj: string; sud: number } =>
    index === 10 ? { ...keyOf(10), sud: 2 ** 53 } : keyOf(index);
  const outcome = (found: unknown): unknown =>
    found instanceof RegisterError ? [found.kind, found.path, found.errors, found.data] : found;
  const alone = new Map<number, unknown>();
  for (let index = 0; index <= 10; index++) {
    alone.set(index, await courtCases.predmet(key(index)).then(outcome, outcome));
  }
  expect(alone.get(0)).toEqual(["unsafe-integer", "predmet.id", undefined, undefined]);
  expect(alone.get(6)).toMatchObject([
    "graphql",
    undefined,
    [{ message: "6 is locked", path: ["predmet"] }],
    { predmet: null },
  ]);
  expect(alone.get(8)).toBeNull();
  expect(alone.get(10)).toMatchObject(["unsafe-integer", "sud", undefined, undefined]);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 10 }), { maxLength: 50 }), async (indexes) => {
      service.seen.length = 0;
      const found = await courtCases.predmet.many(indexes.map(key));
      expect(found.map(outcome)).toEqual(indexes.map((index) => expectAlike(alone.get(index))));
      for (const request of service.seen) expect(rootFields(request)).toBeLessThanOrEqual(20);
    }),
    { numRuns: 40 },
  );
});

/** The same outcome, except for places in the query, which differ from one query to another. */
function expectAlike(outcome: unknown): unknown {
  if (!Array.isArray(outcome)) return outcome;
  const [kind, path, errors, data] = outcome;
  if (kind === "unsafe-integer" || kind === "decode")
    return [kind, expect.stringMatching(/^(predmet\.id|sud(_\d+)?)$/), errors, data];
  return [kind, path, errors.map((error: object) => ({ ...error, locations: expect.anything() })), data];
}

describe("a query that fails as a whole", () => {
  test("is the result of each of its keys, and of no other", async () => {
    await using service = await listenScripted((seen, response, count) =>
      count === 2
        ? answer(response, { errors: [{ message: "too complex" }] }, { status: 400 })
        : answer(response, {
            data: Object.fromEntries(Array.from({ length: rootFields(seen) }, (_, index) => [`c_${index}`, null])),
          }),
    );
    const keys = Array.from({ length: 41 }, (_, index) => keyOf(index));
    const answers = await createCourtCasesClient({ url: service.origin }).predmet.many(keys);
    expect(answers.map((found) => found instanceof RegisterError && found.kind)).toEqual(
      keys.map((_, index) => index >= 20 && index < 40 && "graphql"),
    );
    expect(answers[20]).toMatchObject({ errors: [{ message: "too complex" }], data: null, status: 400 });
  });

  test("is the last one after status 429: the other keys get its error unsent", async () => {
    await using service = await listenScripted((seen, response, count) =>
      count === 2
        ? response.writeHead(429, { "retry-after": "120" }).end()
        : answer(response, {
            data: Object.fromEntries(Array.from({ length: rootFields(seen) }, (_, index) => [`c_${index}`, null])),
          }),
    );
    const keys = Array.from({ length: 60 }, (_, index) => keyOf(index));
    const answers = await createCourtCasesClient({ url: service.origin }).predmet.many(keys);
    expect(answers).toEqual(
      keys.map((_, index) =>
        index < 20 ? null : expect.objectContaining({ kind: "rate-limit", retryAfter: 120_000, attempts: 1 }),
      ),
    );
    expect(service.seen).toHaveLength(2);
  });

  test("rejects everything when the caller aborts it", async () => {
    const control = new AbortController();
    await using service = await listenScripted((_seen, response, count) =>
      count === 1 ? answer(response, { data: {} }) : control.abort(new Error("enough")),
    );
    const keys = Array.from({ length: 60 }, (_, index) => keyOf(index));
    const asked = createCourtCasesClient({ url: service.origin }).predmet.many(keys, { signal: control.signal });
    await expect(asked).rejects.toMatchObject({ kind: "aborted" });
    expect(service.seen).toHaveLength(2);
  });
});

test("an error that does not belong to a single key is that of each", async () => {
  const strange = [
    { message: "one", path: ["predmet"] },
    { message: "two", path: "c_0" },
    { message: "three", path: { 0: "c_1" } },
    { message: "four", path: ["c_7", "id"] },
    { message: "five", path: ["c_1.stranke"] },
    { message: "six", path: ["toString"] },
  ];
  await using service = await listenScripted((_seen, response) =>
    answer(response, { data: { c_0: null, c_1: null }, errors: strange }),
  );
  const answers = await createCourtCasesClient({ url: service.origin }).predmet.many([keyOf(0), keyOf(1)]);
  const messages = answers.map(
    (found) => found instanceof RegisterError && found.errors?.map(({ message }) => message),
  );
  expect(messages).toEqual([
    ["one", "two", "three", "four", "five", "six"],
    ["one", "two", "three", "four", "five", "six"],
  ]);
});

test("an error of a case that the service leaves out is that of this case only", async () => {
  const errors = [{ message: "locked", path: ["c_1"] }];
  await using service = await listenScripted((_seen, response) =>
    answer(response, { data: { c_0: { id: 1 } }, errors }),
  );
  const answers = await createCourtCasesClient({ url: service.origin }).predmet.many([keyOf(0), keyOf(1)]);
  expect(answers).toMatchObject([{ id: 1 }, { kind: "graphql" }]);
});

test("an error that leaves no data at all is that of each", async () => {
  const errors = [{ message: "the archive is closed", path: ["c_1"] }];
  await using service = await listenScripted((_seen, response) => answer(response, { data: null, errors }));
  const answers = await createCourtCasesClient({ url: service.origin }).predmet.many([keyOf(0), keyOf(1)]);
  expect(answers).toMatchObject([{ kind: "graphql" }, { kind: "graphql" }]);
});

test("a response that leaves a key out is a decode error for that key", async () => {
  await using service = await listenScripted((_seen, response) => answer(response, { data: { c_1: null } }));
  const answers = await createCourtCasesClient({ url: service.origin }).predmet.many([keyOf(0), keyOf(1)]);
  expect(answers).toEqual([expect.objectContaining({ kind: "decode" }), null]);
});

test("waits between queries if pause says so, until the caller aborts it", async () => {
  const control = new AbortController();
  await using service = await startService({ predmeti: someCases(21) });
  const keys = Array.from({ length: 21 }, (_, index) => keyOf(index));
  const courtCases = createCourtCasesClient({ url: service.url });
  const asked = courtCases.predmet.many(keys, { pause: 60_000, signal: control.signal });
  await expect.poll(() => service.seen.length).toBe(1);
  // Requests after the first response overtake the second query, which waits.
  await courtCases.sudovi();
  await courtCases.sudovi();
  expect(service.seen.map(rootFields)).toEqual([20, 1, 1]);
  control.abort();
  await expect(asked).rejects.toMatchObject({ kind: "aborted" });
  expect(await courtCases.predmet.many(keys, { pause: 1 })).toHaveLength(21);
});

test("a missing case under status 404 leaves the others their data", async () => {
  const error = { message: "there is no such case", path: ["c_1"] };
  await using server = await listenScripted((_seen, response) =>
    answer(response, { data: { c_0: { id: 1 }, c_1: null }, errors: [error] }, { status: 404 }),
  );
  const found = await createCourtCasesClient({ url: server.origin }).predmet.many([keyOf(0), keyOf(1)]);
  expect(found).toEqual([{ id: 1 }, expect.objectContaining({ kind: "graphql", status: 404 })]);
});
