/** Judges changes of the SDL. graphql-inspector finds them; where our verdict differs, a comment says why. */
import { CriticalityLevel, type Change as Found } from "@graphql-inspector/core";
import type { Judgement, Verdict } from "../change.ts";
import { documentation, either } from "../rules-common.ts";

/** The name of what changed, without the directive on it. */
export const subjectOf = ({ path = "schema" }: Found): string => path.split(".@")[0] ?? path;

/**
 * Judges a change. Who compares says how a breaking one is noticed.
 *
 * @param alike - new fields that one which is gone may have been renamed to.
 */
export function judgeSchemaChange(change: Found, alike: string[] = []): Judgement {
  const { type, criticality } = change;
  const where = `\`${subjectOf(change)}\``;
  const level = byLevel[criticality.level];
  if (type.includes("DESCRIPTION") || type.endsWith("DEPRECATION_REASON_CHANGED")) return documentation(where);
  return (
    judgeField(change, where, level, alike) ??
    judgeArgument(change, where, level) ??
    judgeType(change, where) ??
    judgeDeprecation(change, where) ?? {
      rule: type.toLowerCase().replaceAll("_", "-"),
      verdict: level,
      message: `${where}: ${change.message}.`.replace("..", "."),
      todo: level === "safe" ? { ...fallbackTodo, graphql: "Nothing." } : fallbackTodo,
    }
  );
}

function judgeField(change: Found, where: string, level: Verdict, alike: string[]): Judgement | undefined {
  switch (change.type) {
    case "FIELD_REMOVED":
      return breaking("sdl-field-removed", `The field ${where} is gone.`, {
        graphql:
          alike.length > 0
            ? `Select ${either(alike)} instead, if that is its new name: a query with the old one is refused.`
            : "Remove it from your queries: a query that selects it is refused.",
      });
    case "FIELD_ADDED":
      return safe("sdl-field-added", `The field ${where} (\`${text(change, "addedFieldReturnType")}\`) is new.`, {
        graphql: "Nothing; it is available to select.",
        servers: "Serve it.",
      });
    case "FIELD_TYPE_CHANGED":
      return fieldType(where, text(change, "oldFieldType"), text(change, "newFieldType"), level);
    default:
      return undefined;
  }
}

function judgeArgument(change: Found, where: string, level: Verdict): Judgement | undefined {
  switch (change.type) {
    case "FIELD_ARGUMENT_ADDED":
      // Inspector calls an optional one dangerous, but queries without it keep their meaning.
      return level === "breaking"
        ? breaking("sdl-required-argument-added", `The argument ${where} is new and required.`, {
            graphql: "Pass it in every query.",
            servers: "Accept it.",
          })
        : safe("sdl-argument-added", `The optional argument ${where} is new.`, {
            graphql: "Nothing; it is available to use.",
            servers: "Accept it.",
          });
    case "FIELD_ARGUMENT_REMOVED":
      return breaking("sdl-argument-removed", `The argument ${where} is gone.`, {
        graphql: "Stop passing it: a query that does is refused.",
      });
    case "FIELD_ARGUMENT_TYPE_CHANGED":
      return argumentType(where, text(change, "oldArgumentType"), text(change, "newArgumentType"), level);
    case "FIELD_ARGUMENT_DEFAULT_CHANGED":
      return argumentDefault(where, text(change, "oldDefaultValue"), text(change, "newDefaultValue"));
    default:
      return undefined;
  }
}

function judgeType(change: Found, where: string): Judgement | undefined {
  switch (change.type) {
    case "TYPE_REMOVED":
      return breaking("sdl-type-removed", `The type ${where} is gone, or has another name.`, {
        graphql: "Remove it from your queries and code, or use what replaces it.",
        servers: "Serve the schema as it is now.",
      });
    case "TYPE_ADDED":
      return safe("sdl-type-added", `The type ${where} is new.`, {
        graphql: "Nothing; it is available to use.",
        servers: "Serve it.",
      });
    case "OBJECT_TYPE_INTERFACE_REMOVED": {
      const [type, removed] = [text(change, "objectTypeName"), text(change, "removedInterfaceName")];
      return breaking("sdl-interface-removed", `\`${type}\` no longer implements \`${removed}\`.`, {
        graphql: "Select by the type itself: a fragment on the interface no longer applies to it.",
      });
    }
    default:
      return undefined;
  }
}

/** Of an argument, the deprecation itself is found only as the use of a directive. */
function judgeDeprecation({ type }: Found, where: string): Judgement | undefined {
  switch (type) {
    case "FIELD_DEPRECATION_ADDED":
    case "ENUM_VALUE_DEPRECATION_REASON_ADDED":
    case "DIRECTIVE_USAGE_ARGUMENT_DEFINITION_ADDED":
    case "DIRECTIVE_USAGE_INPUT_FIELD_DEFINITION_ADDED":
      return safe("sdl-deprecated", `${where} is deprecated.`, { graphql: "Plan to stop using it." });
    case "FIELD_DEPRECATION_REMOVED":
    case "ENUM_VALUE_DEPRECATION_REASON_REMOVED":
    case "DIRECTIVE_USAGE_ARGUMENT_DEFINITION_REMOVED":
    case "DIRECTIVE_USAGE_INPUT_FIELD_DEFINITION_REMOVED":
      return safe("sdl-no-longer-deprecated", `${where} is no longer deprecated.`, {});
    default:
      return undefined;
  }
}

const byLevel: Record<CriticalityLevel, Verdict> = {
  [CriticalityLevel.Breaking]: "breaking",
  [CriticalityLevel.Dangerous]: "risky",
  [CriticalityLevel.NonBreaking]: "safe",
};

const fallbackTodo: Judgement["todo"] = {
  graphql: "Check your queries that use it.",
  servers: "Serve the schema as it is now.",
};

function breaking(rule: string, message: string, todo: Judgement["todo"]): Judgement {
  return { rule, verdict: "breaking", message, todo };
}

function safe(rule: string, message: string, todo: Judgement["todo"]): Judgement {
  return { rule, verdict: "safe", message, todo };
}

/** A fact from inspector's metadata. */
function text({ meta }: Found, key: string): string {
  const value: unknown = Reflect.get(meta, key);
  return typeof value === "string" ? value : "";
}

function fieldType(where: string, from: string, to: string, level: Verdict): Judgement {
  const message = `The field ${where} is now \`${to}\`, no longer \`${from}\`.`;
  if (level === "breaking") {
    return breaking("sdl-field-type-changed", message, {
      graphql: "Read it in its new type.",
      servers: `Answer with \`${to}\`.`,
    });
  }
  return {
    // Inspector calls it safe, and for readers it is; but on a server that still returns null, the whole parent fails.
    rule: "sdl-field-never-null",
    verdict: "risky",
    message,
    todo: {
      graphql:
        "Responses that you make yourself, such as test data, need it; a server that still has nulls there returns errors.",
      servers: "Never return null there.",
    },
  };
}

function argumentType(where: string, from: string, to: string, level: Verdict): Judgement {
  const message = `The argument ${where} is now \`${to}\`, no longer \`${from}\`.`;
  return level === "breaking"
    ? breaking("sdl-argument-type-changed", message, {
        graphql: `Pass \`${to}\`: queries with a variable of the old type are refused.`,
        servers: `Accept \`${to}\`.`,
      })
    : safe("sdl-argument-type-wider", message, { graphql: "Nothing.", servers: `Accept \`${to}\`.` });
}

function argumentDefault(where: string, from: string, to: string): Judgement {
  const todo = { graphql: "Pass it where you rely on its default.", servers: "Use the new default." };
  if (from === "")
    return {
      rule: "sdl-default-added",
      verdict: "risky",
      message: `The argument ${where} now has the default \`${to}\`.`,
      todo,
    };
  const message =
    to === ""
      ? `The argument ${where} no longer has the default \`${from}\`.`
      : `The default of ${where} is now \`${to}\`, no longer \`${from}\`.`;
  return { rule: "sdl-default-changed", verdict: "breaking", message, todo };
}
