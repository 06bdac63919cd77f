import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@court-register/tools/local-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessHeader, argsBy, noKey, sentAccess, sentAs, servedArgs, servedKey } from "./support/access.ts";
import { command } from "./support/command.ts";
import { serveRecording } from "./support/serve-recording.ts";
import { recorded } from "./support/through.ts";

/** A key with every character that may need escaping. */
const key = `kAnar1nac"&<'%/+ ~$KEY\\9f`;
const token = "t0ken-Kanarinca-4711";
/** A key that a gateway takes in the address. */
const addressKey = "Adresa-Kanarinca-2718";
const value = "osobna-vrijednost-retka";

const spellings = [
  key,
  encodeURIComponent(key),
  JSON.stringify(key).slice(1, -1),
  Buffer.from(key).toString("base64").replace(/=+$/, ""),
  Buffer.from(key).toString("hex"),
  token,
  encodeURIComponent(token),
  Buffer.from(token).toString("base64").replace(/=+$/, ""),
  addressKey,
].flatMap((text) => [text, text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")]);

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "conformance-canary-"));
});
afterAll(() => rm(directory, { recursive: true }));

async function run(...argv: string[]): Promise<{ code: number; output: string }> {
  const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: join(directory, "summary.md") };
  const { code, out, err } = await command(directory)(argv, env);
  return { code, output: out + err };
}

/** All output: files at any depth, and what was printed. */
async function everything(output: string): Promise<string> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => readFile(join(entry.parentPath, entry.name), "utf8"));
  return [output, ...(await Promise.all(files))].join("\n");
}

/** A service that returns whatever it receives, in every place that a report may quote. */
const echo = (extra: string) =>
  serve((request, response) => {
    const sent = [...new Set([sentAccess(request.headers) ?? "", request.headers.authorization ?? ""])].join(" ");
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      response.setHeader("x-echo", Buffer.from(sent, "latin1").toString("base64"));
      response.setHeader("x-total-count", JSON.stringify(sent));
      response.setHeader(`x-${Buffer.from(sent).toString("hex")}`, "1");
      response.setHeader("content-type", `text/${sent.replace(/[^\w]/g, "")};of=${sent}`);
      const row = {
        id: sent,
        sifra: extra,
        mbs: sent,
        [sent]: 1,
        [encodeURIComponent(sent)]: 2,
        drzava: sent,
        naziv: `${extra} ${body}`,
      };
      const xml = `<a${Buffer.from(sent).toString("hex")}><x>${sent.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</x></a${Buffer.from(sent).toString("hex")}>`;
      response.end(request.headers.accept === "application/xml" ? xml : JSON.stringify([row, row]));
    });
  });

describe("a key and a token", () => {
  test("are in no output of a run against a service that echoes them", async () => {
    await using server = await echo(value);
    const { code, output } = await run(
      ...[
        "--base-url",
        server.url,
        ...argsBy(key),
        "--graphql-url",
        `${server.url}/graphql?subscription-key=${addressKey}`,
        "--graphql-header",
        `Authorization: Bearer ${token}`,
      ],
      ...[
        "--case",
        "Kan-4711/2020@3",
        "--record",
        join(directory, "recording"),
        "--report-dir",
        join(directory, "report"),
        "--write-baseline",
        join(directory, "baseline.json"),
      ],
    );
    expect(output).toContain("does not conform");
    expect(code).toBe(0);
    const all = await everything(output);
    expect(all.length).toBeGreaterThan(10_000);
    expect(spellings.filter((spelling) => all.includes(spelling))).toEqual([]);
    // The recording contains rows on purpose; no report does.
    const reports = await Promise.all(
      ["report.json", "junit.xml", "report.html"].map((name) => readFile(join(directory, "report", name), "utf8")),
    );
    expect([output, ...reports].filter((text) => text.includes(value) || text.includes("Kan-4711"))).toEqual([]);
  });

  test("are in no message about wrong input", async () => {
    for (const argv of [
      ["--base-url", "not a url", "--key", key],
      ["--base-url", `http://registar.primjer.hr/${encodeURIComponent(key)}?x`, "--key", key],
      ["--key", key, "--print-config"],
      ["--key", key, "--graphql-url", `https://registar.primjer.hr/?k=${encodeURIComponent(key)}`, "--print-config"],
      ["--base-url", `http://ja:${key}@registar.primjer.hr`],
      ["--base-url", `http://ja:${token}@registar.primjer.hr`, "--print-config"],
      ["--graphql-url", `https://registar.primjer.hr/?code=${addressKey}`, "--print-config"],
      ["--token-url", `https://registar.primjer.hr/?code=${addressKey}`, "--print-config"],
      ["--base-url", `https://registar.primjer.hr/?key=${addressKey}`, "--print-config"],
      [`--keys=${key}`],
      [`--Key=${key}\n`],
      [`-k${key}`],
      [`--key${key}`],
      [`--graphql-headers=Authorization: Bearer ${token}`],
      ["--base-url", "http://registar.primjer.hr", "--key", "one", key],
      ["--base-url", "http://registar.primjer.hr", "--key", `${key}\n`],
      ["--base-url", "http://registar.primjer.hr", "--key", key, "--only", key],
      ["--base-url", "http://registar.primjer.hr", "--key", key, "--graphql-header", token],
      ["--base-url", "http://registar.primjer.hr", "--graphql-header", `Bad name: ${token}`],
      ["--base-url", "http://registar.primjer.hr", "--graphql-header", `Authorization: ${token} ć`],
    ]) {
      const { output } = await run(...argv);
      expect(output).not.toBe("");
      expect(spellings.filter((spelling) => output.includes(spelling))).toEqual([]);
    }
  });

  test("the key does not follow a redirect", async () => {
    let seen = 0;
    await using other = await serve((_request, response) => {
      seen += 1;
      response.end("[]");
    });
    await using server = await serve((request, response) =>
      response.writeHead(307, { location: `${other.url}${request.url}` }).end(),
    );
    const { code, output } = await run(
      ...["--base-url", server.url, ...argsBy(key), "--graphql-url", `${server.url}/graphql`],
      ...["--report-dir", join(directory, "redirected")],
    );
    expect(output).toContain("redirects are not followed: give the address they lead to (--base-url)");
    expect(code).toBe(2);
    expect(seen).toBe(0);
  });

  test("the key is sent only to the base URL", async () => {
    const seen: string[] = [];
    await using graphql = await serve((request, response) => {
      seen.push(JSON.stringify(request.headers));
      response.end('{"data":{}}');
    });
    await using server = await serveRecording(await recorded());
    await run(
      "--base-url",
      server.url,
      ...servedArgs,
      "--graphql-url",
      graphql.url,
      "--report-dir",
      join(directory, "apart"),
    );
    expect(seen.length).toBeGreaterThan(5);
    const [header] = [accessHeader.toLowerCase()];
    expect(seen.filter((headers) => headers.includes(servedKey) || headers.includes(header))).toEqual([]);
  });
});

test("values of rows are shown with --evidence values", async () => {
  await using server = await echo(value);
  const { output } = await run(
    "--base-url",
    server.url,
    ...argsBy("short-key"),
    "--evidence",
    "values",
    "--operation",
    "drzava",
    "--report-dir",
    join(directory, "values"),
  );
  expect(output).toContain("does not conform");
  const report = await readFile(join(directory, "values", "report.json"), "utf8");
  expect(JSON.parse(report).results).toContainEqual(
    expect.objectContaining({
      requirement: "REG-TYPE-01",
      findings: expect.arrayContaining([
        expect.objectContaining({ at: "/0/sifra", found: `a string of ${value.length} characters "${value}"` }),
      ]),
    }),
  );
  expect(report).toContain(`a string of ${sentAs("short-key").length + (noKey === undefined ? 1 : 0)} characters`);
  expect(report).not.toContain("short-key");
});
