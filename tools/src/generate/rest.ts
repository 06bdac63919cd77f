/**
 * Generates the REST clients from `specs/register.openapi.yaml`: row types and the operation table for core, the
 * documented surface and `api.md` for each client, by openapi-generator with our templates, both in one JVM.
 */
import { join } from "node:path";
import { root } from "../repository.ts";
import { generateRest } from "./rest/generate.ts";

const problem = await generateRest({
  spec: join(root, "specs/register.openapi.yaml"),
  specName: "specs/register.openapi.yaml",
  output: join(root, "tools/.generated/rest"),
});
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 1;
}
