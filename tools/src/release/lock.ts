/** `pnpm exec node tools/src/release/lock.ts`: makes the lockfiles of the examples that run by themselves. */
import { globSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../check/support/packed.ts";
import { run } from "../check/support/process.ts";
import { startRegistry } from "../check/support/registry.ts";
import { readArguments } from "../shared/arguments.ts";
import { root } from "../shared/repository.ts";

await readArguments(
  `pnpm exec node tools/src/release/lock.ts

Makes anew the package-lock.json of each example that has one, after \`pnpm build\`: for when a dependency of ours has changed. The
versions of our own packages are those of this repository, and every other one is the newest.

Exit code 0: done. 1: npm could not make one.
`,
  {},
);

interface Lock {
  packages: Record<string, { integrity?: string; resolved?: string }>;
}

const folder = await makeFolder("locks");
await using registry = await startRegistry(folder);
// No address of a registry: whoever installs may have another one. npm checks what it gets all the same.
const env = { ...registry.env, npm_config_omit_lockfile_registry_resolved: "true" };
for (const file of globSync("{packages/*,conformance}/examples/*/package-lock.json", { cwd: root })) {
  const place = join(folder, dirname(file));
  await mkdir(place, { recursive: true });
  await cp(join(root, dirname(file), "package.json"), join(place, "package.json"));
  await writeFile(join(place, ".npmrc"), registry.npmrc);
  await run("npm", ["install", "--package-lock-only", "--ignore-scripts"], { cwd: place, env, timeout: 300_000 });
  const lock: Lock = JSON.parse(await readFile(join(place, "package-lock.json"), "utf8"));
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.startsWith("node_modules/@court-register/")) continue;
    // Ours changes with each commit until it is published.
    delete entry.integrity;
    delete entry.resolved;
  }
  await writeFile(join(root, file), `${JSON.stringify(lock, null, 2)}\n`);
  console.log(file);
}
