/** Answers of `serve`, held against the document that it has of them. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { expect } from "vitest";

/** Checks answers by the document, which is asked for as programs do. */
export async function answerChecker(url: string): Promise<(path: string, response: Response) => Promise<void>> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, { get: { responses: Record<string, { content?: Record<string, { schema: object }> }> } }>;
  };
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { "date-time": fullFormats["date-time"] } });
  ajv.addVocabulary(["openapi", "info", "servers", "security", "paths", "components"]);
  ajv.addSchema(document, "document");
  return async (path, response) => {
    const type = response.headers.get("content-type")?.replace(/;.*/, "") ?? "";
    const [template = ""] = Object.keys(document.paths).filter((one) =>
      new RegExp(`^${one.replace(/\{\w+\}/, "[^/]+?")}$`).test(path.replace(/\?.*/, "")),
    );
    const pointer = ["paths", template, "get", "responses", String(response.status), "content", type, "schema"]
      .map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")))
      .join("/");
    const validate = ajv.getSchema(`document#/${pointer}`) as ValidateFunction | undefined;
    expect(validate, `${path}: ${response.status} ${type} is not in the document`).toBeDefined();
    const answer = type.endsWith("json") ? await response.json() : await response.text();
    validate?.(answer);
    expect(validate?.errors ?? [], path).toEqual([]);
  };
}
