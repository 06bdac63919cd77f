import { spawnSync } from "node:child_process";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { key } from "../../clients/service-in-memory.ts";
import { root, spec } from "../../places.ts";

/** A suite's verdict on a service. */
export interface Verdict {
  conforms: boolean;
  requests: number;
  seconds: number;
}

/** Judges the service at a URL, completely or up to the first failure. */
export type Judge = (url: string, wholly: boolean) => Promise<Verdict>;

/** Runs a program whose exit code says whether the service conforms, in its own folder, and reads its report. */
async function judge(
  command: (folder: string) => Promise<[program: string, ...args: string[]]>,
  requestsIn: (folder: string) => Promise<number>,
): Promise<Verdict> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "court-register-judge-"));
  const [program, ...args] = await command(folder.path);
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder.path, encoding: "utf8" });
  const seconds = (performance.now() - start) / 1_000;
  if (status !== 0 && status !== 1) throw new Error(`${program} could not judge (${status}):\n${stdout}${stderr}`);
  return { conforms: status === 0, requests: await requestsIn(folder.path), seconds };
}

/** Our suite on both interfaces, as built in a repository. */
export const suiteOf =
  (repository: string, ...options: string[]): Judge =>
  (url) =>
    judge(
      async (folder) => {
        const program = join(repository, "conformance/dist/cli.js");
        const service = ["--base-url", url, "--key", key, "--graphql-url", `${url}/graphql`];
        return [process.execPath, program, ...service, "--report-dir", folder, ...options];
      },
      async (folder) => JSON.parse(await readFile(join(folder, "report.json"), "utf8")).requests.sent,
    );

export const ours: Judge = suiteOf(root);

/** Runs the judge once on a service, which must conform. */
export async function judgeConforming(judge: Judge, url: string): Promise<Verdict> {
  const verdict = await judge(url, true);
  if (!verdict.conforms) throw new Error(`${url} does not conform as it is: nothing can be compared.`);
  return verdict;
}

/** Several times, one after the other. */
export async function timeOf(judge: Judge, url: string, runs: number): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (let run = 0; run < runs; run++) verdicts.push(await judgeConforming(judge, url));
  return verdicts;
}

/** The path of schemathesis, or why it is left out. */
export function findSchemathesis(): { version: string } | { missing: string } {
  const { status, stdout } = spawnSync("schemathesis", ["--version"], { encoding: "utf8" });
  if (status === 0) return { version: stdout.replace(/\D*([\d.]+).*/s, "$1") };
  return { missing: "schemathesis is not on the PATH (`pip install schemathesis` puts it there)" };
}

/**
 * schemathesis, on interface A. Two of its checks are off because they fail on any service of this contract, which describes no
 * errors: that statuses are documented, and that everything the schema allows is accepted.
 */
export const schemathesis: Judge = (url, wholly) =>
  judge(
    async (folder) => {
      const document = await readFile(spec, "utf8");
      await writeFile(join(folder, "spec.yaml"), document.replace("{base_url}/javni", `${url}/javni`));
      const extent = wholly ? ["--continue-on-failure"] : ["--max-failures", "1"];
      const options = ["--max-examples", "20", "--seed", "1", "--no-color", ...extent];
      const left = ["--exclude-checks", "status_code_conformance,positive_data_acceptance"];
      const reports = ["--report", "json", "--report-json-path", "report.json"];
      const header = ["-H", `Ocp-Apim-Subscription-Key: ${key}`];
      return ["schemathesis", "run", "spec.yaml", "--url", `${url}/javni`, ...header, ...options, ...left, ...reports];
    },
    async (folder) => JSON.parse(await readFile(join(folder, "report.json"), "utf8")).test_cases.generated,
  );
