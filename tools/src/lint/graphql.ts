/** House rules over the SDL and the operation documents, which the OpenAPI linter does not read. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import {
  buildSchema,
  type DocumentNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  Kind,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from "graphql";

/** @returns what is wrong, with the file; nothing when all is well. `folder` is that of the specs. */
export async function lintGraphql(folder: string): Promise<string[]> {
  try {
    const schema = buildSchema(await readFile(join(folder, "court-cases.graphql"), "utf8"));
    const documents = await readDocuments(join(folder, "operations"));
    return [
      ...undescribed(schema).map((message) => `court-cases.graphql: ${message}`),
      ...[...documents].flatMap(([file, document]) =>
        judgeDocument(schema, file, document).map((message) => `operations/${file}: ${message}`),
      ),
      ...unselected(schema, [...documents.values()]).map((message) => `operations: ${message}`),
    ];
  } catch (error) {
    if (error instanceof GraphQLError) return [`${error.toString()}`];
    throw error;
  }
}

async function readDocuments(folder: string): Promise<Map<string, DocumentNode>> {
  const files = (await readdir(folder)).sort();
  const parsed = files.map(async (file) => [file, parse(await readFile(join(folder, file), "utf8"))] as const);
  return new Map(await Promise.all(parsed));
}

/** Every type, field and argument ends in a docstring. */
function undescribed(schema: GraphQLSchema): string[] {
  const said = (description: string | null | undefined): boolean =>
    description !== undefined && description !== null && description.trim() !== "";
  return ownTypes(schema).flatMap((type) => {
    const missing = said(type.description) || type === schema.getQueryType() ? [] : [type.name];
    if (!isObjectType(type) && !isInterfaceType(type)) return missing.map(needsWords);
    for (const field of Object.values(type.getFields())) {
      if (!said(field.description)) missing.push(`${type.name}.${field.name}`);
      for (const { name, description } of field.args)
        if (!said(description)) missing.push(`${type.name}.${field.name}.${name}`);
    }
    return missing.map(needsWords);
  });
}

const needsWords = (name: string): string => `\`${name}\` needs a description: it becomes a docstring.`;

function ownTypes(schema: GraphQLSchema): ReturnType<GraphQLSchema["getTypeMap"]>[string][] {
  return Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
}

/** A file is one query of its own name: that is the name of the client's method. */
function judgeDocument(schema: GraphQLSchema, file: string, document: DocumentNode): string[] {
  const [definition] = document.definitions;
  const name = definition?.kind === Kind.OPERATION_DEFINITION ? definition.name?.value : undefined;
  const problems = validate(schema, document).map(({ message }) => message);
  if (document.definitions.length !== 1 || `${name}.graphql` !== file) {
    problems.push(`the file must hold one operation called \`${basename(file, ".graphql")}\`.`);
  }
  return problems;
}

/** Together the documents select every field of every object: what the schema has, the client offers. */
function unselected(schema: GraphQLSchema, documents: DocumentNode[]): string[] {
  const selected = new Set<GraphQLField<unknown, unknown>>();
  const info = new TypeInfo(schema);
  const collect = visitWithTypeInfo(info, {
    Field: () => {
      const field = info.getFieldDef();
      if (field) selected.add(field);
    },
  });
  for (const document of documents) visit(document, collect);
  return ownTypes(schema)
    .filter(isObjectType)
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => !selected.has(field))
        .map((field) => `no document selects \`${type.name}.${field.name}\`.`),
    );
}
