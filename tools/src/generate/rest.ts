/**
 * Generates the REST clients from `specs/register.openapi.yaml` with openapi-generator and our templates, in one JVM: row types
 * and the operation table for core, the documented surface and `api.md` for each client.
 * `node src/generate/rest.ts [--specs DIR] [--output DIR]`
 */
import { join } from "node:path";
import { generateRest } from "./rest/generate.ts";
import { step } from "./step.ts";

const specName = "specs/register.openapi.yaml";
await step("rest", ({ specs, output }) =>
  generateRest({ spec: join(specs, "register.openapi.yaml"), specName, output }),
);
