/** Watches subjects for some mornings: quiet ones, ones with news, and ones that fail. */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { serve } from "../../shared/local-server.ts";
import { type Data, startServiceOn, writeData } from "../support/service.ts";
import { expectKept, readWorkflow, runSteps } from "./pipelines.ts";
import { copyExample, type Ended, outputOf, type Workshop } from "./workshop.ts";

const keyHeader = "ocp-apim-subscription-key";

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

export async function watch(example: string, workshop: Workshop): Promise<void> {
  const { folder, key } = workshop;
  const copy = await copyExample(example, workshop);
  const data = `${folder}/mornings`;
  await using service = await startServiceOn(morning(1, []), data, key);
  let isClosed = false;
  /** Before the service, so that it can be closed. */
  await using gateway = await serve(async (request, response) => {
    if (isClosed) return void response.writeHead(503).end();
    const headers = { [keyHeader]: String(request.headers[keyHeader] ?? "") };
    const answer = await fetch(`${service.url}${request.url}`, { headers });
    for (const name of ["content-type", "x-total-count", "x-timestamp-id"])
      if (answer.headers.has(name)) response.setHeader(name, answer.headers.get(name) ?? "");
    response.writeHead(answer.status).end(await answer.text());
  });
  const env = { COURT_REGISTER_BASE_URL: gateway.url, COURT_REGISTER_KEY: key };

  /** Publishes the register of another morning. */
  async function publish(rows: Data): Promise<void> {
    await writeData(rows, data);
    await service.load({ data });
  }
  /** Watches once. @returns the output. */
  const watched = (code: number, others: NodeJS.ProcessEnv = {}): Promise<string> =>
    outputOf(copy.start([], { ...env, ...others }), code);

  await copy.install();
  expect(await watched(0)).toBe("From now on, 2 subjects are watched.");
  expect(await watched(0), "a quiet morning").toBe("");
  const procedure = { mbs: 80_000_001, postupak: 1 };
  await publish(morning(1, [procedure, { mbs: 80_000_003, postupak: 1 }]));
  const began = "080000001 Primjer kestena d.o.o.: new procedure 1 of an unknown day";
  expect(await watched(3)).toBe(began);

  await publish(morning(2, []));
  isClosed = true;
  expect(await watched(1)).toContain("run the command again");
  isClosed = false;
  expect(await watched(2, { COURT_REGISTER_KEY: "drugi" })).toContain("refuses the key");
  expect(await watched(1, { WATCH_NOTIFY: "exit 1" })).toContain("It is told again next time.");
  const news = [
    "080000001 Primjer kestena d.o.o.: status 1 → 2",
    "080000002: status 1 → 2",
    "080000001 Primjer kestena d.o.o.: gone procedure 1 of an unknown day",
  ];
  expect(await watched(3), "all of it the next morning").toBe(news.join("\n"));
  expect(await watched(0), "nothing is told twice").toBe("");

  await rm(join(copy.path, "copy"), { recursive: true, force: true });
  const summary = join(copy.path, "summary.md");
  const workflow = await readWorkflow(join(copy.path, "watch.yml"));
  expectKept(workflow, "cache/save", "copy");
  const runWorkflow = (): Promise<Ended> => runSteps(workflow, copy, env, { GITHUB_STEP_SUMMARY: summary });
  expect(await outputOf(runWorkflow())).toContain("2 subjects are watched");
  await publish(morning(2, [procedure]));
  await outputOf(runWorkflow(), 3);
  expect(await readFile(summary, "utf8")).toBe(`${began}\n`);
}
