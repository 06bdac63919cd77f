/** Changes that are told or sent: each at least once, in order, and none again once it was written down that it was. */
import { createHmac } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { main } from "../src/cli/main.ts";
import { Run } from "../src/cli/screen.ts";
import {
  type Change,
  type ChangesOptions,
  type ChangesSummary,
  changes,
  type PostOptions,
  prune,
  sync,
} from "../src/index.ts";
import { canonical, type WireObject } from "../src/wire/wire.ts";
import { runHere } from "./support/command.ts";
import { proofRuns } from "./support/proofs.ts";
import { Register } from "./support/register.ts";
import { rowsIn, sqliteTarget, type Target } from "./support/target.ts";

const secret = `whsec_${Buffer.alloc(32, "a secret of this test").toString("base64")}`;

/** A copy with a generation for each morning, and a file as it was on each: index 0 is unused. */
let target: Target;
const mornings: string[] = [""];
/** The same, with all but the newest generation forgotten. */
const pruned: string[] = [""];
const list = "postupak";

/** Rows of a morning: most of them change every day, some are equal, and on the third day there are so many equal ones that messages are. */
const rowsOn = (day: number): string[] => [
  ...Array.from({ length: 70 }, (_, at) => `{"mbs":${at + 1},"postupak":${at % 20 === 0 ? 1 : day}}`),
  ...Array.from({ length: 60 }, () => `{"mbs":900,"postupak":${day}}`),
  ...Array.from({ length: day < 3 ? 0 : 210 }, () => '{"mbs":901,"postupak":1}'),
];

beforeAll(async () => {
  await using register = await Register.start();
  target = sqliteTarget();
  for (let day = 1; day <= 4; day++) {
    const gone = day < 2 ? ['{"mbs":3,"oib":28}'] : [];
    register.rows = {
      [list]: rowsOn(day),
      subjekt: ['{"mbs":1,"oib":1234567896}', '{"mbs":2,"oib":12345678903}', ...gone],
    };
    const options = { baseUrl: register.url, subscriptionKey: register.key, fetch, acceptShrink: true };
    await sync(target.name, { ...options, lists: ["subjekt", list] });
    mornings.push(`${target.name}-${day}`);
    copyFileSync(target.name, mornings[day] ?? "");
    pruned.push(`${target.name}-${day}-pruned`);
    copyFileSync(target.name, pruned[day] ?? "");
    await prune(pruned[day] ?? "", { keep: 1 });
  }
});
afterAll(() => target[Symbol.asyncDispose]());

let files = 0;
/** A file for `told` that is not there yet. */
const newFile = (): string => join(dirname(target.name), `told-${files++}.json`);

interface Message {
  id: string;
  copy: string;
  from: number;
  to: number;
  after: number;
  changes: Change[];
}

function messageOf(body: string, headers: IncomingHttpHeaders | Headers): Message {
  const { type, data } = JSON.parse(body);
  expect(type).toBe("court_register.changes");
  const id = headers instanceof Headers ? headers.get("webhook-id") : headers["webhook-id"];
  return { ...data, id: String(id), from: data.from.generation, to: data.to.generation };
}

/** What becomes of a request. */
type Fate =
  | "accepted"
  | "busy"
  | "unreachable"
  | "answer lost"
  | "stopped before"
  | "stopped after"
  | "refused"
  | "unwritable";
const fates: readonly Fate[] = [
  "busy",
  "unreachable",
  "answer lost",
  "stopped before",
  "stopped after",
  "refused",
  "unwritable",
];

/**
 * A receiver, and what a night does to its requests: one that nothing is said of is accepted.
 *
 * @param limit - Bytes that it takes in a message: one of a single change is never larger.
 */
function receiver(file: string, limit = 100_000) {
  const received: Message[] = [];
  const accepted = new Set<string>();
  const night = async (morning: number, script: readonly Fate[], copies = mornings): Promise<void> => {
    const left = [...script];
    const stop = new AbortController();
    if (existsSync(`${file}.kept`)) {
      rmSync(file, { recursive: true });
      renameSync(`${file}.kept`, file);
    }
    const post: PostOptions = {
      url: "https://primjer.hr/hook",
      secret,
      random: () => 0,
      signal: stop.signal,
      fetch: async (_url, init) => {
        if (Buffer.byteLength(String(init?.body)) > limit) return new Response(null, { status: 413 });
        const fate = left.shift() ?? "accepted";
        const message = messageOf(String(init?.body), new Headers(init?.headers));
        if (fate === "stopped before") stop.abort();
        if (fate === "stopped before" || fate === "unreachable") throw new TypeError("fetch failed");
        if (fate === "busy") return new Response(null, { status: 503 });
        if (fate === "refused") return new Response(null, { status: 400 });
        expect(accepted.has(message.id), "sent again, although it was written down that it was accepted").toBe(false);
        received.push(message);
        if (fate === "answer lost") throw new TypeError("fetch failed");
        if (fate === "stopped after") stop.abort();
        if (fate === "stopped after") throw new TypeError("fetch failed");
        // A folder in its place: no file can be moved there.
        if (fate === "unwritable") renameSync(file, `${file}.kept`);
        if (fate === "unwritable") mkdirSync(file);
        else accepted.add(message.id);
        return new Response(null, { status: 204 });
      },
    };
    await changes(copies[morning] ?? "", { told: file, lists: [list], post }).catch((error) => {
      expect(error).toMatchObject({ name: "MirrorError" });
    });
  };
  return { received, night };
}

/** Rows with changes applied. */
function applied(rows: readonly string[], found: readonly Change[]): string[] {
  const left = [...rows];
  const remove = (row: WireObject): void => {
    const at = left.indexOf(canonical(row));
    expect(at, "a row that goes was there").toBeGreaterThanOrEqual(0);
    left.splice(at, 1);
  };
  for (const change of found) {
    const old = change.change === "changed" ? change.fields.map((one) => [one.field, one.old]) : [];
    if (change.change !== "new") remove({ ...change.row, ...Object.fromEntries(old) });
    if (change.change !== "gone") left.push(canonical(change.row));
  }
  return left.sort();
}

interface Night {
  morning: number;
  isPruned: boolean;
  script: Fate[];
}

const nights = fc.array(
  fc.record<Night>({
    morning: fc.integer({ min: 1, max: 4 }),
    isPruned: fc.boolean(),
    script: fc.array(fc.constantFrom<Fate>("accepted", ...fates), { maxLength: 8 }),
  }),
  { maxLength: 6 },
);

test("whatever fails or is stopped in which night, a receiver that drops repetitions has every change once, in order", async () => {
  const before = await rowsIn(target.name, list, 1);
  const after = await rowsIn(target.name, list, 4);
  await fc.assert(
    fc.asyncProperty(nights, fc.constantFrom(1_000, 3_000, 10_000, 100_000), async (all, limit) => {
      const file = newFile();
      const { received, night } = receiver(file, limit);
      await night(1, []);
      for (const { morning, isPruned, script } of all.toSorted((one, other) => one.morning - other.morning))
        await night(morning, script, isPruned ? pruned : mornings);
      await night(4, []);
      const once = [...new Map(received.map((message) => [message.id, message])).values()];
      let [from, to, told] = [1, 0, 0];
      for (const message of once) {
        if (message.from !== from) {
          expect(message.from, "a comparison begins where the one before it ended").toBe(to);
          [from, told] = [message.from, 0];
        }
        to = message.to;
        expect([message.after, message.changes.length <= 100]).toEqual([told, true]);
        told += message.changes.length;
      }
      expect(
        applied(
          before,
          once.flatMap((message) => message.changes),
        ),
      ).toEqual(after);
      expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ generation: 4 });
    }),
    {
      numRuns: proofRuns("runs of nights", 200),
      // The second comparison of a night fails.
      examples: [
        [
          [
            { morning: 2, isPruned: false, script: ["accepted", "refused"] },
            { morning: 3, isPruned: false, script: ["accepted", "accepted", "accepted", "refused"] },
          ],
          100_000,
        ],
        // Between two tries of a message, the generation that it is compared with is forgotten, and a subject that is gone.
        ...[3_000, 100_000].map((limit): [Night[], number] => [
          [
            { morning: 2, isPruned: false, script: [] },
            { morning: 3, isPruned: false, script: ["answer lost", "stopped after"] },
            { morning: 3, isPruned: true, script: ["accepted", "stopped after"] },
          ],
          limit,
        ]),
      ],
    },
  );
});

/** Changes of the morning that are told, as the caller sees them; `onEnd` may fail. */
async function toldOn(morning: number, options: ChangesOptions): Promise<Change[]> {
  const found: Change[] = [];
  await changes(mornings[morning] ?? "", { lists: [list], ...options, onChange: (change) => void found.push(change) });
  return found;
}

test("a caller is told all of it again until that has worked, however many mornings later", async () => {
  const told = newFile();
  const isFirst: boolean[] = [];
  const onEnd = (summary: ChangesSummary): void => void isFirst.push(summary.isFirst);
  expect(await toldOn(1, { told, onEnd })).toEqual([]);
  expect(await toldOn(1, { told, onEnd })).toEqual([]);
  expect(isFirst).toEqual([true, false]);
  const fail = (): never => {
    throw new Error("nobody takes it");
  };
  await expect(toldOn(2, { told, onEnd: fail })).rejects.toThrow("nobody takes it");
  expect(await toldOn(3, { told })).toEqual(await toldOn(3, { since: 1 }));
  expect(await toldOn(3, { told })).toEqual([]);
  await expect(toldOn(3, { told, since: 1 })).rejects.toMatchObject({ kind: "usage" });
});

test("what was sent in part is sent anew if other subjects are asked for meanwhile", async () => {
  const told = newFile();
  await toldOn(1, { told });
  const { received, night } = receiver(told);
  await night(2, ["accepted", "refused"]);
  expect(received.map(({ changes }) => changes.length)).toEqual([100]);
  const subjects = ["1", "2", "01234567896"];
  expect(await toldOn(2, { told, subjects })).toEqual(await toldOn(2, { since: 1, subjects }));
  expect(await toldOn(2, { told, subjects })).toEqual([]);
});

test("a file of another copy, of something else, or of what is not kept any more is refused, and stays as it is", async () => {
  const told = newFile();
  await toldOn(1, { told });
  const content = readFileSync(told, "utf8");
  const other = `${target.name}-other`;
  copyFileSync(mornings[3] ?? "", other);
  await prune(other, { keep: 1 });
  const refusal = async (file: string, text: string): Promise<unknown> => {
    writeFileSync(told, text);
    const error = await changes(file, { told }).catch((failure: unknown) => failure);
    expect(readFileSync(told, "utf8")).toBe(text);
    return error;
  };
  expect(await refusal(mornings[1] ?? "", content.replace(/"copy": "./, '"copy": "x'))).toMatchObject({
    kind: "foreign",
    message: expect.stringContaining("is of another copy"),
  });
  // A copy that was restored from a backup has its identity, and another generation of that number, or none.
  for (const text of [
    content.replace(/"seal": "./, '"seal": "x'),
    content.replace('"generation": 1', '"generation": 2'),
  ])
    expect(await refusal(mornings[1] ?? "", text)).toMatchObject({
      kind: "foreign",
      message: expect.stringContaining("of another duplicate of this copy"),
    });
  for (const text of ["", "080000001\n", "{}", content.slice(0, -5)])
    expect(await refusal(mornings[1] ?? "", text)).toMatchObject({
      kind: "foreign",
      message: expect.stringContaining("is not a file of told"),
    });
  expect(await refusal(other, content)).toMatchObject({
    kind: "usage",
    message: expect.stringMatching(
      /generation 1 was told last, which is not kept any more.*use since: 2 in place of told/,
    ),
  });
});

/** A receiver on loopback, which answers as it is told to, and then accepts. */
async function listen(answers: [status: number, headers?: Record<string, string>][]) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    const [status, headers] = answers.shift() ?? [204];
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/s3cret?token=s3cret`;
  return {
    url,
    received,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => void server.close(() => done()).closeAllConnections()),
  };
}

test("a message is signed as Standard Webhooks, and has the same id whenever it is sent", async () => {
  await using hook = await listen([[503, { "retry-after": "0" }], [429, { "retry-after": "soon" }], [408]]);
  const post: PostOptions = { url: hook.url, secret, random: () => 0 };
  await changes(mornings[2] ?? "", { lists: [list], post });
  await changes(mornings[2] ?? "", { lists: [list], post });
  expect(hook.received.length).toBe(9);
  const ids = hook.received.map(({ headers, body }) => messageOf(body, headers).id);
  expect(ids.slice(0, 4)).toEqual(Array(4).fill(ids[0]));
  expect(ids.slice(6)).toEqual(ids.slice(3, 6));
  expect(new Set(ids).size).toBe(3);
  for (const { headers, body } of hook.received) {
    expect(headers["content-type"]).toBe("application/json");
    const timestamp = Number(headers["webhook-timestamp"]);
    expect(Math.abs(timestamp - Date.now() / 1_000)).toBeLessThan(300);
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const signature = createHmac("sha256", key)
      .update(`${headers["webhook-id"]}.${timestamp}.${body}`)
      .digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
    // As the library of a receiver does it.
    new Webhook(secret).verify(body, headers as Record<string, string>);
  }
});

test("a message has fewer bytes than receivers take, whatever letters are in it; a change that has more goes alone", async () => {
  await using register = await Register.start();
  await using other = sqliteTarget();
  const options = { baseUrl: register.url, subscriptionKey: register.key, fetch, lists: [list] };
  await sync(other.name, options);
  register.rows = {
    [list]: [1_500, 1_500, 60_000].flatMap((length, part) =>
      Array.from({ length: 40 - part }, (_, at) => `{"mbs":${part * 100 + at},"novo":"${"č".repeat(length)}"}`),
    ),
  };
  await sync(other.name, options);
  await using hook = await listen([]);
  await changes(other.name, { post: { url: hook.url, secret } });
  const sizes = hook.received.map(({ body, headers }) => [
    messageOf(body, headers).changes.length,
    Buffer.byteLength(body),
  ]);
  expect(sizes.reduce((sum, [count = 0]) => sum + count, 0)).toBe(40 + 39 + 38);
  for (const [count = 0, bytes = 0] of sizes) expect(count === 1 || bytes < 100_000, `${count}, ${bytes}`).toBe(true);
  expect(sizes.filter(([count]) => count === 1)).toHaveLength(38);
});

test("a receiver that refuses, leads elsewhere or stays busy ends the run with what to do, and no secret is told", async () => {
  const answers: [status: number, headers: Record<string, string>, kind: string, message: string][] = [
    [410, {}, "refused", "wants no more messages"],
    [401, {}, "refused", "the same secret"],
    [404, {}, "refused", "Check the URL"],
    [307, { location: "/elsewhere" }, "refused", "Give the final URL"],
    [503, { "retry-after": "86400" }, "service", "run the command again"],
  ];
  for (const [status, headers, kind, message] of answers) {
    await using hook = await listen([[status, headers]]);
    const told = newFile();
    await toldOn(1, { told });
    const error = await toldOn(2, { told, post: { url: hook.url, secret } }).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ kind, message: expect.stringContaining(message) });
    expect(String(error)).not.toContain("s3cret");
    expect([hook.received.length, JSON.parse(readFileSync(told, "utf8")).generation]).toEqual([1, 1]);
  }
  await using small = await listen(Array.from({ length: 9 }, () => [413]));
  const tooLarge = await toldOn(2, { post: { url: small.url, secret } }).catch((failure: unknown) => failure);
  const last = small.received.at(-1)?.body ?? "";
  expect([small.received.length, JSON.parse(last).data.changes.length]).toEqual([7, 1]);
  expect(tooLarge).toMatchObject({
    kind: "refused",
    message: expect.stringMatching(
      new RegExp(`a message of ${last.length} bytes with one change as too large \\(status 413\\).*raise the limit`),
    ),
  });
  const refusal = (post: PostOptions): Promise<unknown> => toldOn(2, { post }).catch((failure: unknown) => failure);
  const { url: closed } = await (async () => {
    await using hook = await listen([]);
    return hook;
  })();
  const unreachable = await refusal({ url: closed, secret, random: () => 0 });
  expect(unreachable).toMatchObject({ kind: "service", message: expect.stringContaining("cannot be reached") });
  expect(String(unreachable)).not.toContain("s3cret");
  const waits: number[] = [];
  const random = (): number => waits.push(0) * 0;
  expect(await refusal({ url: "http://127.0.0.1:6000/s3cret", secret, random })).toMatchObject({
    kind: "refused",
    message: "Nothing can be sent to http://127.0.0.1:6000/…: bad port. Give a URL with another port.",
  });
  expect(waits.length, "it is not tried again").toBeLessThan(2);
  for (const url of ["s3cret", "ftp://primjer.hr/s3cret", "https://user:s3cret@primjer.hr/"])
    expect(String(await refusal({ url, secret }))).toMatch(/^(?!.*s3cret).*The URL of post is none/);
  for (const wrong of ["", "s3cret", "whsec_s3cret", `whsec_${Buffer.alloc(23).toString("base64")}`])
    expect(String(await refusal({ url: "https://primjer.hr", secret: wrong }))).toMatch(/^(?!.*s3cret).*openssl rand/);
});

test("runs at the same time each write the file whole, and leave nothing beside it", async () => {
  const told = newFile();
  await toldOn(1, { told });
  const post = { url: "https://primjer.hr/hook", secret, fetch: async () => new Response() };
  const runs = await Promise.allSettled([2, 3, 4, 2, 3, 4].map((day) => toldOn(day, { told, lists: [list], post })));
  expect(runs.map(({ status }) => status)).toEqual(runs.map(() => "fulfilled"));
  expect(JSON.parse(readFileSync(told, "utf8"))).toMatchObject({ generation: expect.any(Number) });
  expect(readdirSync(dirname(told)).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("the command counts as told what was taken to its end, and prints nothing on a quiet morning", async () => {
  const told = newFile();
  const command = (morning: number, ...more: string[]): string[] => [
    "changes",
    mornings[morning] ?? "",
    "--told",
    told,
    ...more,
  ];
  expect(await runHere(...command(1, "--exit-code"))).toEqual({
    code: 0,
    output: "",
    errors: `From now on, what changes after generation 1 is told. ${told} keeps what was told last.\n`,
  });
  for (const format of ["text", "csv", "json"])
    expect(await runHere(...command(1, "--format", format, "--exit-code"))).toEqual({
      code: 0,
      output: "",
      errors: "",
    });
  // Nobody takes the last of it.
  for (const format of ["text", "csv", "json"]) {
    let left = 3_000;
    const write = (data: string, done?: (error?: Error) => void): void => {
      left -= data.length;
      done?.(left < 0 ? new Error("EPIPE") : undefined);
    };
    const errors = { write: (data: string) => expect(data).toContain("the next run tells it again") };
    expect(await main(command(2, "--format", format, "--exit-code"), new Run({ write }, errors))).toBe(1);
  }
  const { output, code } = await runHere(...command(2, "--json", "--exit-code", "--list", list));
  expect([code, output.trimEnd().split("\n").length]).toEqual([3, 252]);
  expect((await runHere(...command(2))).output).toBe("");
  expect((await runHere(...command(2, "--since", "1"))).code).toBe(2);
  // As a script may write it whose variable is not set.
  expect((await runHere("changes", mornings[2] ?? "", "--told", "")).code).toBe(2);
});

test("--post sends with the secret of the environment, and says how much; nothing else is printed", async () => {
  await using hook = await listen([]);
  vi.stubEnv("COURT_REGISTER_WEBHOOK_SECRET", secret);
  const { code, output, errors } = await runHere(
    "changes",
    mornings[2] ?? "",
    "--mbs",
    "2",
    "--post",
    hook.url,
    "--exit-code",
  );
  vi.unstubAllEnvs();
  expect({ code, errors }).toEqual({ code: 3, errors: "" });
  expect(output).toMatch(
    /^From generation 1 .* to generation 2 .*:\n {2}postupak: 1 new, 1 gone\nSent: 2 changes\.\n$/,
  );
  const [message] = hook.received.map(({ headers, body }) => messageOf(body, headers));
  expect(message?.changes.map(({ change, mbs, oib }) => [change, mbs, oib])).toEqual([
    ["gone", "000000002", "12345678903"],
    ["new", "000000002", "12345678903"],
  ]);
});

test("--subjects reads a list of companies, and tells which lines are none and which are not found", async () => {
  const file = `${target.name}.csv`;
  writeFileSync(file, "oib;naziv\r\n1234567896;Primjer\r\n12345678903;Drugi\r\n69435151530;Nema ga\r\nnije broj;x\r\n");
  const { code, output, errors } = await runHere(
    "changes",
    mornings[2] ?? "",
    "--subjects",
    file,
    "--column",
    "OIB",
    "--format",
    "csv",
  );
  expect(code).toBe(0);
  expect((await runHere("changes", mornings[2] ?? "", "--column", "oib")).errors).toContain("which is not given");
  expect(errors.split("\n")).toEqual([
    expect.stringMatching(/line 5: nije broj is no OIB and no MBS\.$/),
    expect.stringMatching(/no subject has the number 69435151530\.$/),
    "",
  ]);
  writeFileSync(file, "naziv\r\nPrimjer\r\n\r\n");
  expect(await runHere("changes", mornings[2] ?? "", "--subjects", file)).toMatchObject({
    code: 2,
    errors: expect.stringContaining("has no OIB and no MBS"),
  });
  const lines = output.split("\r\n").slice(1, -1);
  expect(new Set(lines.map((line) => line.split(",").slice(3, 5).join()))).toEqual(new Set(["000000002,12345678903"]));
});
