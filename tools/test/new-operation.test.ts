/**
 * A new operation with a new resource, and a new GraphQL field: after generation, the clients, the mock, the lists of operations, the
 * reference server and the suite have them, with changes only in the specs and the examples.
 */
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { javaMissing } from "../src/generate/rest/java.ts";
import { git } from "../src/shared/git.ts";
import { root } from "../src/shared/repository.ts";
import { type ServerProcess, startProcess } from "../src/shared/server-process.ts";
import { consumer } from "./new-operation/consumer.ts";
import { addToSpecs, rows } from "./new-operation/edits.ts";
import { Copy } from "./support/copy.ts";
import { commit, runSpecDiff } from "./support/in-repository.ts";

const noJava = javaMissing();

const key = "kljuc-primjer";
let copy: Copy;

/** Starts a program with imports resolved to sources. */
const start = (program: string, ...args: string[]): Promise<ServerProcess> =>
  startProcess(program, args, { env: { ...process.env, NODE_OPTIONS: "--conditions=@court-register/source" } });

async function release(version: string): Promise<void> {
  await git(copy.root, "add", "specs", "packages/*/package.json", "conformance/package.json");
  await commit(copy.root, version);
  await git(copy.root, "tag", version);
}

interface Report {
  conclusion: string;
  results: { requirement: string; subject: string; state: string }[];
}

/** Runs the copy's suite. @returns its conclusion, and a function for the states of a subject's requirements. */
async function conformance(
  ...args: string[]
): Promise<{ conclusion: string; states(subject: string): Record<string, string> }> {
  const { output } = await copy.node(
    "conformance/src/cli.ts",
    "--key",
    key,
    "--report-dir",
    copy.path("report"),
    ...args,
  );
  const report: Report = JSON.parse(
    await copy.read("report/report.json").catch(() => Promise.reject(new Error(output))),
  );
  const states = (subject: string): Record<string, string> =>
    Object.fromEntries(
      report.results.filter((one) => one.subject === subject).map((one) => [one.requirement, one.state]),
    );
  return { conclusion: report.conclusion, states };
}

async function startMock(): Promise<ServerProcess> {
  const program = 'import { startMock } from "./src/start/mock.ts";\nconsole.log((await startMock()).url);\n';
  await copy.write("tools/start-mock.ts", program);
  return start(copy.path("tools/start-mock.ts"));
}

const use = async (url: string, what: string): Promise<unknown> => {
  const { code, output } = await copy.node("tools/consumer/use.ts", url, key, what);
  expect([code, output]).toEqual([0, expect.any(String)]);
  return JSON.parse(output);
};

describe("a new operation, resource and field", { timeout: 60_000 }, () => {
  beforeEach(({ skip }) => skip(noJava !== undefined, noJava));
  beforeAll(async () => {
    if (noJava !== undefined) return;
    copy = await Copy.make();
    await git(copy.root, "init", "-q", "-b", "main");
    await release("v0.1.0");
    await addToSpecs(copy);
    await copy.generate();
    await copy.write("tools/consumer/use.ts", consumer);
    const config = { extends: "../../tsconfig.json", include: ["."] };
    await copy.write("tools/consumer/tsconfig.json", JSON.stringify(config));
  }, 120_000);
  afterAll(() => noJava ?? copy[Symbol.asyncDispose]());

  test("follow the house rules", async () => {
    const { code, output } = await copy.run("tools", process.execPath, "src/check/specs/index.ts");
    expect([code, output]).toEqual([
      0,
      expect.stringContaining("note: specs/operations: no document passes `Query.sudovi.zupanija`"),
    ]);
  });

  test("are reported by spec:diff, but not as breaking", async () => {
    const { code, out } = await runSpecDiff(copy.root);
    expect(code).toBe(0);
    expect(out).toContain("`pokusni_zapis.list` is new: `GET /pokusni_zapis`.");
    expect(out).toContain("The field `Sud.zupanija` (`String`) is new.");
  });

  test("are typed in all three clients", async () => {
    expect(await copy.run("tools/consumer", "tsc", "--pretty", "false")).toEqual({ code: 0, output: "" });
  });

  test("are in the lists of operations", async () => {
    for (const client of ["fetch", "axios"])
      expect(await copy.read(`packages/${client}/api.md`)).toContain(
        "`register.pokusni_zapis.list(params, options)` — List the trial records. `GET /pokusni_zapis`, paged, with a total",
      );
    expect(await copy.read("packages/fetch/api.md")).toContain("`GET /pokusna_osoba`, with a total");
  });

  test("are in the mock: both clients call it, and the suite judges it", async () => {
    await using mock = await startMock();
    const { url } = mock;
    expect(await use(url, "list")).toEqual([rows, rows]);
    // The mock refuses requests without the header.
    expect(await use(url, "persons")).toEqual({ lists: [rows, rows], total: expect.any(Number) });

    const { conclusion, states } = await conformance(
      "--base-url",
      url,
      "--mock",
      "--operation",
      "pokusni_zapis,pokusna_osoba",
    );
    expect(conclusion).toBe("conforms");
    for (const subject of ["pokusni_zapis", "pokusna_osoba"])
      expect(states(subject)).toMatchObject({
        "REG-STATUS-01": "pass",
        "REG-FIELD-01": "pass",
        "REG-FIELD-02": "pass",
        "REG-TYPE-01": "pass",
        "REG-XML-02": "pass",
        "REG-XML-04": "pass",
      });
    expect(states("pokusni_zapis")).toMatchObject({ "REG-PAGE-01": "not applicable" });
    expect(Object.keys(states("pokusna_osoba"))).not.toContain("REG-PAGE-01");
  });

  test("are judged in both representations: a boolean is no text, and a date no date-time", async () => {
    const examples = ["specs/examples/pokusni_zapis.json", "specs/examples/pokusni_zapis.xml"] as const;
    const sound = await Promise.all(examples.map((file) => copy.read(file)));
    await copy.edit(examples[0], "true", '"true"');
    await copy.edit(examples[1], "2024-02-29", "2024-02-29T00:00:00Z");
    {
      await using mock = await startMock();
      const { conclusion, states } = await conformance(
        ...["--base-url", mock.url, "--mock", "--operation", "pokusni_zapis"],
      );
      expect(conclusion).toBe("does not conform");
      expect(states("pokusni_zapis")).toMatchObject({ "REG-TYPE-01": "fail", "REG-XML-04": "fail" });
    }
    await Promise.all(examples.map((file, index) => copy.write(file, sound[index] ?? "")));
  });

  test("are in the reference server, which says what it does not serve; clients walk the rows, and the suite judges paging", async () => {
    const trials = Array.from({ length: 130 }, (_, index) => ({
      mbs: 80_000_001 + index,
      rbr: 1,
      ime: "Primjer",
      aktivan: index % 2 === 0,
      dan: "2024-02-29",
    }));
    const courts = [{ id: 1, sudNaziv: "Općinski sud u Primjeru", zupanija: "Primorje", pokusniBoolean: true }];
    const ndjson = (objects: object[]): string => objects.map((one) => `${JSON.stringify(one)}\n`).join("");
    await copy.write("data/pokusni_zapis.ndjson", ndjson(trials));
    await copy.write("data/sudovi.ndjson", ndjson(courts));
    const program = copy.path("packages/reference-server/src/cli.ts");
    await using server = await start(program, "--port", "0", "--key", key, "--data", copy.path("data"));
    const { url, output } = server;
    expect(output).toContain(
      "Not served: GET /pokusna_osoba: it takes the parameter ime, which this server does not know.",
    );
    expect(output).toContain("Not served: argument Query.sudovi(zupanija): this server does not know it.");
    const query = encodeURIComponent('{ sudovi(zupanija: "Istra") { id } }');
    expect(await (await fetch(`${url}/graphql?query=${query}`)).text()).toContain(
      "This server does not know the argument Query.sudovi(zupanija).",
    );

    const numbers = trials.map(({ mbs }) => mbs);
    expect(await use(url, "walk")).toEqual({ total: 130, walked: [numbers.map((mbs) => `${mbs}n`), numbers] });
    expect(await use(url, "counties")).toEqual([["Primorje", true]]);

    const { conclusion, states } = await conformance(
      ...["--base-url", url, "--graphql-url", `${url}/graphql`, "--operation", "pokusni_zapis", "--no-audits"],
    );
    expect(states("pokusni_zapis")).toMatchObject({
      "REG-FIELD-01": "pass",
      "REG-FIELD-02": "pass",
      "REG-TYPE-01": "pass",
      "REG-XML-02": "pass",
      "REG-XML-04": "pass",
      "REG-SAME-02": "pass",
      "REG-PAGE-01": "pass",
      "REG-PAGE-02": "pass",
      "REG-PAGE-03": "pass",
      "REG-PAGE-04": "pass",
      "REG-TOTAL-03": "pass",
    });
    expect(states("sudovi")).toMatchObject({ "CASE-TYPE-01": "pass", "CASE-TYPE-03": "pass" });
    expect(conclusion).toBe("conforms");
  });

  test("a service without them does not conform", async () => {
    const program = join(root, "packages/reference-server/src/cli.ts");
    await using server = await start(program, "--port", "0", "--key", key, "--rows", "20");
    const { url } = server;
    const { conclusion, states } = await conformance(
      ...["--base-url", url, "--graphql-url", `${url}/graphql`, "--operation", "pokusni_zapis", "--no-audits"],
    );
    expect(conclusion).toBe("does not conform");
    expect(Object.values(states("schema"))).toContain("fail");
  });

  test("removing them is breaking, names who is affected, and needs a changeset with the right bump", async () => {
    await release("v0.1.1");
    await git(copy.root, "checkout", "-q", "v0.1.0", "--", "specs");
    const removed = await runSpecDiff(copy.root);
    expect(removed.code).toBe(1);
    expect(removed.out).toMatch(/breaking {2}`pokusni_zapis\.list` is gone[^\n]*\n {10}affects pokusni_zapis\.list;/);
    expect(removed.out).toMatch(/breaking {2}The field `Sud\.zupanija` is gone\.\n {10}affects sudovi;/);
    expect(removed.out).toContain(
      '`pokusni_zapis.list` (operation-removed): a changeset must say "@court-register/fetch": minor',
    );

    const changeset = (bump: string): Promise<void> => {
      const released = ["fetch", "axios", "graphql", "mirror", "conformance", "reference-server"];
      const front = released.map((name) => `"@court-register/${name}": ${bump}\n`).join("");
      return copy.write(".changeset/gone.md", `---\n${front}---\n\nTwo operations are gone.\n`);
    };
    await changeset("patch");
    const small = await runSpecDiff(copy.root);
    expect(small.code).toBe(1);
    expect(small.out).toContain('a changeset must say "@court-register/fetch": minor');
    await changeset("minor");
    expect((await runSpecDiff(copy.root)).code).toBe(0);
  });
});
