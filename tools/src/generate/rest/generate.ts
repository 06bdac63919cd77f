import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { literal } from "../../shared/print.ts";
import { root } from "../../shared/repository.ts";
import type { OpenApi } from "../../specs/openapi.ts";
import { basePathOf, keyHeaderOf } from "../../specs/operations.ts";
import { generatorFailure, javaEnvironment, javaMissing } from "./java.ts";
import { prepared } from "./prepare.ts";

/** The generator could not run or failed, and not because of a spec. The message says why, and what to do. */
export class GeneratorError extends Error {
  override readonly name = "GeneratorError";
}

export interface RestGeneration {
  /** The OpenAPI document, which is accepted. */
  document: OpenApi;
  /** The same as it is written: its hash is in the header of the generated files. */
  yaml: string;
  /** Folder for the files, each at its path from the repository's root. */
  output: string;
}

/** The files that each generator writes, by path from the root, with the template in `templates/` for each. */
const printed: Record<string, Record<string, string>> = {
  "typescript-fetch": {
    "packages/core/src/generated/types.ts": "types.mustache",
    "packages/core/src/generated/operations.ts": "operations.mustache",
    "packages/fetch/src/generated/client.ts": "client.mustache",
    "packages/fetch/api.md": "api.mustache",
  },
  "typescript-axios": {
    "packages/axios/src/generated/client.ts": "client.mustache",
    "packages/axios/api.md": "api.mustache",
  },
};

const templateDir = join(root, "tools/src/generate/templates");

/**
 * Generates all files, for several specs in one JVM.
 *
 * @throws GeneratorError when the generator cannot run, or fails.
 */
export async function generateRest(...generations: RestGeneration[]): Promise<void> {
  const env = javaEnvironment();
  const noJava = javaMissing();
  if (noJava !== undefined) throw new GeneratorError(noJava);
  await using scratch = await mkdtempDisposable(join(tmpdir(), "court-register-rest-"));
  const write = (name: string, content: object): Promise<void> =>
    writeFile(join(scratch.path, name), JSON.stringify(content));
  // The wrapper puts paths into a shell command as they are, and the generator reads the spec's as a URI: these have no spaces.
  const configurations: string[] = [];
  for (const [index, generation] of generations.entries()) {
    const inputSpec = `${index}-spec.json`;
    await write(inputSpec, prepared(generation.document));
    for (const generatorName of Object.keys(printed)) {
      const name = `${index}-${generatorName}.json`;
      await write(name, { inputSpec, ...configurationOf(generatorName, generation) });
      configurations.push(name);
    }
  }
  const cli = join(root, "tools/node_modules/.bin/openapi-generator-cli");
  const options = { cwd: scratch.path, env, maxBuffer: Number.POSITIVE_INFINITY };
  const args = ["--openapitools", join(root, "tools/openapitools.json"), "batch", ...configurations];
  await promisify(execFile)(cli, args, options).catch((failed) => {
    const { code, stdout, stderr, message } = failed;
    throw new GeneratorError(generatorFailure({ code, text: stdout + stderr || message }), { cause: failed });
  });
  const wanted = Object.values(printed).flatMap((files) => Object.keys(files));
  const missing = wanted.find((path) => generations.some(({ output }) => !existsSync(join(output, path))));
  if (missing !== undefined) throw new GeneratorError(`openapi-generator did not write ${missing}.`);
}

/** What a generator is told. */
function configurationOf(generatorName: string, { document, yaml, output }: RestGeneration): object {
  const files = Object.entries(printed[generatorName] ?? {});
  return {
    generatorName,
    outputDir: output,
    templateDir,
    ignoreFileOverride: join(templateDir, "keep.ignore"),
    globalProperties: {
      // Without these two, the templates would get neither. Of what they could print, nothing is kept.
      models: "",
      apis: "",
      supportingFiles: files.map(([path]) => basename(path)).join(","),
    },
    files: Object.fromEntries(
      files.map(([path, template]) => [
        template,
        { templateType: "SupportingFiles", folder: dirname(path), destinationFilename: basename(path) },
      ]),
    ),
    typeMappings: { DateTime: "string", date: "string" },
    additionalProperties: {
      modelPropertyNaming: "original",
      paramNaming: "original",
      generatorName,
      specName: "specs/register.openapi.yaml",
      specHash: createHash("sha256").update(yaml).digest("hex"),
      apiVersion: literal(String(document.info?.version ?? "0.0.0")),
      apiBasePath: literal(basePathOf(document)),
      apiKeyHeader: literal(keyHeaderOf(document).toLowerCase()),
      packageName: `@court-register/${generatorName.replace("typescript-", "")}`,
    },
  };
}
