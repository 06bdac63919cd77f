import { ask, firstRows, type Probe } from "../../checks/probe.ts";
import type { ProbeName } from "../../evidence/operation-view.ts";
import type { KeyKind } from "../../evidence/request.ts";

function keyProbe(name: ProbeName, about: string, key: KeyKind): Probe {
  return {
    name,
    about,
    request: (operation, { width }) => ask(operation, firstRows(operation, width), "json", key),
  };
}

export const keyRequests: readonly Probe[] = [
  keyProbe("noKey", "without a key", "none"),
  keyProbe("emptyKey", "with an empty key", "empty"),
  keyProbe("wrongKey", "with a key that was never issued", "wrong"),
  {
    name: "noKeyElse",
    about: "without a key, as XML and not from the start",
    after: ["page"],
    sampled: 2,
    request: (operation, seen) => {
      const earlier = operation.paged ? seen.request("page") : "";
      return ask(
        operation,
        typeof earlier === "string" ? firstRows(operation, seen.width) : earlier.query,
        operation.xml ? "xml" : "json",
        "none",
      );
    },
  },
];
