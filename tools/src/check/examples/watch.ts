/** Watches subjects for some mornings: quiet ones, ones with news, and ones that fail. */
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parse } from "yaml";
import type { Trial } from "../support/judge.ts";
import { start } from "../support/process.ts";
import { startServiceOn } from "../support/service.ts";
import { readGithub, type Step } from "./pipeline-yaml.ts";
import { copyExample, expectAll, expectOutput, stepsOf, type Workshop } from "./workshop.ts";

const example = "packages/mirror/examples/watch";

interface Procedure {
  mbs: number;
  postupak: number;
}

/** The register on a morning: the first subject is watched, the third is not. */
const morning = (status: number, procedures: readonly Procedure[]) => ({
  subjekt: [80_000_001, 80_000_002, 80_000_003].map((mbs) => ({ mbs, status })),
  skracena_tvrtka: [{ mbs: 80_000_001, ime: "Primjer kestena d.o.o." }],
  // One that ends is less than the tenth whose loss is refused.
  postupak: [...Array.from({ length: 20 }, (_, index) => ({ mbs: 80_000_100 + index, postupak: 1 })), ...procedures],
});

/** A gateway before the service, which can be closed. */
async function startGateway(service: string): Promise<AsyncDisposable & { url: string; isClosed: boolean }> {
  const server = createServer((request, response) => {
    if (gateway.isClosed) response.writeHead(503).end();
    else void forward(service, request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const gateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isClosed: false,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
  return gateway;
}

async function forward(service: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const key = String(request.headers["ocp-apim-subscription-key"] ?? "");
  const answer = await fetch(`${service}${request.url}`, { headers: { "ocp-apim-subscription-key": key } });
  const text = await answer.text();
  for (const name of ["content-type", "x-total-count", "x-timestamp-id"]) {
    const value = answer.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  response.writeHead(answer.status).end(text);
}

export async function watch(workshop: Workshop, resources: AsyncDisposableStack): Promise<Trial> {
  const place = await copyExample(example, workshop);
  const data = `${workshop.folder}/mornings`;
  const service = resources.use(await startServiceOn(morning(1, []), data, workshop.key));
  const gateway = resources.use(await startGateway(service.url));
  const env = { COURT_REGISTER_BASE_URL: gateway.url, COURT_REGISTER_KEY: workshop.key };

  /** Publishes the register of another morning. */
  async function publish(rows: ReturnType<typeof morning>): Promise<void> {
    for (const [name, list] of Object.entries(rows))
      await writeFile(join(data, `${name}.ndjson`), list.map((row) => `${JSON.stringify(row)}\n`).join(""));
    await service.load({ data });
  }

  /** Watches once; it must end with this exit code. */
  async function expectMorning(wanted: number, others: NodeJS.ProcessEnv = {}): Promise<string> {
    const running = place.begin([], { ...env, ...others });
    const code = await running.ended;
    if (code !== wanted) throw new Error(`error: exit code ${code}, not ${wanted}\n${running.output()}`);
    return running.output();
  }

  async function expectNews(wanted: string, others: NodeJS.ProcessEnv = {}): Promise<string> {
    return expectOutput(await expectMorning(3, others), wanted);
  }

  /** A run of the workflow, whose steps are run as GitHub would. */
  async function runWorkflow(): Promise<{ code: number | null; output: string }> {
    const { steps } = readGithub(parse(await readFile(join(place.path, "watch.yml"), "utf8")), env);
    let output = "";
    for (const step of steps) {
      const running = runStep(step);
      const code = await running.ended;
      output += running.output();
      if (code !== 0) return { code, output };
    }
    return { code: 0, output };
  }

  const summary = join(place.path, "summary.md");
  const runStep = ({ script, env: own }: Step) =>
    start("bash", ["-eo", "pipefail", "-c", script], {
      cwd: place.path,
      env: { ...workshop.registry.env, GITHUB_STEP_SUMMARY: summary, ...own },
      timeout: 300_000,
    });

  const began = "080000001 Primjer kestena d.o.o.: new procedure 1 of an unknown day\n";
  return stepsOf(example, {
    install: place.install,
    types: place.compile,
    "first morning": async () => expectOutput(await expectMorning(0), "From now on, 2 subjects are watched.\n"),
    "quiet morning": async () => expectOutput(await expectMorning(0), ""),
    news: async () => {
      await publish(
        morning(1, [
          { mbs: 80_000_001, postupak: 1 },
          { mbs: 80_000_003, postupak: 1 },
        ]),
      );
      return expectNews(began);
    },
    "a night that fails": async () => {
      await publish(morning(2, []));
      gateway.isClosed = true;
      expectAll(await expectMorning(1), "run the command again");
      gateway.isClosed = false;
      expectAll(await expectMorning(2, { COURT_REGISTER_KEY: "drugi" }), "refuses the key");
      return "";
    },
    "news that nobody takes": async () => {
      expectAll(await expectMorning(1, { WATCH_NOTIFY: "exit 1" }), "It is told again next time.");
      return "";
    },
    "all of it the next morning": () =>
      expectNews(
        [
          "080000001 Primjer kestena d.o.o.: status 1 → 2",
          "080000002: status 1 → 2",
          "080000001 Primjer kestena d.o.o.: gone procedure 1 of an unknown day",
          "",
        ].join("\n"),
      ),
    "nothing is told twice": async () => expectOutput(await expectMorning(0), ""),
    "the workflow": async () => {
      await rm(join(place.path, "copy"), { recursive: true, force: true });
      const first = await runWorkflow();
      expectAll(first.output, "2 subjects are watched");
      await publish(morning(2, [{ mbs: 80_000_001, postupak: 1 }]));
      const { code, output } = await runWorkflow();
      if (first.code !== 0 || code !== 3) throw new Error(`error: exit codes ${first.code} and ${code}\n${output}`);
      return expectOutput(await readFile(summary, "utf8"), began);
    },
  });
}
