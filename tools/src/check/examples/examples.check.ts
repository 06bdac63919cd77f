/** Copies each example, installs it with the packed packages, and checks that it does what its README says. */
import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../shared/repository.ts";
import { makeFolder } from "../support/packed.ts";
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

  for (const [example, tryIt] of Object.entries(examples))
    test.concurrent(basename(example), () => tryIt(example, workshop));
});
