import { prepare } from "../../../generate/rest/prepare.ts";
import type { OpenApi } from "../../../specs/openapi.ts";
import { keysTo } from "../../../specs/openapi-text.ts";
import { SpecError } from "../../../specs/spec-error.ts";
import type { Rule } from "../problem.ts";

/** Clients can be generated: reports what generation would refuse, without needing Java. */
export const generated: Rule = (document) => {
  // Generation modifies the document.
  const copy: OpenApi = JSON.parse(JSON.stringify(document));
  try {
    prepare(copy);
    return [];
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return [{ at: keysTo(document, error.where), message: `No client can be generated. ${error.message}` }];
  }
};
