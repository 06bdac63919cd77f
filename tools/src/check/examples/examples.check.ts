/** Copies each example, installs it with the packed packages, and checks that it does what its README says. */
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../shared/repository.ts";
import { makeFolder, packAll } from "../support/packed.ts";
import { run } from "../support/process.ts";
import { startRegistry } from "../support/registry.ts";
import { companyLookUp } from "./company-look-up.ts";
import { courtCases } from "./court-cases.ts";
import { githubWorkflow, gitlabJob } from "./pipelines.ts";
import { watch } from "./watch.ts";
import type { Workshop } from "./workshop.ts";

const examples: Record<string, (example: string, workshop: Workshop) => Promise<void>> = {
  "conformance/examples/github-workflow": githubWorkflow,
  "conformance/examples/gitlab-job": gitlabJob,
  "packages/fetch/examples/company-look-up": companyLookUp,
  "packages/graphql/examples/court-cases": courtCases,
  "packages/mirror/examples/watch": watch,
};

interface Manifest {
  name: string;
  version: string;
  dependencies?: object;
  peerDependencies?: object;
}

const manifestIn = async (tarball: string): Promise<Manifest> =>
  JSON.parse(await run("tar", ["-xOf", tarball, "package/package.json"]));

describe("examples", () => {
  let workshop: Workshop;
  beforeAll(async () => {
    const folder = await makeFolder("examples");
    workshop = { folder, registry: await startRegistry(folder), key: `kljuc-${crypto.randomUUID()}` };
  }, 600_000);
  afterAll(() => workshop.registry[Symbol.asyncDispose]());

  test("each has a check", () => {
    const found = globSync("{packages/*,conformance}/examples/*/README.md", { cwd: root }).map(dirname);
    // `pnpm check:spark` tries this one, because of what it installs.
    expect(found.sort(), "an example that nothing here tries needs a function in `examples` above").toEqual(
      [...Object.keys(examples), "packages/mirror/examples/spark"].sort(),
    );
  });

  // `npm ci` takes a lockfile at its word: a dependency that it lacks would not be installed.
  test("lockfiles have our packages as they are packed", async () => {
    const packed = await Promise.all((await packAll()).map(({ path }) => manifestIn(path)));
    const files = globSync("{packages/*,conformance}/examples/*/package-lock.json", { cwd: root });
    expect(files).toHaveLength(3);
    for (const file of files) {
      const lock: { packages: Record<string, Manifest> } = JSON.parse(await readFile(join(root, file), "utf8"));
      const own = packed.filter(({ name }) => `node_modules/${name}` in lock.packages);
      expect(own.length).toBeGreaterThan(0);
      for (const { name, version, ...manifest } of own) {
        const locked = lock.packages[`node_modules/${name}`];
        const found = [locked?.version, locked?.dependencies, locked?.peerDependencies];
        const wanted = [version, manifest.dependencies, manifest.peerDependencies];
        expect(found, `${file}: run lock.ts of tools/src/release`).toEqual(wanted);
      }
    }
  });

  for (const [example, tryIt] of Object.entries(examples))
    test.concurrent(basename(example), () => tryIt(example, workshop));
});
