import { type Document, readOperations, UnjudgedError } from "../../../../conformance/src/contract/read-operations.ts";
import { type OpenApi, operationsOf } from "../../specs/openapi.ts";
import type { Rule } from "../problem.ts";
import { generated } from "./generated.ts";

/** Everything in the contract is judged: the conformance suite reads each operation, and refuses what no requirement covers. */
export const judged: Rule = (document, folder) => {
  // What cannot be generated may have any shape.
  if (generated(document, folder).length > 0) return [];
  return operationsOf(document).flatMap(({ path }) => {
    const refusal = refusalOf(document, path);
    if (refusal === undefined) return [];
    const fix = refusal.endsWith("judges")
      ? " Describe it in prose instead, or teach the suite first, in conformance/src/contract/read-operations.ts."
      : "";
    return [{ at: ["paths", path, "get"], message: `The conformance suite cannot judge this: ${refusal}.${fix}` }];
  });
};

function refusalOf({ paths = {}, components }: OpenApi, path: string): string | undefined {
  try {
    readOperations({ paths: { [path]: paths[path] }, components } as unknown as Document); // the shape that generation asks for
    return undefined;
  } catch (error) {
    if (error instanceof UnjudgedError) return error.message;
    throw error;
  }
}
