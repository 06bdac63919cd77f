/** A report of the suite on a service that does not conform. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Served, serve } from "../../shared/local-server.ts";
import { root } from "../../shared/repository.ts";
import { makeFolder } from "../support/packed.ts";
import { start } from "../support/process.ts";

const key = `kljuc-${crypto.randomUUID()}`;

/** The reference server with two mistakes: a year is text, and a promised total is missing. */
function serveMistakes(url: string): Promise<Served> {
  return serve(async (request, response) => {
    const { accept = "*/*", "ocp-apim-subscription-key": sent } = request.headers;
    const answer = await fetch(`${url}${request.url}`, {
      headers: { accept, ...(sent === undefined ? {} : { "ocp-apim-subscription-key": String(sent) }) },
    });
    const headers = new Headers(answer.headers);
    for (const name of ["content-encoding", "content-length", "transfer-encoding", "connection"]) headers.delete(name);
    if (request.url?.startsWith("/javni/temeljni_kapital")) headers.delete("x-total-count");
    const body = (await answer.text()).replaceAll(/"godina_izvjestaja":(\d+)/g, '"godina_izvjestaja":"$1"');
    response.writeHead(answer.status, Object.fromEntries(headers)).end(body);
  });
}

/** Judges the service with mistakes. @returns the report, which shows an invented address instead of a port that differs in each run. */
export async function makeReport(): Promise<string> {
  const { startServer } = await import("@court-register/reference-server");
  await using server = await startServer({ port: 0, rows: 6_000, keys: [key] });
  await using broken = await serveMistakes(server.url);
  const folder = await makeFolder("pictures");
  const cli = join(root, "conformance/src/cli.ts");
  const cases = ["--graphql-url", `${server.url}/graphql`, "--case", "Ovr-1283/2015@12"];
  const options = ["--base-url", broken.url, ...cases, "--seed", "1", "--report-dir", folder];
  const settings = { cwd: folder, env: { COURT_REGISTER_KEY: key }, timeout: 300_000 };
  const { exitCode, all } = await start(
    process.execPath,
    ["--conditions=@court-register/source", cli, ...options],
    settings,
  );
  if (exitCode !== 1) throw new Error(`The suite should have found two mistakes:\n${all}`);
  const html = await readFile(join(folder, "report.html"), "utf8");
  const shown = "https://registar.primjer.hr";
  return html.replaceAll(broken.url, shown).replaceAll(server.url, shown);
}
