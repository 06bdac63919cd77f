import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { serve } from "@court-register/tools/local-server";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { operations } from "../src/contract/operations.ts";
import { type Recording, writeRecording } from "../src/exchange/recording.ts";
import { place } from "../src/options/kinds.ts";
import { settings } from "../src/options/table.ts";
import { defaultMaxRequests, makePlan } from "../src/run/plan.ts";
import { recordRun } from "../src/run/recorded-run.ts";
import { accessHeader, sentAccess, servedArgs } from "./support/access.ts";
import { type Command, command, fromSources } from "./support/command.ts";
import { serveRecording } from "./support/serve-recording.ts";
import { largeBudget, serverOptions, smallServer } from "./support/targets.ts";

const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
let directory: string;
let recording: Recording;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "conformance-cli-"));
  await using server = await smallServer();
  ({ recording } = await recordRun({ ...serverOptions(server), maxRequests: largeBudget }));
  await writeRecording(recording, join(directory, "recording"));
});
afterAll(() => rm(directory, { recursive: true }));

const run: Command = (argv, env) => command(directory)(argv, env);

describe("wrong input ends with exit code 2 and one line that says what to do", () => {
  const service = ["--base-url", "https://registar.primjer.hr"];
  test.for<[string, string[], string]>([
    ["no base URL", [], "--base-url https://host"],
    ["a base URL that is not a URL", ["--base-url", "registar"], "not a URL: registar"],
    ["a plan for what is not a URL", ["--plan", "--base-url", "registar"], "not a URL: registar"],
    [
      "a file as an endpoint",
      ["--base-url", "https://registar.primjer.hr", "--graphql-url", "file:///a"],
      "--graphql-url must start with https:// or http://, not with file://",
    ],
    ["credentials in the URL", ["--base-url", "https://a:b@registar.primjer.hr"], "--key"],
    ["a case without a court", [...service, "--case", "Ovr-1/2020"], "MARK@COURT"],
    ["a court by name", [...service, "--case", "Ovr-1/2020@sud3"], "MARK@COURT"],
    ["a header that is not ASCII", [...service, "--graphql-header", "X-Sud: Šibenik"], "in ASCII"],
    ["a key of one letter", [...service, "--key", "e"], "the key (--key) has fewer"],
    ["a mark of one letter", [...service, "--case", "a@1"], "the mark of a case (--case)"],
    ["an unknown requirement", [...service, "--only", "NONE"], "REG-PAGE-01"],
    ["no requirements", [...service, "--only", ""], "--only is empty"],
    ["no operations", [...service, "--operation", " ,"], "--operation is empty"],
    ["no operations, with a recording", ["--replay", "RECORDING", "--operation", ""], "omit it to judge everything"],
    ["an unknown operation", [...service, "--operation", "none"], `the operations are ${operations[0]?.name}`],
    ["a fraction of a request", [...service, "--max-requests", "2.5"], "whole number"],
    ["a rate that is not a number", [...service, "--rate", "fast"], "number"],
    ["an unknown --xml-by", [...service, "--xml-by", "magic"], "header:NAME"],
    ["a level that cannot fail", [...service, "--fail-on", "info"], "must, should"],
    ["a recording of a recording", ["--replay", "RECORDING", "--record", "/nowhere"], "use only one of them"],
    ["a budget for a recording", ["--replay", "RECORDING", "--max-requests", "9"], "'--max-requests <count>'"],
    ["a seed for a recording", ["--replay", "RECORDING", "--seed", "9"], "'--seed <number>'"],
    ["a recording of a mock, said later", ["--mock", "--replay", "RECORDING"], "'--mock'"],
    ["a recording without its audits", ["--no-audits", "--replay", "RECORDING"], "'--no-audits'"],
    ["a missing recording", ["--replay", "/nowhere"], "--record"],
    ["a self-test of some requirements", ["--self-test", "RECORDING", "--only", "REG-PAGE"], "'--only <ids>'"],
    ["a self-test with a baseline", ["--baseline", "/nowhere", "--self-test", "RECORDING"], "'--baseline <file>'"],
    ["a self-test of a mock", ["--mock", "--self-test", "RECORDING"], "'--mock'"],
    ["a missing baseline", [...service, "--baseline", "/nowhere.json"], "cannot be read"],
    ["a missing configuration", ["--config", "/nowhere.json"], "--config"],
    ["a plan of a recording", ["--replay", "RECORDING", "--plan"], "'--plan'"],
    ["a plan of a self-test", ["--self-test", "RECORDING", "--plan"], "'--plan'"],
    ...Object.values(settings)
      .filter(({ kind }) => kind === place)
      .map(({ flag }): [string, string[], string] => {
        const [option = ""] = flag.split(" ");
        return [`${option} from an unset variable`, [...service, option, ""], `${option} is empty`];
      }),
  ])("%s", async ([, argv, hint]) => {
    const { code, err } = await run(argv.map((one) => (one === "RECORDING" ? join(directory, "recording") : one)));
    expect(code).toBe(2);
    expect(err).toContain(hint);
    expect(err.trim().split("\n")).toHaveLength(1);
  });
});

test("GraphQL alone needs no base URL: the reports name its own", async () => {
  await using server = await smallServer();
  const graphqlUrl = `${server.url}/graphql`;
  const alone = ["--graphql-url", graphqlUrl, "--no-audits"];
  const { code, out, report } = await run([...alone, "--only", "CASE-SCHEMA,CASE-QUERY"]);
  expect([code, out]).toEqual([0, expect.stringContaining(`${server.url} conforms (`)]);
  expect((await report()).subjects.filter((subject) => subject.interface === "A")).toEqual([]);
  expect(await readFile(join(directory, "report", "report.html"), "utf8")).toContain(`>GraphQL at ${graphqlUrl}.`);
  // Any beginning of an id is one.
  expect((await run([...alone, "--only", "C"])).err).toBe("");
  expect((await run([...alone, "--only", "CASE,REG-XML"])).err).toContain("no base URL");
});

test.each(["20.9.0", "22.11.0"])("Node %s is too old: the command says what it needs, and how to get it", (node) => {
  const asOld = `data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "${node}" } })`;
  const { stderr, status } = spawnSync(process.execPath, [fromSources, "--import", asOld, cli], { encoding: "utf8" });
  expect(stderr).toMatch(/^court-register-conformance needs Node 22\.12 or newer, .* npx -p node@24 .*\n$/);
  expect(status).toBe(2);
});

describe("a proxy in the way", () => {
  const baseUrl = "http://registar.primjer.invalid";

  test("that Node does not use is mentioned", async () => {
    const { code, out } = await run(["--base-url", baseUrl], { HTTPS_PROXY: "http://127.0.0.1:9" });
    expect(out).toContain("HTTPS_PROXY is set, but Node uses it only with NODE_USE_ENV_PROXY=1");
    expect(code).toBe(2);
    expect((await run(["--base-url", baseUrl])).out).not.toContain("HTTPS_PROXY");
  });

  test.for<[string, (socket: Duplex) => unknown, string, string[]]>([
    [
      "that requires a login is mentioned, with its status",
      (socket) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"),
      "the proxy in HTTPS_PROXY or HTTP_PROXY returned status 407: it wants credentials",
      [],
    ],
    [
      "that hangs up ends the run",
      (socket) => socket.destroy(),
      "Stopped: the service cannot be reached",
      // Node keeps retrying, so only the timeout ends a request.
      ["--timeout", "0.3"],
    ],
  ])("%s", async ([, respond, message, argv]) => {
    const proxy = createServer().listen(0, "127.0.0.1");
    proxy.on("connect", (_request, socket) => respond(socket));
    await once(proxy, "listening");
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    // Node reads these when it starts, so the command needs its own process.
    const reports = join(directory, "proxy");
    const proxies = { HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: "", http_proxy: url, https_proxy: url };
    const suite = spawn(process.execPath, [fromSources, cli, "--base-url", baseUrl, "--report-dir", reports, ...argv], {
      env: { ...process.env, NODE_USE_ENV_PROXY: "1", ...proxies },
    });
    const [out, [code]] = await Promise.all([text(suite.stdout), once(suite, "exit")]);
    expect(out).toContain(message);
    expect(out).toContain("Reports: ");
    expect(code).toBe(2);
    proxy.close();
  });
});

test("a service that conforms ends with exit code 0, and the verdict says how much was judged", async () => {
  await using server = await serveRecording(recording);
  const { code, out } = await run(["--base-url", `${server.url}/`, ...servedArgs, "--seed", "7"]);
  expect(out).toMatch(/conforms \(\d+ of \d+ requirements judged on (\d+) of \1 operations and \d+ of \d+ rows\)/);
  expect(out.match(/^✓ GET /gm)).toHaveLength(operations.length);
  expect(code).toBe(0);
});

test("a failed SHOULD counts with --fail-on should", async () => {
  const labelAsText = (headers: Headers): void =>
    headers.set("content-type", (headers.get("content-type") ?? "").replace("json", "text"));
  await using server = await serveRecording(recording, () => false, labelAsText);
  const argv = ["--base-url", server.url, ...servedArgs, "--seed", "7", "--operation", "jezik,drzava"];
  expect((await run(argv)).code).toBe(0);
  expect((await run([...argv, "--fail-on", "should"])).code).toBe(1);
});

describe("XML asked for in another way", () => {
  test.for([
    [
      "header:x-format=xml,json",
      (url: URL, headers: Record<string, unknown>) => headers["x-format"] === "xml" && !url.searchParams.has("format"),
    ],
    ["query:format", (url: URL) => url.searchParams.get("format") === "xml"],
  ] as const)("%s", async ([how, wantsXml]) => {
    await using inner = await serveRecording(recording);
    await using server = await serve(async (request, response) => {
      const url = new URL(request.url ?? "", inner.url);
      const xml = wantsXml(url, request.headers);
      url.searchParams.delete("format");
      const access = sentAccess(request.headers);
      const answer = await fetch(url, {
        headers: {
          accept: xml ? "application/xml" : "application/json",
          ...(access === undefined ? {} : { [accessHeader]: access }),
        },
      });
      response
        .writeHead(
          answer.status,
          Object.fromEntries(
            [...answer.headers].filter(([name]) => name !== "transfer-encoding" && name !== "content-length"),
          ),
        )
        .end(await answer.text());
    });
    const argv = ["--base-url", server.url, ...servedArgs, "--seed", "7", "--operation", "sjediste,drzava,sud"];
    const configured = await run([...argv, "--xml-by", how]);
    expect(configured.code).toBe(0);
    expect(
      (await configured.report()).results.filter(
        ({ requirement, state }) => requirement === "REG-XML-02" && state === "pass",
      ),
    ).toHaveLength(3);
    const unconfigured = await run(argv);
    expect(unconfigured.code).toBe(0);
    // The failure of each operation is corrected once the whole run shows the reason.
    expect(unconfigured.out).toContain(
      "– REG-XML-08 on sjediste, sud, drzava, after the whole run: not tested: no operation returned XML",
    );
    expect((await unconfigured.report()).results.find(({ requirement }) => requirement === "REG-XML-08")).toMatchObject(
      {
        state: "not tested",
      },
    );
  });
});

test("flags come before the environment, and the environment before the file", async () => {
  const file = join(directory, "config.json");
  await writeFile(file, JSON.stringify({ baseUrl: "https://datoteka.primjer.hr", rate: 6, only: ["REG-KEY"] }));
  const { out } = await run(["--config", file, "--rate", "60", "--print-config"]);
  expect(out).toContain('baseUrl = "https://datoteka.primjer.hr" (configuration file)');
  expect(out).toContain('rate = "60" (flag)');
  expect(out).toContain('only = ["REG-KEY"] (configuration file)');
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("COURT_REGISTER_BASE_URL", "https://okolina.primjer.hr");
  const known = await run(["--config", file, "--print-config"]);
  expect(known.out).toContain('baseUrl = "https://okolina.primjer.hr" (environment)');
});

test.for<[string, string]>([
  ['{"baseurl":"x"}', "unknown setting baseurl"],
  ['{"key":12345678}', "key in the configuration file FILE must be a string, but is a number"],
  ['{"reportDir":5}', "reportDir in the configuration file FILE must be a string, but is a number"],
  ['{"mock":"true"}', "mock in the configuration file FILE must be true or false, but is a string"],
  ['{"rate":true}', "rate in the configuration file FILE must be a number, but is true"],
  ['{"rate":null}', "but is null"],
  ['{"rate":{"toString":1}}', "but is an object"],
  ['{"audits":"false"}', "must be true or false"],
  ['{"only":["REG",1]}', "only in the configuration file FILE must be a list of strings, but is a list"],
  ['{"operation":[],"baseUrl":"https://registar.primjer.hr"}', "--operation is empty"],
  ['{"baseUrl":"https://primjer.hr","case":["P-12/2020 \\ud83d@12"]}', "(--case) contains half of a surrogate pair"],
  [
    '{"baseUrl":"https://primjer.hr","key":"12345678\\ud83d"}',
    "the key (--key) contains characters that are not allowed",
  ],
  ['{\n  "key": "12345678",\n}', "holds text that starts like JSON, not valid JSON at line 3, column 1"],
  ["// of 12345678\n{}", "holds plain text, not valid JSON at line 1, column 1"],
])("a configuration file with %s is refused", async ([text, message]) => {
  const file = join(directory, "wrong.json");
  await writeFile(file, text);
  const { code, err } = await run(["--config", file]);
  expect(err).toContain(message.replace("FILE", file));
  expect(err).not.toContain("12345678");
  expect(code).toBe(2);
});

test("a configuration file that is not UTF-8 is refused: a folder would have another name", async () => {
  const file = join(directory, "windows-1250.json");
  await writeFile(file, Buffer.from('{ "reportDir": "izvje\x9a\xe6a" }', "latin1"));
  const { code, err } = await run(["--config", file, "--print-config"]);
  expect(err).toContain(`the file ${file} is not text in UTF-8: save it as UTF-8`);
  expect(code).toBe(2);
});

test("a configuration file may start with a byte order mark, and lists are split as on the command line", async () => {
  const file = join(directory, "windows.json");
  const lists = {
    only: ["REG-KEY, CASE"],
    operation: ["sud,jezik"],
    case: ["P-1/2020@3, P-2/2020@3"],
    graphqlHeader: ["A: 1\nB: 2"],
  };
  await writeFile(file, `\ufeff${JSON.stringify({ baseUrl: "https://registar.primjer.hr", ...lists })}`);
  const { out, err } = await run(["--config", file, "--print-config"]);
  expect(err).toBe("");
  expect(out).toContain('only = ["REG-KEY","CASE"] (configuration file)');
  expect(out).toContain('operation = ["sud","jezik"] (configuration file)');
  expect(out).toContain('case = ["P-1/2020@3","P-2/2020@3"] (configuration file)');
  expect((await run(["--config", file, "--plan"])).code).toBe(0);
});

test("the page of options says which a configuration file takes", async () => {
  const page = await readFile(new URL("../docs/options.md", import.meta.url), "utf8");
  const options = [...page.matchAll(/^\| `--[^|]*/gm)].flatMap(([cell]) => cell.match(/--[\w-]+/g) ?? []);
  const taken = options
    .slice(0, options.indexOf("--baseline") + 1)
    .map((option) => option.replace(/^--(no-)?/, "").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
  const file = join(directory, "one-run.json");
  await writeFile(file, '{"record":"there"}');
  const { err } = await run(["--config", file]);
  expect(err.split("the settings are ")[1]?.trim().split(", ").sort()).toEqual(taken.sort());
});

test("a run sends about ten requests to each operation, as the README says", async () => {
  const { planned } = makePlan({ baseUrl: "http://localhost" });
  expect(Math.round(planned / operations.length / 5) * 5).toBe(10);
});

test("cases and headers can be set in the environment, where no process list shows them", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("COURT_REGISTER_CASES", "Ovr-1283/2015@12, P-7/2020@-3\nSt 1,2/2021@5\n");
  vi.stubEnv("COURT_REGISTER_GRAPHQL_HEADERS", "Authorization: Bearer t0ken\nX-Primjer: 1\n");
  const { out } = await run(["--print-config"]);
  expect(out).toContain('case = ["Ovr-1283/2015@12","P-7/2020@-3","St 1,2/2021@5"] (environment)');
  expect(out).toContain("graphqlHeader = [set, not shown] (environment)");
  expect((await run(["--print-config", "--case", "P-1/2020@3"])).out).toContain('case = ["P-1/2020@3"] (flag)');
});

test("a plan lists the requests and how long they take, and sends nothing", async () => {
  let count = 0;
  await using server = await serve((_, response) => {
    count += 1;
    response.end("[]");
  });
  const { code, out } = await run([
    "--base-url",
    server.url,
    "--plan",
    "--rate",
    "6",
    "--graphql-url",
    `${server.url}/graphql`,
    "--case",
    "Ovr-1/2020@3",
  ]);
  expect(code).toBe(0);
  const planned = Number(/^(\d+) requests/.exec(out)?.[1]);
  expect(planned).toBeGreaterThan(200);
  expect(planned).toBeLessThan(defaultMaxRequests());
  const longest = Math.ceil((defaultMaxRequests() - 1) / 6);
  expect(out).toContain(
    `At 6 requests per minute: ${Math.ceil((planned - 1) / 6)} minutes, at most ${longest} minutes.`,
  );
  expect(count).toBe(0);
});

test("a plan that exceeds the budget says so, and its time is that of the budget", async () => {
  const { code, out } = await run(["--plan", "--max-requests", "20", "--rate", "6"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^\d+ requests if none needs a retry; at most 20 are sent:\n/);
  expect(out).toContain("The budget of 20 requests does not cover all of them");
  expect(out).toContain("At 6 requests per minute: 4 minutes, at most 4 minutes.");
  const fast = await run(["--plan", "--max-requests", "20", "--rate", "60"]);
  expect(fast.out).toContain("At 60 requests per minute: 19 seconds, at most 19 seconds.");
});

test("a replay judges as the run did, offline, and --compare lists what changed", async () => {
  // Settings for runs: only a flag, which is meant for this replay, is refused.
  const file = join(directory, "for-runs.json");
  await writeFile(file, JSON.stringify({ maxRequests: 9, seed: 1, xmlBy: "query:format", mock: true }));
  const first = await run(["--replay", join(directory, "recording"), "--config", file]);
  expect(first.code).toBe(0);
  const report = await first.report();
  expect(report.target.kind).toBe("recording");
  const old = join(directory, "old.json");
  await writeFile(
    old,
    JSON.stringify({
      ...report,
      results: report.results.map((result) =>
        result.requirement === "REG-XML-02" && result.subject === "sud"
          ? { ...result, state: "fail", findings: [], findingCount: 1 }
          : result,
      ),
    }),
  );
  const second = await run(["--replay", join(directory, "recording"), "--compare", old]);
  expect(second.out).toContain("REG-XML-02 on sud: fail → pass");
  expect(second.out.trimEnd().split("\n").at(-2)).toBe((await second.report()).verdict);
  expect((await second.report()).results).toEqual(report.results);
});

test("a self-test lists the faults that the recorded data cannot show, and why", async () => {
  await using server = await serveRecording(recording);
  const small = join(directory, "small");
  await run([
    "--base-url",
    server.url,
    ...servedArgs,
    "--seed",
    "7",
    "--operation",
    "ino_registar,jezik",
    "--record",
    small,
  ]);
  const { code, out } = await run(["--self-test", small]);
  expect(code).toBe(0);
  expect(out).toMatch(/the suite catches \d+ of \d+ faults/);
  expect(out).toContain("✓ root-in-lower-case");
  expect(out).toMatch(/REG-PAGE-04 is not tested: it takes 102 rows to see the default limit, but there are \d+/);
  expect(out).toContain("GraphQL was not recorded");
}, 120_000);
