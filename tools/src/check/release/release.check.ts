/**
 * A dry run of a whole release: from a changeset to versions, to tarballs, to a user's project that installs them with npm and uses
 * them. Nothing is published.
 */
import { cp } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Copy } from "../../../test/support/copy.ts";
import { applyChangesets } from "../../release/apply-changesets.ts";
import { publishedPackages, root } from "../../shared/repository.ts";
import { withServer } from "../runtimes/programs.ts";
import { workspaceVersion } from "../runtimes/toolbox.ts";
import { makeProject, pack } from "../support/packed.ts";

const consumer = `
  import { createRegisterClient as createAxiosClient } from "@court-register/axios";
  import { createRegisterClient } from "@court-register/fetch";
  import { createCourtCasesClient } from "@court-register/graphql";

  const [url, subscriptionKey] = process.argv.slice(2);
  const options = { baseUrl: url, subscriptionKey };
  const { rows, total } = await createRegisterClient(options).sjediste.list({ offset: 0, limit: 3 }).withResponse();
  const { data } = await createAxiosClient(options).sjediste.list({ offset: 0, limit: 3 });
  const courts = await createCourtCasesClient({ url: url + "/graphql" }).sudovi();
  console.log(JSON.stringify({ total: total >= 3, rows: rows.length, same: JSON.stringify(rows) === JSON.stringify(data), courts: courts.length > 0 }));
`;

let copy: Copy;
beforeAll(async () => {
  copy = await Copy.make();
}, 60_000);
afterAll(() => copy[Symbol.asyncDispose]());

/** Installs packages as a user would. @returns npm's message if there is no network, which only a developer's machine may lack. */
async function install(project: string, tarballs: string[]): Promise<string | undefined> {
  vi.stubEnv("npm_config_fetch_retries", "1");
  try {
    await makeProject(project, tarballs);
    return undefined;
  } catch (error) {
    const { code, output } = await copy.run("", "npm", "view", "axios", "version", "--prefer-online");
    if (code !== 0 && process.env.CI === undefined) return output;
    throw error;
  } finally {
    vi.unstubAllEnvs();
  }
}

test("release", { timeout: 300_000 }, async ({ skip }) => {
  await copy.write(
    ".changeset/dry-run.md",
    '---\n"@court-register/fetch": minor\n"@court-register/conformance": patch\n"@court-register/reference-server": patch\n---\n\nA dry run.\n',
  );
  for (const { folder } of publishedPackages)
    await copy.edit(
      `${folder}/package.json`,
      /"version": ".*"/.exec(await copy.read(`${folder}/package.json`))?.[0] ?? "",
      '"version": "0.3.1"',
    );
  expect(await applyChangesets(copy.root)).toBe("0.4.0");

  // A release compiles the same sources: it changes none, only manifests and texts.
  const tarballs: string[] = [];
  for (const { folder, hasCode } of publishedPackages) {
    if (hasCode) await cp(join(root, folder, "dist"), copy.path(`${folder}/dist`), { recursive: true });
    tarballs.push(await pack(relative(root, copy.path(folder)), copy.path("tarballs")));
  }
  const project = copy.path("project");
  const unreached = await install(project, [...tarballs, `axios@${workspaceVersion("axios")}`]);
  if (unreached !== undefined) {
    return skip(`The tarballs are packed, but not installed. ${unreached}`);
  }
  const manifests = await Promise.all(
    publishedPackages.map(({ name }) => copy.read(`project/node_modules/${name}/package.json`)),
  );
  const installed = manifests.map((text): { name: string; version: string; dependencies?: Record<string, string> } =>
    JSON.parse(text),
  );
  expect(installed.map(({ name, version }) => `${name} ${version}`)).toEqual(
    publishedPackages.map(({ name }) => `${name} ${/conformance|mirror|server/.test(name) ? "0.3.2" : "0.4.0"}`),
  );
  for (const { dependencies = {} } of installed)
    expect([undefined, "^0.4.0"]).toContain(dependencies["@court-register/core"]);

  const place = { node: dirname(process.execPath), project, report: join(project, "report") };
  await copy.write("project/use.js", consumer);
  const result = await withServer(place, "kljuc-primjer", (url) =>
    copy.run("project", process.execPath, "use.js", url, "kljuc-primjer"),
  );
  expect(result).toEqual({ code: 0, output: '{"total":true,"rows":3,"same":true,"courts":true}\n' });
  expect(await copy.run("project", "court-register-conformance", "--version")).toEqual({ code: 0, output: "0.3.2\n" });
});
