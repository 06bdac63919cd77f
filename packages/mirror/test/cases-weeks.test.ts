/** Weeks of twenty cases against a model: whatever the service does, every generation has the rows that a careful reader would have. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changes, follow, followed, sync, unfollow, verify } from "../src/index.ts";
import { CasesService, ofCases, partNames, rowsOfCases, type ServedCase } from "./support/cases-service.ts";
import { proofCases, proofRuns } from "./support/proofs.ts";
import { Register } from "./support/register.ts";
import { newTarget, randomRuns, rowsInAll, rowsInViews, sqliteTarget } from "./support/target.ts";

const keys = Array.from({ length: 20 }, (_, index) => `P-${index + 1}/2020@${index % 2 === 0 ? 3 : 7}`);

/** Values as services have sent them: numbers as texts and with a fraction, beyond 64 bits, halves of pairs. */
const value = fc.constantFrom(
  "1",
  "1.0",
  '"1"',
  "9007199254740993",
  "99999999999999999999",
  '"2026-03-04T09:00:00"',
  '"\\ud83d"',
  "null",
);
const row = fc.record({ predmetId: value, naziv: value, datum: value, odgoda: value }).map(
  (fields) =>
    `{${Object.entries(fields)
      .map(([name, one]) => `"${name}":${one}`)
      .join(",")}}`,
);
const part = fc.array(row, { maxLength: 3 });
const servedCase: fc.Arbitrary<ServedCase> = fc.record({
  own: fc.record({ broj: value, sudac: value }).map(({ broj, sudac }) => `"broj":${broj},"sudac":${sudac}`),
  parts: fc.record(Object.fromEntries(partNames.map((name) => [name, part]))),
});

/** What happens to a case overnight, or to the answer for it in the morning. */
const happening = fc.record({
  key: fc.constantFrom(...keys),
  what: fc.oneof(
    fc.record({ type: fc.constant("changes" as const), to: servedCase }),
    fc.record({
      type: fc.constantFrom(
        ...([
          "goes",
          "rows in another order",
          "error",
          "error 400",
          "no alias",
          "null list",
          "no list",
          "text",
        ] as const),
      ),
    }),
    fc.record({ type: fc.constantFrom("followed" as const, "unfollowed" as const, "forgotten" as const) }),
  ),
});
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

/** What a careful reader knows: the cases that are followed, and the rows of each in every generation. */
interface Model {
  readonly followed: Set<string>;
  /** Of each generation, what it has of each case. */
  readonly generations: Record<string, ServedCase>[];
}

let service: CasesService;
beforeAll(async () => {
  service = await CasesService.start();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Lets the night and the morning pass. @returns what the copy of that day must have. */
async function passDay(target: string, model: Model, day: readonly Happening[]): Promise<Record<string, ServedCase>> {
  service.instead = {};
  service.errors = {};
  service.errorStatus = 200;
  for (const { key, what } of day) {
    const found = service.cases[key];
    if (what.type === "changes") service.cases[key] = what.to;
    if (what.type === "goes") delete service.cases[key];
    if (what.type === "rows in another order" && found)
      service.cases[key] = {
        ...found,
        parts: Object.fromEntries(Object.entries(found.parts).map(([name, rows]) => [name, rows.toReversed()])),
      };
    if (what.type === "error" || what.type === "error 400") service.errors[key] = "not now";
    if (what.type === "error 400") service.errorStatus = 400;
    if (what.type === "no alias") service.instead[key] = undefined;
    if (what.type === "text") service.instead[key] = '"busy"';
    if (what.type === "null list" || what.type === "no list")
      service.instead[key] = what.type === "no list" ? '{"sudac":null}' : '{"sudac":null,"stranke":null,"rocista":[]}';
    if (what.type === "followed" && !model.followed.has(key)) {
      await follow(target, [key]);
      model.followed.add(key);
    }
    if (what.type === "unfollowed" && model.followed.delete(key)) await unfollow(target, [key]);
    const isKnown = model.followed.has(key) || model.generations.some((generation) => key in generation);
    if (what.type === "forgotten" && isKnown) {
      await unfollow(target, [key], { forget: true });
      model.followed.delete(key);
      for (const generation of model.generations) delete generation[key];
    }
  }
  const before = model.generations.at(-1) ?? {};
  const now: Record<string, ServedCase> = {};
  for (const key of model.followed) {
    const [kept, sent] = [before[key], service.cases[key]];
    const answer = key in service.instead ? service.instead[key] : undefined;
    const noCase: ServedCase = { own: '"sudac":null', parts: {} };
    if (answer?.startsWith("{") && !(key in service.errors)) {
      // A list that was not sent keeps its rows.
      const lists = answer.includes("rocista") ? { rocista: [] } : {};
      now[key] = { own: noCase.own, parts: { ...kept?.parts, ...lists } };
    } else if (key in service.instead || key in service.errors) {
      if (kept) now[key] = kept;
    } else if (sent) now[key] = sent;
  }
  return now;
}

test("every generation has what a careful reader would have, however cases and answers are", {
  timeout: 900_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(servedCase, { minLength: 20, maxLength: 20 }),
      fc.array(fc.array(happening, { maxLength: 8 }), { minLength: 1, maxLength: 6 }),
      async (first, week) => {
        await using target = await newTarget();
        service.cases = Object.fromEntries(keys.map((key, index) => [key, first[index] as ServedCase]));
        const model: Model = { followed: new Set(keys), generations: [] };
        await follow(target.name, keys);
        for (const [index, day] of [[], ...week].entries()) {
          service.state = `day ${index}`;
          model.generations.push(await passDay(target.name, model, day));
          const result = await sync(target.name, { graphqlUrl: service.url, only: "cases", acceptShrink: true });
          expect(result.generation).toBe(index + 1);
          const wrong = new Set([...Object.keys(service.instead), ...Object.keys(service.errors)]);
          expect(
            result.missing
              .map(({ mark, court }) => `${mark}@${court}`)
              .filter((key) => !wrong.has(key))
              .sort(),
          ).toEqual([...model.followed].filter((key) => !(key in service.cases) && !wrong.has(key)).sort());
        }
        const stored = await rowsInAll(target.name, ofCases, model.generations.length);
        for (const [index, cases] of model.generations.entries())
          for (const list of ofCases)
            expect(stored[index]?.[list], `${list} in generation ${index + 1}`).toEqual(rowsOfCases(list, cases));
        const views = await rowsInViews(target.name, ofCases);
        for (const list of ofCases) expect(views[list]).toEqual(rowsOfCases(list, model.generations.at(-1) ?? {}));
        expect((await followed(target.name)).map(({ mark, court }) => `${mark}@${court}`).sort()).toEqual(
          [...model.followed].sort(),
        );
        expect((await verify(target.name)).problems).toEqual([]);
      },
    ),
    { numRuns: proofRuns("weeks of twenty cases", randomRuns(30)) },
  );
});

test("whatever is copied when, each list has its newest copy, and changes shows what the last sync has changed", {
  timeout: 900_000,
}, async () => {
  await using register = await Register.start();
  const run = fc.record({
    only: fc.constantFrom("register" as const, "cases" as const, undefined),
    jezik: fc.boolean(),
    sudac: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 8 }), async (runs) => {
      await using target = await newTarget();
      Object.assign(service, { cases: {}, instead: {}, errors: {} });
      let [jezik, sudac] = [0, 0];
      /** What each interface had when it was copied last. */
      const copied: { register?: number; cases?: number } = {};
      let last: { from: number; to: number; lists: string[] } | undefined;
      let newest = 0;
      await follow(target.name, ["P-1/2020@3"]);
      for (const { only, ...changed } of runs) {
        if (changed.jezik) jezik++;
        if (changed.sudac) sudac++;
        register.rows = { jezik: [`{"id":${jezik}}`] };
        register.state = `state ${jezik}`;
        Object.assign(service, {
          cases: { "P-1/2020@3": { own: `"sudac":"${sudac}"`, parts: {} } },
          state: `state ${sudac}`,
        });
        const lists: string[] = [];
        let made = 0;
        for (const [of, now, list] of [
          ["register", jezik, "jezik"],
          ["cases", sudac, "predmet"],
        ] as const) {
          if ((only ?? of) !== of || copied[of] === now) continue;
          made++;
          if (copied[of] !== undefined) lists.push(list);
          else if (newest > 0) lists.push(list);
          copied[of] = now;
        }
        const { generation, cases } = await sync(target.name, {
          ...{ baseUrl: register.url, subscriptionKey: register.key, graphqlUrl: service.url, fetch },
          lists: ["jezik", "predmet"].filter((_, index) => only === undefined || index === (only === "cases" ? 1 : 0)),
        });
        if (made > 0) last = { from: newest, to: newest + made, lists };
        newest += made;
        expect(Math.max(generation, cases?.generation ?? 0)).toBeLessThanOrEqual(newest);
      }
      const views = await rowsInViews(target.name, [
        ...(copied.register === undefined ? [] : ["jezik"]),
        ...(copied.cases === undefined ? [] : ["predmet"]),
      ]);
      if (copied.register !== undefined) expect(views.jezik).toEqual([`{"id":${copied.register}}`]);
      if (copied.cases !== undefined) expect(views.predmet?.[0]).toContain(`"sudac":"${copied.cases}"`);
      const found = await changes(target.name);
      expect(found.to.generation).toBe(newest);
      if (last?.from === 0) expect(found.isFirst).toBe(true);
      else expect([found.from.generation, found.lists.map(({ list }) => list)]).toEqual([last?.from, last?.lists]);
      expect((await verify(target.name)).problems).toEqual([]);
    }),
    { numRuns: proofRuns("rows of copies of both interfaces", randomRuns(30)) },
  );
});

const script = fileURLToPath(new URL("./support/killed-sync.ts", import.meta.url));

/** Starts a process that copies the cases. */
const startSync = (target: string, commit = "", ...options: string[]) =>
  spawn(
    process.execPath,
    [
      ...["--conditions=@court-register/source", "--disable-warning=ExperimentalWarning", ...options],
      ...[script, target, service.url, "", commit],
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );

const caseOf = (name: string): ServedCase => ({
  own: `"sudac":"${name}"`,
  parts: { stranke: [`{"naziv":"${name}"}`], pismena: [`{"vrsta":"${name}"}`, '{"vrsta":"tužba"}'] },
});

test("a kill at every third commit loses nothing, and no rows of two moments are published", {
  timeout: 900_000,
}, async ({ skip }) => {
  if (process.env.COURT_REGISTER_TEST_POSTGRES) return skip("This is about files, and runs without a server.");
  const first = Object.fromEntries(Array.from({ length: 45 }, (_, at) => [`P-${at}/2020@3`, caseOf(`first ${at}`)]));
  const second = { ...first, "P-3/2020@3": caseOf("second"), "P-44/2020@3": caseOf("second") };
  delete (second as Record<string, ServedCase>)["P-7/2020@3"];
  Object.assign(service, { cases: first, state: "first", instead: {}, errors: { "P-9/2020@3": "not now" } });
  await using yesterday = sqliteTarget();
  await follow(yesterday.name, Object.keys(first));
  await sync(yesterday.name, { graphqlUrl: service.url, only: "cases" });
  Object.assign(service, { cases: second, state: "second" });
  await using counted = sqliteTarget();
  copyFileSync(yesterday.name, counted.name);
  const child = startSync(counted.name);
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect(Number(output)).toBeGreaterThan(10);
  const expected = await followed(counted.name);
  const [, whole] = await rowsInAll(counted.name, ofCases, 2);
  // Every third: the seven lists of a document are one commit, and many are alike.
  for (const commit of proofCases(
    "kills of a copy of cases",
    Array.from({ length: Math.floor(Number(output) / 3) }, (_, at) => 3 * at + 3),
  )) {
    await using target = sqliteTarget();
    copyFileSync(yesterday.name, target.name);
    const [, signal] = await once(startSync(target.name, String(commit)), "exit");
    expect(signal, `killed at commit ${commit}`).toBe("SIGKILL");
    const { generation } = await sync(target.name, { graphqlUrl: service.url, only: "cases" });
    expect((await rowsInAll(target.name, ofCases, 2))[1]).toEqual(whole);
    // The case with an error is asked for again: a copy that was published before the kill is followed by an equal one.
    expect([2, 3]).toContain(generation);
    const told = (all: typeof expected) => all.map(({ mark, problem, missing }) => [mark, problem, missing !== null]);
    expect(told(await followed(target.name))).toEqual(told(expected));
    expect((await verify(target.name)).problems).toEqual([]);
  }
  service.errors = {};
});

test("2,000 cases take no more than 100 documents, and less memory than they have bytes", {
  timeout: 900_000,
}, async () => {
  const count = proofRuns("cases in a copy with little memory", 2_000);
  const long = "x".repeat(8_000);
  const followedCases = Array.from({ length: count }, (_, at) => `P-${at}/2020@3`);
  const served = { ...caseOf(long), own: `"sudac":"${long}"` };
  Object.assign(service, { cases: Object.fromEntries(followedCases.map((key) => [key, served])), state: "many" });
  await using target = await newTarget();
  await follow(target.name, followedCases);
  const before = service.documents;
  // 2,000 cases have 48 MB.
  const [code] = await once(startSync(target.name, "", "--max-old-space-size=32"), "exit");
  expect(code).toBe(0);
  expect(service.documents - before).toBe(Math.ceil(count / 20));
  expect((await followed(target.name)).filter(({ asked }) => asked === 1)).toHaveLength(count);
});
