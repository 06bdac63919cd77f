import {
  type Document,
  readOperations,
  UnjudgedError,
} from "../../../../../conformance/src/contract/read-operations.ts";
import { type OpenApi, operationsOf } from "../../../specs/openapi.ts";
import type { Rule } from "../problem.ts";
import { generated } from "./generated.ts";

/** Everything in the contract is judged: the conformance suite reads each operation, and refuses what no requirement covers. */
export const judged: Rule = (document, folder) => {
  // What cannot be generated may have any shape.
  if (generated(document, folder).length > 0) return [];
  return operationsOf(document).flatMap(({ path }) =>
    refusals(document, path).map((refusal) => {
      const fix = refusal.endsWith("judges")
        ? " Describe it in prose instead, or teach it first to the suite (conformance/src/contract/read-operations.ts) and, if it is a type or a format, to the reference server (packages/reference-server/src/contract/register.ts)."
        : "";
      return { at: ["paths", path, "get"], message: `The conformance suite cannot judge this: ${refusal}.${fix}` };
    }),
  );
};

function refusals({ paths = {}, components }: OpenApi, path: string): readonly string[] {
  try {
    readOperations({ paths: { [path]: paths[path] }, components } as unknown as Document); // the shape that generation asks for
    return [];
  } catch (error) {
    if (error instanceof UnjudgedError) return error.clauses;
    throw error;
  }
}
