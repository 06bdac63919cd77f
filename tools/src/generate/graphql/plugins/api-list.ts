/** Codegen plugin: `api.md`, every operation with its variables and its result. */
import type { PluginFunction } from "@graphql-codegen/plugin-helpers";
import { markdown } from "../../../shared/print.ts";
import { deprecation, type Query, readQueries } from "../../../specs/queries.ts";
import { inText, printVariable, resultOf } from "../surface.ts";

export const plugin: PluginFunction = (schema, documents) => `\
# Operations of @court-register/graphql

\`const courtCases = createCourtCasesClient({ url })\`, then:

${readQueries(schema, documents).map(describe).join("\n")}
## request

A typed document of your own.

\`courtCases.request(document, variables, options)\` returns the data that the document selects.
`;

function describe(query: Query): string {
  const { name, hasVariables, variables, root } = query;
  const type = resultOf(query).text.replaceAll("<Int>", "");
  const key = `{ ${variables.map((variable) => variable.name).join(", ")} }`;
  const many = `\`courtCases.${name}.many([${key}, …], options)\` returns \`(${type} | RegisterError)[]\`.`;
  return [
    `## ${name}\n`,
    `${markdown(root.field.description ?? name)}\n`,
    ...deprecation(root.field).map((reason) => `${markdown(inText(reason))}\n`),
    `\`courtCases.${name}(${hasVariables ? `${key}, ` : ""}options)\` returns \`${type}\`.`,
    ...(hasVariables ? [many] : []),
    "",
    ...variables.map(({ description, deprecated, ...variable }) =>
      printVariable({
        ...variable,
        description: markdown(description),
        deprecated: deprecated.map((reason) => markdown(reason)),
      }),
    ),
    ...(hasVariables ? [""] : []),
  ].join("\n");
}
