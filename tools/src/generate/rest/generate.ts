import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { root } from "../../shared/repository.ts";
import type { OpenApi } from "../../specs/openapi.ts";
import { generatorFailure, javaEnvironment, javaMissing } from "./java.ts";
import { prepared } from "./prepare.ts";

/** The generator could not run or failed, and not because of a spec. The message says why, and what to do. */
export class GeneratorError extends Error {
  override readonly name = "GeneratorError";
}

export interface RestGeneration {
  /** The OpenAPI document, which is accepted. */
  document: OpenApi;
  /** Folder for the files, each at its path from the repository's root. */
  output: string;
}

const tools = join(root, "tools");

/** The generators, as `openapi-generator-cli generate` runs them in `tools/`. */
interface Settings {
  "generator-cli": { generators: Record<string, { generatorName: string; config: string; inputSpec: string }> };
}

/** What a generator is told, in the file that its `config` names. */
interface Config {
  files: Record<string, { folder: string; destinationFilename: string }>;
}

/**
 * Generates all files that `openapitools.json` names, from several documents in one JVM, and the prepared documents that they are
 * printed from.
 *
 * @throws GeneratorError when the generator cannot run, or fails.
 */
export async function generateRest(...generations: RestGeneration[]): Promise<void> {
  const env = javaEnvironment();
  const noJava = javaMissing();
  if (noJava !== undefined) throw new GeneratorError(noJava);
  const settings: Settings = JSON.parse(readFileSync(join(tools, "openapitools.json"), "utf8"));
  const generators = Object.values(settings["generator-cli"].generators).map(({ config, ...generator }) => {
    return { ...generator, config: parse(readFileSync(join(tools, config), "utf8")) as Config };
  });
  await mkdir(join(tools, "reports"), { recursive: true });
  // The wrapper puts paths into a shell command as they are, and the generator reads the spec's as a URI: from `tools/`, these have no
  // spaces.
  await using scratch = await mkdtempDisposable(join(tools, "reports/rest-"));
  const inScratch = (name: string): string => relative(tools, join(scratch.path, name));
  const batch: string[] = [];
  for (const [index, { document, output }] of generations.entries()) {
    const text = `${JSON.stringify(prepared(document), null, 1)}\n`;
    const spec = inScratch(`${index}-spec.json`);
    await writeFile(join(tools, spec), text);
    for (const { generatorName, config, inputSpec } of generators) {
      const name = inScratch(`${index}-${generatorName}.json`);
      await writeFile(
        join(tools, name),
        JSON.stringify({ ...config, generatorName, inputSpec: spec, outputDir: output }),
      );
      batch.push(name);
      const copy = join(output, "tools", inputSpec);
      await mkdir(dirname(copy), { recursive: true });
      await writeFile(copy, text);
    }
  }
  const options = { cwd: tools, env: { ...env, PWD: tools }, maxBuffer: Number.POSITIVE_INFINITY };
  await promisify(execFile)(join(tools, "node_modules/.bin/openapi-generator-cli"), ["batch", ...batch], options).catch(
    (failed) => {
      const { code, stdout, stderr, message } = failed;
      throw new GeneratorError(generatorFailure({ code, text: stdout + stderr || message }), { cause: failed });
    },
  );
  const wanted = generators.flatMap(({ config }) => Object.values(config.files));
  for (const { output } of generations)
    for (const { folder, destinationFilename } of wanted)
      if (!existsSync(join(output, folder, destinationFilename)))
        throw new GeneratorError(`openapi-generator did not write ${folder}/${destinationFilename}.`);
}
