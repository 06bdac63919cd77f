/** Court cases that are followed: what the mirror promises of them, against a service that misbehaves. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "@court-register/reference-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  changes,
  exportTo,
  follow,
  followed,
  MirrorError,
  prune,
  type SyncOptions,
  showCase,
  status,
  sync,
  unfollow,
  verify,
} from "../src/index.ts";
import { CasesService, ofCases, rowsOfCases, type ServedCase } from "./support/cases-service.ts";
import { run, runHere } from "./support/command.ts";
import { nextDay, optionsFor, startRegister } from "./support/days.ts";
import { execute } from "./support/postgres-target.ts";
import { exportFolder, newTarget, rowsIn, rowsInViews, type Target } from "./support/target.ts";

let service: CasesService;
beforeAll(async () => {
  service = await CasesService.start();
});
afterAll(() => service[Symbol.asyncDispose]());

const simple = (name: string, more: ServedCase["parts"] = {}): ServedCase => ({
  own: `"oznakaBroj":null,"sudac":"${name}"`,
  parts: { stranke: [`{"naziv":"${name}"}`], ...more },
});

/** A service as it was when it began. */
function reset(cases: Record<string, ServedCase>): void {
  Object.assign(service, { cases, instead: {}, errors: {}, errorStatus: 200, intercept: undefined, state: "first" });
}

const copy = (target: string, options: SyncOptions = {}) =>
  sync(target, { graphqlUrl: service.url, only: "cases", ...options });

const errorOf = async (promise: Promise<unknown>): Promise<MirrorError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MirrorError);
  return error as MirrorError;
};

/** Expects that readers see the rows of these cases, and no others. */
async function expectCases(target: string, cases: Record<string, ServedCase>): Promise<void> {
  const views = await rowsInViews(target, ofCases);
  for (const list of ofCases) expect(views[list], list).toEqual(rowsOfCases(list, cases));
}

test("cases are copied as they were sent, and nothing is asked again while the service is not updated", async () => {
  const cases = {
    "P-1/2020@3": {
      own: '"id":9007199254740993,"broj":"12","lastUpdateTime":"2026-01-01T06:00:00","sudac":"Ana"',
      parts: { stranke: ['{"naziv":"Ana","predmetId":1.0}', '{"naziv":"Ana","predmetId":1.0}'], rocista: [] },
    },
    "P-2/2020@3": simple("Iva"),
  };
  reset(cases);
  await using target = await newTarget();
  await follow(target.name, ["P-1/2020@3", "P-2/2020@3", "P-3/2020@7"]);
  const result = await copy(target.name);
  expect(result).toMatchObject({ of: "cases", generation: 1, state: "first", proof: "state", problems: [] });
  expect(result.missing).toMatchObject([{ mark: "P-3/2020", court: 7 }]);
  // A BigInteger that arrives as a text, one with a fraction, and the two equal ones.
  expect(result.changes.find(({ list }) => list === "predmet")).toMatchObject({ rows: 2, misfits: 1 });
  await expectCases(target.name, cases);
  expect(await copy(target.name)).toMatchObject({ upToDate: true, requests: 1, missing: result.missing });
  expect((await verify(target.name)).problems).toEqual([]);
  expect(await followed(target.name)).toMatchObject([
    {
      mark: "P-1/2020",
      court: 3,
      courtName: "Općinski sud u Primjeru",
      lastChange: "2026-01-01T06:00:00",
      missing: null,
    },
    { mark: "P-2/2020", lastChange: null },
    { mark: "P-3/2020", missing: expect.stringMatching(/^20/) },
  ]);
});

test("what is followed anew is asked for although the service was not updated", async () => {
  const cases = { "P-1/2020@3": simple("Ana"), "P-2/2020@3": simple("Iva") };
  reset(cases);
  await using target = await newTarget();
  await follow(target.name, ["P-1/2020@3"]);
  await copy(target.name);
  expect(await follow(target.name, [" p-1/2020 @ 3", "p - 2 / 2020@Općinski sud"])).toEqual({
    added: [{ mark: "P-2/2020", court: 3 }],
    already: [{ mark: "P-1/2020", court: 3 }],
  });
  expect(await copy(target.name)).toMatchObject({ upToDate: false });
  await expectCases(target.name, cases);
});

test("the spelling of a mark is that of the service, also if it was followed before anything was copied", async () => {
  const cases = { "Ovr-1/2020@3": simple("Ana") };
  reset(cases);
  await using target = await newTarget();
  await follow(target.name, ["OVR - 1/2020@3"]);
  expect((await copy(target.name)).missing).toEqual([]);
  await expectCases(target.name, cases);
});

test("a register with a hyphen is asked for as the service writes it, and a case of it is followed once", async () => {
  const cases = { "K-Us-1/2020@3": simple("Ana"), "Pp-Ž-2/2020@7": simple("Iva") };
  reset(cases);
  const { lists } = service;
  service.lists = { ...lists, vrstaUpisnika: ['{"id":1,"oznaka":"K-Us"}', '{"id":2,"oznaka":"Pp-Ž"}', '{"id":3}'] };
  try {
    await using target = await newTarget();
    await follow(target.name, ["K-US-1/2020@3", "k-us - 1/2020@3", "pp-ž-2/2020@7"]);
    expect((await copy(target.name)).missing).toEqual([]);
    await expectCases(target.name, cases);
    for (const text of ["k-us-1/2020@3", "K-US-1/2020@3", "PP-Ž-2/2020@7"])
      expect(await follow(target.name, [text])).toMatchObject({ added: [], already: [{}] });
    expect(await followed(target.name)).toHaveLength(2);
    // As earlier versions have asked for it, and no other register is called so.
    expect((await follow(target.name, ["X-9/2020@3", "x-9/2020@3"])).added).toHaveLength(1);
  } finally {
    service.lists = lists;
  }
});

test("what is not certain is asked back with candidates, and nothing is followed", async () => {
  reset({});
  await using target = await newTarget();
  expect((await errorOf(follow(target.name, ["P-1/2020@Općinski"]))).message).toMatch(
    /no courts were copied yet.*--only cases/,
  );
  await copy(target.name);
  const several = await errorOf(follow(target.name, ["P-1/2020@3", "P-1/2020@sud u Primjeru"]));
  expect(several).toMatchObject({ kind: "usage", resumable: false });
  expect(several.message).toMatch(
    /2 courts .*3 Općinski sud u Primjeru, 7 Trgovački sud u Primjeru.*Nothing was changed/,
  );
  expect((await errorOf(follow(target.name, ["P-1/2020@Split"]))).message).toMatch(/No court/);
  expect((await errorOf(follow(target.name, ["P-1/2020"]))).message).toMatch(/MARK|mark/);
  expect(await followed(target.name)).toEqual([]);
});

test("a case that is gone is told, stays in the history, and most of them at once are not believed", async () => {
  const cases = Object.fromEntries(["P-1/2020@3", "P-2/2020@3", "P-3/2020@3"].map((key) => [key, simple(key)]));
  reset(cases);
  await using target = await newTarget();
  await follow(target.name, Object.keys(cases));
  await copy(target.name);
  service.cases = { "P-1/2020@3": simple("P-1/2020@3"), "P-2/2020@3": simple("P-2/2020@3") };
  service.state = "second";
  expect((await copy(target.name)).missing).toMatchObject([{ mark: "P-3/2020", court: 3 }]);
  await expectCases(target.name, service.cases);
  expect(await rowsIn(target.name, "stranke", 1)).toEqual(rowsOfCases("stranke", cases));
  service.cases = {};
  service.state = "third";
  const refused = await errorOf(copy(target.name));
  expect(refused).toMatchObject({ kind: "shrunk" });
  expect(refused.message).toMatch(/no such case for 2 of 2 that were there, such as P-1\/2020@3/);
  expect((await errorOf(copy(target.name))).kind).toBe("shrunk");
  expect((await copy(target.name, { acceptShrink: true })).missing).toHaveLength(3);
  await expectCases(target.name, {});
  expect((await verify(target.name)).problems).toEqual([]);
});

/** What may be wrong with the answer for a case, and what is told of it. */
const misbehaviours: readonly (readonly [what: string, misbehave: (key: string) => void, says: RegExp])[] = [
  ["an error with a path", (key) => Object.assign(service.errors, { [key]: "no judge" }), /no judge/],
  ["its alias missing", (key) => Object.assign(service.instead, { [key]: undefined }), /left it out/],
  ["a text", (key) => Object.assign(service.instead, { [key]: '"busy"' }), /must send a case, but sent busy/],
  [
    "another case",
    (key) => Object.assign(service.instead, { [key]: '{"oznakaBroj":"P-9/1999","sudId":3}' }),
    /another case, P-9\/1999 at court 3/,
  ],
  [
    "a case of another court",
    (key) => Object.assign(service.instead, { [key]: '{"sudId":"8"}' }),
    /another case, null at court 8/,
  ],
  [
    "null for a list",
    (key) => Object.assign(service.instead, { [key]: '{"sudac":"Ana","stranke":null}' }),
    /no list of stranke/,
  ],
  [
    "a list of texts",
    (key) => Object.assign(service.instead, { [key]: '{"sudac":"Ana","stranke":["Ana"]}' }),
    /array of objects for stranke/,
  ],
  [
    "a list with null, where there were no rows",
    (key) =>
      Object.assign(service.instead, { [key]: '{"stranke":[{"naziv":"Ana"}],"pismena":[null,{"vrsta":"tužba"}]}' }),
    /array of objects for pismena/,
  ],
];

test.each([200, 400])(
  "whatever is wrong with an answer, with status %i, its case keeps its rows and stops no other",
  async (status) => {
    const keys = misbehaviours.map((_, index) => `P-${index}/2020@3`);
    const cases = Object.fromEntries([...keys, "P-97/2020@3", "P-98/2020@7"].map((key) => [key, simple("Ana")]));
    reset(cases);
    await using target = await newTarget();
    await follow(target.name, Object.keys(cases));
    await copy(target.name);
    const changed = { ...cases, "P-97/2020@3": simple("Ena"), "P-98/2020@7": simple("Eda") };
    Object.assign(service, { state: "second", cases: changed, errorStatus: status });
    for (const [index, [, misbehave]] of misbehaviours.entries()) misbehave(keys[index] as string);
    const { problems, missing } = await copy(target.name);
    expect(problems).toEqual(
      misbehaviours.map(([, , says], index) => ({
        mark: `P-${index}/2020`,
        court: 3,
        problem: expect.stringMatching(says),
      })),
    );
    expect(missing).toEqual([]);
    expect((await rowsInViews(target.name, ["stranke"])).stranke).toEqual(rowsOfCases("stranke", changed));
    expect((await followed(target.name))[0]?.problem).toMatch(/no judge/);
    reset(changed);
    service.state = "second";
    expect(await copy(target.name)).toMatchObject({ generation: 3, problems: [] });
    await expectCases(target.name, changed);
    expect((await verify(target.name)).problems).toEqual([]);
  },
);

test("the command ends with 1 if a case is not answered, and names it", async () => {
  reset({ "P-1/2020@3": simple("Ana"), "P-2/2020@3": simple("Iva") });
  service.errors = { "P-2/2020@3": "no judge" };
  await using target = await newTarget();
  await follow(target.name, ["P-1/2020@3", "P-2/2020@3", "P-3/2020@3"]);
  const header = ["--graphql-header", "Authorization: Bearer tajni-kljuc"];
  const { code, output, errors } = await run(
    "sync",
    target.name,
    "--graphql-url",
    service.url,
    "--only",
    "cases",
    ...header,
  );
  expect(code).toBe(1);
  expect(output).toMatch(
    /P-3\/2020@3: no such case at this court since .*\nP-2\/2020@3 was not answered, and keeps the rows of before: .*no judge.*\nRun the command again/,
  );
  expect(output + errors).not.toContain("tajni-kljuc");
  await expectCases(target.name, { "P-1/2020@3": simple("Ana") });
});

test("a file of cases that is not UTF-8 is refused, and nothing is followed", async () => {
  reset({});
  await using target = await newTarget();
  await copy(target.name);
  const folder = await mkdtemp(join(tmpdir(), "cases-"));
  const file = join(folder, "cases.txt");
  for (const bytes of [Buffer.from("Gž-1/2020@3\n", "utf16le"), Buffer.from("G\x9e-1/2020@3\n", "latin1")]) {
    await writeFile(file, bytes);
    expect(await runHere("follow", target.name, "--file", file)).toMatchObject({
      code: 2,
      errors: expect.stringContaining(`The file ${file} is not in UTF-8.`),
    });
  }
  expect(await followed(target.name)).toEqual([]);
  await rm(folder, { recursive: true });
});

test("while the service is not updated, only what is open is asked for, whatever a case has for a lasting problem", async () => {
  const keys = Array.from({ length: 45 }, (_, index) => `P-${index + 1}/2020@3`);
  const cases = Object.fromEntries(keys.slice(1).map((key) => [key, simple(key)]));
  reset(cases);
  service.errors = { "P-30/2020@3": "no judge" };
  const asked: string[] = [];
  service.intercept = ({ cases: some }) => {
    asked.push(...some);
    return false;
  };
  await using target = await newTarget();
  await follow(target.name, keys);
  const first = await copy(target.name);
  expect(first.problems).toHaveLength(1);
  asked.length = 0;
  const again = await copy(target.name);
  expect([again.problems, again.missing, asked]).toEqual([first.problems, first.missing, ["P-30/2020@3"]]);
  expect(again.changes.every((list) => list.new + list.gone === 0)).toBe(true);
  // One more is followed, and then the problem is over.
  await follow(target.name, ["P-99/2020@3"]);
  asked.length = 0;
  service.errors = {};
  expect((await copy(target.name)).problems).toEqual([]);
  expect(asked.sort()).toEqual(["P-30/2020@3", "P-99/2020@3"]);
  await expectCases(target.name, cases);
  expect((await verify(target.name)).problems).toEqual([]);
  // After an update, or where other lists were copied, all of them are.
  service.errors = { "P-30/2020@3": "no judge" };
  service.state = "second";
  await copy(target.name);
  asked.length = 0;
  service.state = "third";
  await copy(target.name);
  expect(asked).toHaveLength(46);
  asked.length = 0;
  await copy(target.name, { lists: ["predmet"] });
  expect(asked).toHaveLength(1);
  asked.length = 0;
  await copy(target.name);
  expect(asked).toHaveLength(46);
});

test("a document that fails as a whole because of one case is asked for again, case by case", async () => {
  const cases = { "P-1/2020@3": simple("Ana"), "P-2/2020@3": simple("Iva"), "P-3/2020@3": simple("Eva") };
  reset(cases);
  service.intercept = ({ cases: asked, response }) => {
    if (!asked.includes("P-2/2020@3")) return false;
    response.writeHead(400, { "content-type": "application/graphql-response+json" });
    response.end('{"data":null,"errors":[{"message":"too complex"}]}');
    return true;
  };
  await using target = await newTarget();
  await follow(target.name, Object.keys(cases));
  const { problems } = await copy(target.name);
  expect(problems).toMatchObject([{ mark: "P-2/2020", problem: expect.stringMatching(/too complex/) }]);
  const { "P-2/2020@3": _, ...others } = cases;
  await expectCases(target.name, others);
});

test("a service that is down stops the copy, and the next run goes on", async () => {
  const cases = Object.fromEntries(Array.from({ length: 45 }, (_, at) => [`P-${at}/2020@3`, simple(`${at}`)]));
  reset(cases);
  await using target = await newTarget();
  await follow(target.name, Object.keys(cases));
  let answered = 0;
  service.intercept = ({ field, response }) => {
    if (field !== "predmet" || ++answered <= 1) return false;
    response.writeHead(403).end();
    return true;
  };
  expect(await errorOf(copy(target.name))).toMatchObject({ kind: "refused" });
  service.intercept = undefined;
  const before = service.documents;
  expect(await copy(target.name)).toMatchObject({ generation: 1, problems: [] });
  expect(service.documents - before).toBe(2);
  await expectCases(target.name, cases);
});

test("a service that is updated meanwhile is asked again; one that never says when is asked twice", async () => {
  const cases = { "P-1/2020@3": simple("Ana") };
  reset(cases);
  await using target = await newTarget();
  await follow(target.name, Object.keys(cases));
  service.intercept = ({ field }) => {
    if (field === "predmet")
      Object.assign(service, { state: "second", cases: { "P-1/2020@3": simple("Ena") }, intercept: undefined });
    return false;
  };
  const restarts: string[] = [];
  const { state } = await copy(target.name, {
    onEvent: (event) => event.type === "restart" && restarts.push(event.reason),
  });
  expect(state).toBe("second");
  expect(restarts).toEqual([expect.stringMatching(/updated at first .* at second/)]);
  service.state = null;
  expect(await copy(target.name)).toMatchObject({ upToDate: false, proof: "read again", state: undefined });
  let documents = 0;
  service.intercept = ({ field }) => {
    if (field === "predmet") service.cases = { "P-1/2020@3": simple(`Ina ${++documents}`) };
    return false;
  };
  expect(await errorOf(copy(target.name))).toMatchObject({ kind: "changing" });
  service.intercept = undefined;
  await expectCases(target.name, { "P-1/2020@3": simple("Ena") });
});

test("prune keeps so many generations of each interface, and what is read from before them is refused, never told in part", async () => {
  reset({ "P-1/2020@3": simple("Ana") });
  await using register = await startRegister(true);
  await using target = await newTarget();
  await using folder = await exportFolder();
  await follow(target.name, ["P-1/2020@3"]);
  const { lists } = optionsFor(register);
  await sync(target.name, optionsFor(register));
  for (const judge of ["Ana", "Eva", "Iva", "Ina", "Uma"]) {
    service.cases = { "P-1/2020@3": simple(judge) };
    service.state = judge;
    await copy(target.name);
    if (judge !== "Iva") continue;
    nextDay(register);
    await sync(target.name, optionsFor(register));
  }
  const ofRegister = await changes(target.name, { since: 1, lists });
  const known = await changes(target.name, { since: 5 });
  expect(await prune(target.name, { keep: 2 })).toMatchObject({ generations: [2, 3, 4] });
  expect((await status(target.name)).generations.map(({ generation }) => generation)).toEqual([1, 5, 6, 7]);
  expect((await verify(target.name)).problems).toEqual([]);
  expect(await changes(target.name, { since: 1, lists })).toEqual(ofRegister);
  expect(await changes(target.name, { since: 5 })).toEqual(known);
  expect((await errorOf(changes(target.name, { since: 1 }))).message).toMatch(
    /court cases between the generations 1 and 5 is not kept any more. Use since: 5/,
  );
  expect((await errorOf(showCase(target.name, "P-1/2020@3", { at: 5 }))).message).toMatch(
    /Generation 5 has no rows of the court cases any more: these are kept from generation 6 on/,
  );
  const exported = await exportTo(target.name, folder.name, { generation: 1, format: "csv" });
  expect(exported.lists.map(({ list }) => list).filter((list) => ofCases.includes(list))).toEqual([]);
});

test("if one service fails, the other one is copied all the same, and the error says what failed", async () => {
  reset({ "P-1/2020@3": simple("Ana") });
  await using register = await startRegister(true);
  await using target = await newTarget();
  await follow(target.name, ["P-1/2020@3"]);
  const lists = [...optionsFor(register).lists, ...ofCases];
  const options = { ...optionsFor(register), lists, graphqlUrl: service.url };
  const refuse = ({ response }: { response: ServerResponse }): true => {
    response.writeHead(401).end();
    return true;
  };
  register.intercept = refuse;
  expect((await errorOf(sync(target.name, options))).kind).toBe("refused");
  await expectCases(target.name, { "P-1/2020@3": simple("Ana") });
  service.state = "second";
  service.intercept = refuse;
  const both = await errorOf(sync(target.name, options));
  expect(both.message).toMatch(/refuses the key.*The other interface failed too.*refuses the request/);
  service.intercept = undefined;
  expect((await status(target.name)).generations).toHaveLength(1);
});

test("thousands of cases are followed, known again in other spellings, and removed, each as one", async () => {
  await using target = await newTarget();
  const marks = Array.from({ length: 3_000 }, (_, index) => `Ovr-${index}/2019@7`);
  const others = marks.map((text) => `\u200b${text.toLowerCase().replace("-", " \u2011 ").replace("@", "\u0000 @ ")}`);
  const { added } = await follow(target.name, [...marks, ...others.toReversed()]);
  expect(added.map(({ mark, court }) => `${mark}@${court}`)).toEqual(marks);
  expect((await follow(target.name, others)).already).toHaveLength(marks.length);
  expect((await unfollow(target.name, [...marks, ...others])).removed).toHaveLength(marks.length);
  expect(await followed(target.name)).toEqual([]);
});

test("a service that takes fewer cases in a document is soon asked for so many", async () => {
  const keys = Array.from({ length: 45 }, (_, index) => `P-${index + 1}/2020@3`);
  const cases = Object.fromEntries(keys.map((key) => [key, simple("Ana")]));
  reset(cases);
  service.intercept = ({ cases: asked, response }) => {
    if (asked.length <= 5) return false;
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"errors":[{"message":"query is too complex"}]}');
    return true;
  };
  await using target = await newTarget();
  await follow(target.name, keys);
  const before = service.documents;
  expect(await copy(target.name)).toMatchObject({ problems: [] });
  expect(service.documents - before).toBe(1 + 45 / 5);
  await expectCases(target.name, cases);
});

test("copies of the two interfaces are generations of their own, and neither touches the other", async () => {
  reset({ "P-1/2020@3": simple("Ana") });
  await using register = await startRegister(true);
  await using target = await newTarget();
  await follow(target.name, ["P-1/2020@3"]);
  const options = {
    ...optionsFor(register),
    lists: [...optionsFor(register).lists, ...ofCases],
    graphqlUrl: service.url,
  };
  const first = await sync(target.name, options);
  expect(first).toMatchObject({ of: "register", generation: 1, cases: { of: "cases", generation: 2 } });
  expect(await changes(target.name)).toMatchObject({ isFirst: true });
  nextDay(register);
  expect(await sync(target.name, { ...options, only: "register" })).toMatchObject({ of: "register", generation: 3 });
  expect(await changes(target.name)).toMatchObject({ from: { generation: 2 }, to: { generation: 3 } });
  expect(await sync(target.name, options)).toMatchObject({
    upToDate: true,
    generation: 3,
    cases: { upToDate: true, generation: 2 },
  });
  service.cases = { "P-1/2020@3": simple("Ena") };
  service.state = "second";
  expect(await sync(target.name, { ...options, only: "cases" })).toMatchObject({ of: "cases", generation: 4 });
  const found = await changes(target.name);
  expect(found.lists.map(({ list }) => list)).toEqual(["predmet", "stranke"]);
  expect((await status(target.name)).generations.map(({ of }) => of)).toEqual([
    "register",
    "cases",
    "register",
    "cases",
  ]);
  const other = await errorOf(sync(target.name, { ...options, graphqlUrl: `${service.url}/other`, only: "cases" }));
  expect(other.message).toMatch(/holds court cases of .*give anew if/);
  expect((await verify(target.name)).problems).toEqual([]);
});

/** All bytes of a file, or of the tables and indexes of a database. */
async function bytesOf({ name }: Target): Promise<string> {
  if (!name.startsWith("postgres")) return readFileSync(name, "latin1");
  const files = await execute(
    name,
    "CHECKPOINT",
    "SELECT encode(pg_read_binary_file(pg_relation_filepath(c.oid)), 'base64') AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'i', 't') AND n.nspname IN ('court_register', 'pg_toast')",
  );
  return files.map(({ bytes }) => Buffer.from(String(bytes), "base64").toString("latin1")).join();
}

test("nothing of a case that is forgotten is left, and the rest is as it was", async () => {
  const cases = { "P-1/2020@3": simple("Zaboravljena Osoba"), "P-2/2020@3": simple("Iva") };
  reset(cases);
  await using target = await newTarget();
  await using exported = exportFolder();
  await using folder = exportFolder();
  const told = join(folder.name, "told.json");
  await follow(target.name, Object.keys(cases));
  await copy(target.name);
  await changes(target.name, { told });
  await exportTo(target.name, exported.name, { format: "csv" });
  service.cases = { "P-1/2020@3": simple("Zaboravljeni Sudac"), "P-2/2020@3": simple("Eva") };
  service.state = "second";
  await copy(target.name);
  expect(await bytesOf(target)).toMatch(/Zaboravljen/);
  expect(await unfollow(target.name, ["p-1/2020"], { forget: true })).toMatchObject({
    removed: [{ mark: "P-1/2020", court: 3 }],
    rows: 4,
    isOpenElsewhere: false,
  });
  expect(await bytesOf(target)).not.toMatch(/Zaboravljen|P-1\/2020/);
  expect((await verify(target.name)).problems).toEqual([]);
  expect(await unfollow(target.name, [], { forget: true })).toMatchObject({
    removed: [],
    rows: 0,
    isOpenElsewhere: false,
  });
  expect((await errorOf(exportTo(target.name, exported.name, { format: "csv" }))).message).toMatch(
    /was exported before a court case was forgotten/,
  );
  expect(await changes(target.name, { told })).toMatchObject({ from: { generation: 1 }, to: { generation: 2 } });
  expect(await rowsIn(target.name, "stranke", 1)).toEqual(rowsOfCases("stranke", { "P-2/2020@3": simple("Iva") }));
  service.state = "third";
  expect(await copy(target.name)).toMatchObject({ generation: 3, missing: [] });
  await expectCases(target.name, { "P-2/2020@3": simple("Eva") });
  expect((await verify(target.name)).problems).toEqual([]);
});

test("a week of three cases is told day by day, as the reference server makes it", async () => {
  await using server = await startServer({ rows: 1 });
  await using target = await newTarget();
  await follow(target.name, ["P-21/2025@4", "Ovr-7/2025@5", "St-3/2025@6"]);
  const week: Record<number, string[]> = {};
  for (const day of [0, 1, 2, 3, 4, 5]) {
    if (day > 0) await server.load({ rows: 1, seed: 1, day });
    await sync(target.name, { graphqlUrl: `${server.url}/graphql`, only: "cases" });
    const told: string[] = [];
    await changes(target.name, {
      onChange: ({ list, row, ...change }) => {
        if (list === "predmet" && change.change === "changed")
          change.fields = change.fields.filter(({ field }) => field !== "lastUpdateTime");
        const fields = change.change === "changed" ? `: ${change.fields.map(({ field }) => field)}` : "";
        if (change.change !== "changed" || change.fields.length > 0)
          told.push(`${change.change} ${list} ${row.asked_mark}${fields}`);
      },
    });
    week[day] = told;
  }
  expect(week).toMatchObject({
    1: ["new pismena Ovr-7/2025", "new pismena P-21/2025"],
    2: ["changed rocista P-21/2025: odgoda", "new rocista P-21/2025", "new stranke St-3/2025"],
    3: expect.arrayContaining(["gone predmet Ovr-7/2025", "gone pismena Ovr-7/2025"]),
    4: ["new povezaniPredmeti St-3/2025", "changed rocista P-21/2025: stPocetak,stZavrsetak"],
    5: ["changed predmet P-21/2025: datumDonosenjaOdluke,vrstaOdluke", "new pismena P-21/2025"],
  });
});
