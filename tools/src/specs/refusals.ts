/**
 * The one place that refuses an OpenAPI document: what the clients cannot have, the server cannot serve or the suite cannot judge.
 * `pnpm check:specs` reports it, and `pnpm generate` writes nothing from such a document.
 */
import { readFileSync } from "node:fs";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { literal } from "../shared/print.ts";
import { isObject, type OpenApi } from "./openapi.ts";
import { dangling } from "./references.ts";
import { broken, circles } from "./rules.ts";
import type { Problem } from "./spec-error.ts";

const validate = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  strictTuples: false,
})
  .addVocabulary(["message"])
  .compile(parse(readFileSync(new URL("subset.yaml", import.meta.url), "utf8")));

/** Everything for which a document is refused. Each step relies on the ones before it. */
export function refusalsOf(document: OpenApi): Problem[] {
  const steps = [unsupported, dangling, circles, broken];
  for (const step of steps) {
    const problems = step(document);
    if (problems.length > 0) return problems;
  }
  return [];
}

/** Where the document is not one of the subset, one problem for each place. */
function unsupported(document: OpenApi): Problem[] {
  validate(document);
  const problems = (validate.errors ?? []).flatMap((error) => problemOf(error));
  const places = problems.map(({ at }) => JSON.stringify(at));
  return problems.filter((_, index) => places.indexOf(places[index] ?? "") === index);
}

function problemOf({ keyword, instancePath, propertyName, parentSchema, data }: ErrorObject): Problem[] {
  const { message } = parentSchema ?? {};
  // These only say that one of those within them has failed.
  if (["if", "propertyNames", "anyOf"].includes(keyword) || typeof message !== "string") return [];
  const keys = instancePath.split("/").slice(1);
  const at = keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const value = typeof data === "string" ? literal(data) : (JSON.stringify(data) ?? "nothing");
  const reference = isObject(data) ? `\`${data.$ref}\`` : "";
  return [
    {
      at: propertyName === undefined ? at : [...at, propertyName],
      message: message
        .replaceAll("{value}", () => (value.length > 80 ? "this" : value))
        .replaceAll("{$ref}", () => reference),
    },
  ];
}
