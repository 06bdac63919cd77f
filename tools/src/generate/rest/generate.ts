import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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

const templates = join(root, "tools/src/generate/templates");

/** What every generator is told. */
const settings = {
  templateDir: templates,
  ignoreFileOverride: join(templates, "keep.ignore"),
  // Without `models` and `apis`, the templates would get neither; nothing else that could be printed is.
  globalProperties: {
    models: "",
    apis: "",
    modelDocs: "false",
    apiDocs: "false",
    modelTests: "false",
    apiTests: "false",
  },
  typeMappings: { DateTime: "string", date: "string" },
  additionalProperties: { modelPropertyNaming: "original", paramNaming: "original" },
};

/**
 * Generates all files, for several specs in one JVM.
 *
 * @throws GeneratorError when the generator cannot run, or fails.
 */
export async function generateRest(...generations: RestGeneration[]): Promise<void> {
  const env = javaEnvironment();
  const missing = javaMissing();
  if (missing !== undefined) throw new GeneratorError(missing);
  await using scratch = await mkdtempDisposable(join(tmpdir(), "court-register-rest-"));
  const runs = generations.map((generation, index) => ({ generation, folder: String(index) }));
  const configurations = await Promise.all(
    runs.map(({ generation, folder }) => configure(scratch.path, folder, generation)),
  );
  const cli = join(root, "tools/node_modules/.bin/openapi-generator-cli");
  const options = { cwd: scratch.path, env, maxBuffer: Number.POSITIVE_INFINITY };
  const args = ["--openapitools", join(root, "tools/openapitools.json"), "batch", ...configurations.flat()];
  await promisify(execFile)(cli, args, options).catch((failed) => {
    const { code, stdout, stderr, message } = failed;
    throw new GeneratorError(generatorFailure({ code, text: stdout + stderr || message }), { cause: failed });
  });
  for (const { generation, folder } of runs) await collect(join(scratch.path, folder, "out"), generation.output);
}

/** Copies the files made by our templates out of the generators' output. */
async function collect(from: string, to: string): Promise<void> {
  for (const path of Object.values(printed).flatMap((files) => Object.keys(files))) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    await cp(join(from, path), join(to, path));
  }
}

/**
 * Writes the annotated spec and one configuration per generator into a new folder. The wrapper puts paths into a shell command as they
 * are, and the generator reads the spec's as a URI: so both are relative to `scratch`, whose own path may have spaces.
 *
 * @returns the configurations' paths.
 */
async function configure(scratch: string, folder: string, { document, yaml }: RestGeneration): Promise<string[]> {
  const hash = createHash("sha256").update(yaml).digest("hex");
  await mkdir(join(scratch, folder));
  const inputSpec = `${folder}/spec.json`;
  await writeFile(join(scratch, inputSpec), JSON.stringify(prepared(document)));
  return Promise.all(
    Object.entries(printed).map(async ([generatorName, files]) => {
      const paths = Object.entries(files);
      const configuration = {
        ...settings,
        generatorName,
        inputSpec,
        outputDir: `${folder}/out`,
        globalProperties: {
          ...settings.globalProperties,
          supportingFiles: paths.map(([path]) => path.split("/").at(-1)).join(","),
        },
        additionalProperties: {
          ...settings.additionalProperties,
          generatorName,
          specName: "specs/register.openapi.yaml",
          specHash: hash,
          apiVersion: literal(String(document.info?.version ?? "0.0.0")),
          apiBasePath: literal(basePathOf(document)),
          apiKeyHeader: literal(keyHeaderOf(document).toLowerCase()),
          packageName: `@court-register/${generatorName.replace("typescript-", "")}`,
        },
        files: Object.fromEntries(
          paths.map(([path, template]) => [
            template,
            { templateType: "SupportingFiles", folder: dirname(path), destinationFilename: path.split("/").at(-1) },
          ]),
        ),
      };
      const file = `${folder}/${generatorName}.json`;
      await writeFile(join(scratch, file), JSON.stringify(configuration));
      return file;
    }),
  );
}
