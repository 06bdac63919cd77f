import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { answer, listen, listenScripted } from "../test/support/http.ts";
import { rejection } from "../test/support/rejection.ts";
import { startService } from "../test/support/service.ts";
import { createCourtCasesClient, type Document } from "./index.ts";

describe("a response that is not GraphQL", () => {
  test.each([
    ["HTML with status 200", "<html><body>busy</body></html>", "<html>"],
    ["an empty body", "", "but sent nothing."],
    ["null", "null", "null"],
    ["an empty object", "{}", "{}"],
    ["an array", "[]", "[]"],
    ["data null without errors", '{"data":null}', '{"data":null}'],
    ["data that is text", '{"data":"x"}', '{"data":"x"}'],
    ["an empty list of errors", '{"errors":[]}', '{"errors":[]}'],
    ["errors that are text", '{"data":{},"errors":"boom"}', '{"data":{},"errors":"boom"}'],
    ["a gateway's error", '{"error_code":505,"error_message":"no rows","log_id":1}', '"error_code":505'],
    ["truncated JSON", '{"data":{"sudovi":[{"id":', '{"data":{"sudovi"'],
    ["data without the field", '{"data":{}}', "with the field sudovi"],
  ])("%s is a decode error that quotes it", async (_, body, quote) => {
    await using server = await listenScripted((_seen, response) => answer(response, body));
    const error = await rejection(createCourtCasesClient({ url: server.origin }).sudovi());
    expect(error).toMatchObject({ kind: "decode", operation: "sudovi", status: 200, attempts: 1, body });
    expect(error.message).toContain(quote);
    expect(server.seen).toHaveLength(1);
  });
});

describe("bytes", () => {
  test.each([
    ["without a charset", "application/graphql-response+json"],
    ["declared as UTF-8", "application/json; charset=utf-8"],
  ])("that are no text are a decode error with their place: %s", async (_, type) => {
    const body = Buffer.from('{"data":{"sudovi":[{"sudNaziv":"\xc8akovec"}]}}', "latin1");
    await using server = await listenScripted((_seen, response) =>
      response.writeHead(200, { "content-type": type }).end(body),
    );
    const error = await rejection(createCourtCasesClient({ url: server.origin }).sudovi());
    expect(error).toMatchObject({ kind: "decode", path: "byte 32", attempts: 1, status: 200 });
  });

  test("of a compressed response that is cut off are no response, wherever the cut is", async () => {
    const whole = {
      data: {
        sudovi: [
          { id: 1, sudNaziv: "Općinski sud {u} [Čakovcu]" },
          { id: 2, sudNaziv: null },
        ],
      },
    };
    const bytes = gzipSync(JSON.stringify(whole));
    let length = 0;
    await using server = await listenScripted((_seen, response) =>
      response
        .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
        .end(bytes.subarray(0, length)),
    );
    const courtCases = createCourtCasesClient({ url: server.origin, random: () => 0 });
    // Its last bytes are a checksum, and the end of the last block.
    for (; length < bytes.length - 9; length++)
      expect([length, (await rejection(courtCases.sudovi())).kind]).toEqual([length, "connection"]);
    length = bytes.length;
    expect(await courtCases.sudovi()).toEqual(whole.data.sudovi);
    expect(server.seen).toHaveLength(3 * (bytes.length - 9) + 1);
  });
});

test.each([
  ["message", '{"message":{"toString":1}}'],
  ["message", '{"message":{"toString":"text"}}'],
  ["path", '{"message":"m","path":[{"toString":1}]}'],
])("an error whose %s is an object without a text is an error of kind graphql", async (_, error) => {
  await using server = await listenScripted((_seen, response) =>
    answer(response, `{"data":{"c_0":null},"errors":[${error}]}`),
  );
  const courtCases = createCourtCasesClient({ url: server.origin });
  expect(await courtCases.predmet.many([{ oznakaBroj: "P-1/2020", sud: 1 }])).toMatchObject([{ kind: "graphql" }]);
});

test("the stack of an error has the frames of its caller", async () => {
  await using server = await listenScripted((_seen, response) => answer(response, "busy"));
  async function yourOwnFunction(): Promise<void> {
    await createCourtCasesClient({ url: server.origin }).sudovi();
  }
  expect((await rejection(yourOwnFunction())).stack).toContain("yourOwnFunction");
});

test("errors that are null are no errors", async () => {
  await using server = await listenScripted((_seen, response) =>
    answer(response, '{"data":{"sudovi":[]},"errors":null}'),
  );
  expect(await createCourtCasesClient({ url: server.origin }).sudovi()).toEqual([]);
});

describe("GraphQL errors", () => {
  const errors = [
    { message: "stranke is locked", path: ["predmet", "stranke"], extensions: { code: "LOCKED", retry: 12 } },
  ];

  test("reject whatever their paths, since a single field was requested", async () => {
    const odd = [{ message: "the index is closed", path: ["c_1x"] }];
    await using server = await listenScripted((_seen, response) =>
      answer(response, { data: { predmet: null }, errors: odd }),
    );
    const error = await rejection(createCourtCasesClient({ url: server.origin }).predmet({ oznakaBroj: "A", sud: 1 }));
    expect(error).toMatchObject({ kind: "graphql", errors: odd });
  });

  test("reject with both the errors and the data", async () => {
    await using server = await listenScripted((_seen, response) =>
      answer(response, `{"data":{"predmet":{"id":"99","stranke":null}},"errors":${JSON.stringify(errors)}}`),
    );
    const courtCases = createCourtCasesClient({ url: server.origin });
    const error = await rejection(courtCases.predmet({ oznakaBroj: "A", sud: 1 }));
    expect(error).toMatchObject({ kind: "graphql", operation: "predmet", status: 200, errors });
    expect(error.data).toEqual({ predmet: { id: 99, stranke: null } });
    expect(error.message).toContain("stranke is locked");
  });

  test("from a real service reject with its messages", async () => {
    await using service = await startService({ predmeti: { "A@1": new Error("the archive is closed") } });
    const error = await rejection(createCourtCasesClient({ url: service.url }).predmet({ oznakaBroj: "A", sud: 1 }));
    expect(error).toMatchObject({ kind: "graphql", data: { predmet: null } });
    expect(error.errors).toEqual([expect.objectContaining({ message: "the archive is closed", path: ["predmet"] })]);
  });

  test("of a request that is refused come with status 400", async () => {
    await using service = await startService({});
    const wrong = "{ predmeti { id } }" as Document<{ predmeti: { id: number }[] }>;
    const error = await rejection(createCourtCasesClient({ url: service.url }).request(wrong));
    expect(error).toMatchObject({ kind: "graphql", operation: "request", status: 400, data: null });
    expect(error.errors?.[0]?.message).toContain("predmeti");
    expect(service.seen).toHaveLength(1);
  });

  test.each([404, 409, 413, 422, 451])("come with status %i too", async (status) => {
    const errors = [{ message: "there is no predmeti" }];
    await using server = await listenScripted((_seen, response) => answer(response, { errors }, { status }));
    const error = await rejection(createCourtCasesClient({ url: server.origin }).sudovi());
    expect(error).toMatchObject({ kind: "graphql", status, errors, attempts: 1 });
  });

  test("come first when the data beside them is not exact", async () => {
    await using server = await listenScripted((_seen, response) =>
      answer(response, '{"data":{"predmet":{"id":9007199254740993}},"errors":[{"message":"partial"}]}'),
    );
    const error = await rejection(createCourtCasesClient({ url: server.origin }).predmet({ oznakaBroj: "A", sud: 1 }));
    expect(error).toMatchObject({ kind: "graphql", errors: [{ message: "partial" }], data: null });
    expect((error.cause as Error).message).toContain("9007199254740993");
  });

  test("without a message are errors too", async () => {
    await using server = await listenScripted((_seen, response) => answer(response, { errors: [null, 5, {}] }));
    expect(await rejection(createCourtCasesClient({ url: server.origin }).sudovi())).toMatchObject({ kind: "graphql" });
    const many = await createCourtCasesClient({ url: server.origin }).predmet.many([{ oznakaBroj: "A", sud: 1 }]);
    expect(many).toEqual([expect.objectContaining({ kind: "graphql", errors: [null, 5, {}] })]);
  });

  test("keep their data out of logs: it names persons", async () => {
    const data = { predmet: { stranke: [{ naziv: "Ime Prezime" }] } };
    const filler = "x".repeat(600);
    await using server = await listenScripted((_seen, response) =>
      answer(response, { errors: [{ message: filler }], data }),
    );
    const error = await rejection(createCourtCasesClient({ url: server.origin }).predmet({ oznakaBroj: "A", sud: 1 }));
    expect(error.data).toEqual(data);
    for (const text of [inspect(error, { depth: 9 }), JSON.stringify(error)]) expect(text).not.toContain("Prezime");
  });
});

describe("a status", () => {
  test.each([
    [401, "authentication", 1],
    [403, "authentication", 1],
    [408, "http", 3],
    [429, "rate-limit", 3],
    [500, "http", 3],
    [503, "http", 3],
  ])("%s is kind %s after %s attempts", async (status, kind, attempts) => {
    await using server = await listenScripted((_seen, response) =>
      answer(response, { errors: [{ message: "no" }] }, { status, type: "application/json" }),
    );
    const error = await rejection(createCourtCasesClient({ url: server.origin, random: () => 0 }).sudovi());
    expect(error).toMatchObject({ kind, status, attempts });
    expect(server.seen).toHaveLength(attempts);
  });

  test.each([
    [400, "<p>Bad Request"],
    [404, "<p>Not Found"],
    [404, { statusCode: 404, message: "Resource not found" }],
    [404, { title: "Not Found", errors: { sudovi: ["no"] } }],
  ])("%i without GraphQL errors is kind http: %j", async (status, body) => {
    await using server = await listenScripted((_seen, response) => answer(response, body, { status }));
    expect(await rejection(createCourtCasesClient({ url: server.origin }).sudovi())).toMatchObject({
      kind: "http",
      status,
    });
  });
});

test("a failed attempt is retried, and headers are requested again", async () => {
  let calls = 0;
  const headers = (): Record<string, string> => ({ authorization: `Bearer token-${++calls}` });
  await using server = await listenScripted((_seen, response, count) =>
    count < 3
      ? answer(response.setHeader("retry-after", "0"), "busy", { status: 503 })
      : answer(response, { data: { posljednjeAzuriranje: null } }),
  );
  expect(await createCourtCasesClient({ url: server.origin, headers }).posljednjeAzuriranje()).toBeNull();
  expect(server.seen.map((seen) => seen.headers.authorization)).toEqual(
    [1, 2, 3].map((count) => `Bearer token-${count}`),
  );
});

test("a failed attempt is retried with the variables of the call, even if their object is reused", async () => {
  const variables = { oznakaBroj: "K-1/2018", sud: 3 };
  await using server = await listenScripted((_seen, response, count) => {
    variables.oznakaBroj = "K-2/2018";
    if (count === 1) answer(response.setHeader("retry-after", "0"), "busy", { status: 503 });
    else answer(response, { data: { predmet: null } });
  });
  await createCourtCasesClient({ url: server.origin }).predmet(variables);
  expect(server.seen.map(({ body }) => JSON.parse(body).variables.oznakaBroj)).toEqual(["K-1/2018", "K-1/2018"]);
});

test("no retries with maxRetries 0, for the client or for one call", async () => {
  await using server = await listenScripted((_seen, response) => answer(response, "busy", { status: 503 }));
  await rejection(createCourtCasesClient({ url: server.origin, maxRetries: 0 }).sudovi());
  await rejection(
    createCourtCasesClient({ url: server.origin }).predmet({ oznakaBroj: "A", sud: 1 }, { maxRetries: 0 }),
  );
  expect(server.seen).toHaveLength(2);
});

test("a reset in the middle of the body is kind connection, after retries", async () => {
  await using server = await listenScripted((_seen, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write('{"data":{', () => response.destroy());
  });
  const error = await rejection(createCourtCasesClient({ url: server.origin, random: () => 0 }).sudovi());
  expect(error).toMatchObject({ kind: "connection", attempts: 3 });
});

test("the timeout covers the body", async () => {
  await using server = await listenScripted((_seen, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"data":{');
  });
  const error = await rejection(createCourtCasesClient({ url: server.origin, timeout: 30 }).sudovi());
  expect(error.kind).toBe("timeout");
});

test("a signal stops the call, before and during it", async () => {
  const control = new AbortController();
  await using server = await listenScripted(() => control.abort(new Error("enough")));
  const courtCases = createCourtCasesClient({ url: server.origin });
  expect((await rejection(courtCases.posljednjeAzuriranje({ signal: control.signal }))).kind).toBe("aborted");
  expect((await rejection(courtCases.posljednjeAzuriranje({ signal: control.signal }))).kind).toBe("aborted");
  expect(server.seen).toHaveLength(1);
});

describe("a redirect", () => {
  test("within the origin is followed, with the query again", async () => {
    await using server = await listenScripted((seen, response) =>
      seen.url === "/new"
        ? answer(response, { data: { sudovi: null } })
        : response.writeHead(308, { location: "/new" }).end(),
    );
    expect(await createCourtCasesClient({ url: `${server.origin}/old` }).sudovi()).toBeNull();
    expect(server.seen[1]).toMatchObject({ method: "POST", body: server.seen[0]?.body });
  });

  test("to another origin is refused, and nothing is sent there", async () => {
    await using elsewhere = await listenScripted((_seen, response) => answer(response, { data: { sudovi: null } }));
    await using server = await listen((_request, response) =>
      response.writeHead(307, { location: elsewhere.origin }).end(),
    );
    const error = await rejection(
      createCourtCasesClient({ url: server.origin, headers: { "x-key": "tajna-1234" } }).sudovi(),
    );
    expect(error.kind).toBe("redirect");
    expect(elsewhere.seen).toEqual([]);
  });
});

test("a header without a value is named, and nothing is sent", async () => {
  await using server = await listenScripted((_seen, response) => answer(response, { data: { sudovi: null } }));
  const headers = { "x-key": process.env.COURT_REGISTER_NO_SUCH_KEY } as Record<string, string>;
  const error = await rejection(createCourtCasesClient({ url: server.origin, headers }).sudovi());
  expect(error.kind).toBe("authentication");
  expect(error.message).toContain("x-key");
  expect(server.seen).toEqual([]);
});

describe("a hostile response", () => {
  const key = "tajna-0f3a-7c1f";
  const letters = (encode: (code: number) => string): string =>
    [...key].map((letter) => encode(letter.charCodeAt(0))).join("");

  test.each([
    ["as it is", key],
    ["letter by letter", letters((code) => `\\u00${code.toString(16)}`)],
  ])("gets the key as the name of a property into no error: %s", async (_, written) => {
    const body = `{"data":{"predmet":{"${written}":"${written}"}},"errors":[{"message":"m","path":["${written}"],"extensions":{"${written}":1}}]}`;
    await using server = await listenScripted((_seen, response) => answer(response, body));
    const headers = { authorization: key };
    const { predmet } = createCourtCasesClient({ url: server.origin, headers });
    const error = await rejection(predmet({ oznakaBroj: "A", sud: 1 }));
    expect(error.errors).toEqual([{ message: "m", path: ["[redacted]"], extensions: { "[redacted]": 1 } }]);
    expect(error.data).toEqual({ predmet: { "[redacted]": "[redacted]" } });
    expect(inspect(error, { depth: 12, showHidden: true })).not.toContain(key);
  });

  test("gets the key as the place of an integer into no error", async () => {
    await using server = await listenScripted((_seen, response) =>
      answer(response, `{"data":{"sudovi":[{"${key}":1.5}]}}`),
    );
    const error = await rejection(createCourtCasesClient({ url: server.origin, headers: { a: key } }).sudovi());
    expect(error).toMatchObject({ kind: "decode", path: "sudovi[0].[redacted]" });
  });

  test.each(["a", " ", ".", "[", "0"])("with names of a megabyte of %j is read in linear time", async (letter) => {
    const name = letter.repeat(1_000_000);
    await using server = await listenScripted((_seen, response) =>
      answer(response, `{"data":{"sudovi":[{"${name}":"1","id":{"${name}":[1]}}]}}`),
    );
    expect(await createCourtCasesClient({ url: server.origin }).sudovi()).toEqual([
      { [name]: "1", id: { [name]: [1] } },
    ]);
  });

  test("ends at maxBody", async () => {
    await using server = await listenScripted((_seen, response) => answer(response, " ".repeat(100_000)));
    const call = createCourtCasesClient({ url: server.origin, maxBody: 50_000 }).sudovi();
    expect(await rejection(call)).toMatchObject({ kind: "too-large", attempts: 1 });
  });
});

describe("options that cannot work", () => {
  const url = "https://registar.primjer.hr/graphql";

  test.each([{ timeout: Number.NaN }, { integers: "string" }, { maxRetry: 3 }, { subscriptionKey: "k" }])(
    "%o are refused when the client is made",
    (options) => {
      const create = () => createCourtCasesClient({ url, ...(options as object) });
      expect(create).toThrow(TypeError);
      expect(create).toThrow(Object.keys(options)[0]);
    },
  );

  test("are refused when a call is made", async () => {
    const { posljednjeAzuriranje, predmet, request } = createCourtCasesClient({ url });
    const options = { timeout: -5 };
    const key = { oznakaBroj: "A", sud: 1 };
    const document = "{ sudovi { id } }" as Document<object>;
    for (const call of [
      posljednjeAzuriranje(options),
      predmet(key, options),
      predmet.many([key], options),
      request(document, {}, options),
    ])
      await expect(call).rejects.toThrow(/^The option timeout of \S+ must be a number of milliseconds/);
    await expect(predmet.many([key], { pause: Number.NaN })).rejects.toThrow("pause");
  });

  test("are named where no endpoint is given", () => {
    expect(() => createCourtCasesClient()).toThrow("COURT_REGISTER_GRAPHQL_URL");
  });
});
