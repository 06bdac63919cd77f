import type { OpenApi, Operation, Schema } from "../../src/specs/openapi.ts";

/** A spec with one operation, `stvar.list` at `/stvar`, that returns rows of `stvar`, with a test's changes. */
export function tinySpec(
  fields: Record<string, Schema> = { mbs: { type: "integer", format: "int64" } },
  more: Partial<Operation> = {},
  path = "/stvar",
): OpenApi {
  return {
    servers: [{ url: "{base_url}/javni" }],
    tags: [{ name: "stvar", description: "Things." }],
    components: {
      securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
      schemas: {
        stvar: { type: "object", description: "Thing (section 2.2).", properties: fields },
        stvarArray: {
          type: "array",
          items: { $ref: "#/components/schemas/stvar" },
          xml: { name: "stvarArray", wrapped: true },
        },
      },
    },
    paths: {
      [path]: {
        get: {
          operationId: "stvar.list",
          tags: ["stvar"],
          summary: "List the things.",
          responses: {
            "200": {
              description: "The items.",
              content: {
                "application/json": { schema: { $ref: "#/components/schemas/stvarArray" } },
                "application/xml": { schema: { $ref: "#/components/schemas/stvarArray" } },
              },
            },
          },
          ...more,
        },
      },
    },
    ...{ openapi: "3.1.0", info: { title: "Tiny", version: "1" } },
  };
}
