/** Redocly plugin that adds the house rules to the linter. */
import { dirname } from "node:path";
import { oneLine } from "../../shared/print.ts";
import type { OpenApi } from "../../specs/openapi.ts";
import { type HouseRule, rules } from "./house-rules.ts";

/** The part of Redocly's API that is used here. */
interface Context {
  location: Location;
  report(problem: { message: string; location: unknown }): void;
}

interface Location {
  source: { absoluteRef: string };
  child(keys: (string | number)[]): unknown;
}

interface Visitor {
  Root(document: OpenApi, context: Context): void;
}

const visit =
  (rule: HouseRule): (() => Visitor) =>
  () => ({
    Root(document, { location, report }) {
      for (const { at, message } of rule(document, dirname(location.source.absoluteRef)))
        report({ message: oneLine(message), location: location.child(at) });
    },
  });

export default function house(): { id: string; rules: { oas3: Record<string, () => Visitor> } } {
  return {
    id: "house",
    rules: { oas3: Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, visit(rule)])) },
  };
}
