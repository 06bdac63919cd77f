import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { registerDocument } from "../../src/contract/contract.ts";
import type { Operation } from "../../src/contract/register.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema({ $id: "register", components: registerDocument.components });

/** The document's schema for the body of an operation's response. */
export function bodySchema({ path }: Operation): ValidateFunction {
  const paths: Readonly<Record<string, unknown>> = registerDocument.paths;
  if (paths[path] === undefined) throw new Error(`There is no path ${path}.`);
  const pointer = path.replaceAll("~", "~0").replaceAll("/", "~1");
  const document = { $id: `operation${path}`, paths, components: registerDocument.components };
  if (!ajv.getSchema(document.$id)) ajv.addSchema(document);
  const schema = ajv.getSchema(`${document.$id}#/paths/${pointer}/get/responses/200/content/application~1json/schema`);
  if (schema === undefined) throw new Error(`There is no schema for ${path}.`);
  return schema as ValidateFunction;
}
