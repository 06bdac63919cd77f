import { operationsOf } from "../../specs/openapi.ts";
import type { Rule } from "../problem.ts";

/** An operation is called as `register.<tag>.<verb>`: it has one tag, and the operationId is `<tag>.<verb>`. */
export const named: Rule = (document) =>
  operationsOf(document).flatMap(({ path, method, operation: { operationId, tags = [] } }) => {
    const at = ["paths", path, method.toLowerCase()];
    const [tag = ""] = tags;
    if (tags.length !== 1)
      return [
        {
          at: [...at, "tags"],
          message: `An operation has one tag, the name of its property in the clients, not ${tags.length}.`,
        },
      ];
    if (operationId?.startsWith(`${tag}.`) && /^[a-z]\w*$/.test(operationId.slice(tag.length + 1))) return [];
    return [
      {
        at: [...at, "operationId"],
        message: `The operationId must be its tag, a dot and a verb, such as \`${tag}.list\`, not \`${operationId}\`.`,
      },
    ];
  });
