import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { root } from "../../repository.ts";
import { type Document, SpecError } from "./document.ts";
import { javaEnvironment, javaMissing } from "./java.ts";
import { prepare, type Service } from "./prepare.ts";
import { literal } from "./print.ts";
import { run } from "./run.ts";

export interface RestGeneration {
  /** The OpenAPI document to read. */
  spec: string;
  /** Its name in the header of the generated files. */
  specName: string;
  /** Folder that receives the files, each at its path from the repository's root. Emptied first. */
  output: string;
}

/** What each generator prints: a file's path from the root, and the template of `templates/` that makes it. */
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

/** Writes all files, or says in one text why it could not. */
export async function generateRest({ spec, specName, output }: RestGeneration): Promise<string | undefined> {
  const env = javaEnvironment();
  const missing = await javaMissing();
  if (missing !== undefined) return missing;
  const text = await readFile(spec, "utf8");
  const document: Document = parse(text);
  let service: Service;
  try {
    service = prepare(document);
  } catch (error) {
    if (error instanceof SpecError) return `${specName} cannot be generated from. ${error.message}`;
    throw error;
  }
  const scratch = await mkdtemp(join(tmpdir(), "court-register-rest-"));
  try {
    const hash = createHash("sha256").update(text).digest("hex");
    const configurations = await configure(scratch, document, { ...service, specName, hash });
    const cli = join(root, "tools/node_modules/.bin/openapi-generator-cli");
    const batch = await run(cli, ["batch", ...configurations], env);
    if (batch.code !== 0) return `openapi-generator failed (exit code ${batch.code}):\n${batch.text}`;
    await rm(output, { recursive: true, force: true });
    for (const path of Object.values(printed).flatMap((files) => Object.keys(files))) {
      await mkdir(dirname(join(output, path)), { recursive: true });
      await cp(join(scratch, "out", path), join(output, path));
    }
    return undefined;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Writes the annotated spec and one configuration a generator; their paths. */
async function configure(
  scratch: string,
  document: Document,
  about: Service & { specName: string; hash: string },
): Promise<string[]> {
  const inputSpec = join(scratch, "spec.json");
  await writeFile(inputSpec, JSON.stringify(document));
  return Promise.all(
    Object.entries(printed).map(async ([generatorName, files]) => {
      const paths = Object.entries(files);
      const configuration = {
        generatorName,
        inputSpec,
        outputDir: join(scratch, "out"),
        templateDir: templates,
        ignoreFileOverride: join(templates, "keep.ignore"),
        globalProperties: {
          models: "",
          apis: "",
          supportingFiles: paths.map(([path]) => path.split("/").at(-1)).join(","),
          modelDocs: "false",
          apiDocs: "false",
          modelTests: "false",
          apiTests: "false",
        },
        typeMappings: {
          DateTime: "string",
          date: "string",
          Date: "string",
          file: "string",
          UUID: "string",
          URI: "string",
        },
        additionalProperties: {
          modelPropertyNaming: "original",
          paramNaming: "original",
          generatorName,
          specName: about.specName,
          specHash: about.hash,
          apiBasePath: literal(about.basePath),
          apiKeyHeader: literal(about.keyHeader),
          packageName: `@court-register/${generatorName.replace("typescript-", "")}`,
        },
        files: Object.fromEntries(
          paths.map(([path, template]) => [
            template,
            { templateType: "SupportingFiles", folder: dirname(path), destinationFilename: path.split("/").at(-1) },
          ]),
        ),
      };
      const file = join(scratch, `${generatorName}.json`);
      await writeFile(file, JSON.stringify(configuration));
      return file;
    }),
  );
}
