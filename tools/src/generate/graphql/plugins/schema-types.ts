/**
 * Codegen plugin: the schema's types, as the plugin `typescript` prints them. Descriptions are first made safe for comments, and say what
 * the values of a scalar are.
 */
import { getCachedDocumentNodeFromSchema, type PluginFunction } from "@graphql-codegen/plugin-helpers";
import { plugin as typescript } from "@graphql-codegen/typescript";
import { buildASTSchema, Kind, type TypeNode, visit } from "graphql";
import { docText } from "../../../shared/print.ts";
import { describeValue } from "../surface.ts";

export const plugin: PluginFunction = (schema, documents, config, info) => {
  const described = visit(getCachedDocumentNodeFromSchema(schema), {
    FieldDefinition: (node) => ({
      ...node,
      description: { kind: Kind.STRING, value: describeValue(node.description?.value, nameOf(node.type)) },
    }),
    StringValue: (node) => ({ ...node, value: docText(node.value), block: false }),
  });
  return typescript(buildASTSchema(described), documents, config, info);
};

const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type));
