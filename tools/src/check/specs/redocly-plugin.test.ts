/** The house rules reach the linter. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { apply, type Edit } from "../../../test/support/edits.ts";
import { folder } from "../../../test/support/specs-to-break.ts";
import { root } from "../../shared/repository.ts";
import { readSpecs, type Specs, workingTree } from "../../spec-diff/specs.ts";
import { rules } from "./rules.ts";

const specs: Specs = await readSpecs(workingTree(root));
const sud = "/paths/~1sud/get";
const schemas = "/components/schemas";

test("the linter runs every house rule, with severity error", async () => {
  const config: { plugins: string[] } = parse(await readFile(join(root, "specs/redocly.yaml"), "utf8"));
  await writeFile(
    join(folder, "redocly.yaml"),
    stringify({ ...config, plugins: config.plugins.map((path) => join(root, "specs", path)) }),
  );
  const broken = await errorsOf([
    { remove: `${schemas}/sud/properties/naziv/description` },
    { set: `${sud}/description`, to: "Contract: section 17." },
    { set: "/components/securitySchemes/subscription_key/name", to: "X-Kljuc" },
    { set: `${sud}/responses/200/content/application~1json/examples/rows/externalValue`, to: "./examples/no.json" },
  ]);
  expect(broken.filter((rule) => rule.startsWith("house/")).sort()).toEqual(
    Object.keys(rules).map((rule) => `house/${rule}`),
  );
});

/** The rules that the linter reports errors of in the folder's spec after the edits, each once. */
async function errorsOf(edits: Edit[]): Promise<string[]> {
  await writeFile(join(folder, "register.openapi.yaml"), stringify(apply(specs, edits).openapi));
  const linter = join(root, "tools/node_modules/@redocly/cli/bin/cli.js");
  const options = {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  };
  const failure: unknown = await promisify(execFile)(
    process.execPath,
    [linter, "lint", "register.openapi.yaml", "--format=json"],
    options,
  ).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 1, stdout: expect.any(String) });
  const { stdout } = failure as { stdout: string }; // as the line above says
  const { problems }: { problems: { ruleId: string; severity: string }[] } = JSON.parse(stdout);
  return [...new Set(problems.filter(({ severity }) => severity === "error").map(({ ruleId }) => ruleId))];
}
