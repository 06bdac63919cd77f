import { isDeepStrictEqual } from "node:util";
import {
  executeSync,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  Kind,
  type TypeNode,
  typeFromAST,
} from "graphql";
import { readRegister } from "../../specs/contract.ts";
import { courtCaseRefusals, ownTypes } from "../../specs/court-cases.ts";
import { readSpec } from "../../specs/files.ts";
import { type GraphqlSpecs, readGraphqlSpecs } from "../../specs/graphql.ts";
import { caseNameFaults } from "../../specs/mirror-names.ts";
import type { RegisterOperation } from "../../specs/operations.ts";
import { kindOf } from "../../specs/scalars.ts";
import { faultsIn } from "../../specs/spec-error.ts";
import { usage } from "../../specs/usage.ts";

/** @returns each problem with its file, and line and column if known. `folder` is that of the specs. */
export function lintGraphql(folder: string): string[] {
  return unlessRefused(() => {
    const specs = readGraphqlSpecs(folder);
    const { schema } = specs;
    return [
      ...undescribed(schema).map((message) => `specs/court-cases.graphql: ${message}`),
      ...courtCaseRefusals(specs).map((fault) => fault.join(": ")),
      ...caseNameFaults(specs, operationsIn(folder)).map((fault) => fault.join(": ")),
      ...unselected(specs).map((message) => `specs/operations: ${message}`),
      ...unexemplified(specs, folder),
    ];
  });
}

/** The operations of the register; none if its document is refused, of which more is said elsewhere. */
function operationsIn(folder: string): readonly RegisterOperation[] {
  let operations: readonly RegisterOperation[] = [];
  faultsIn(() => {
    operations = readRegister(folder).operations;
  });
  return operations;
}

/** The problems that the work finds or, if it refuses the specs, what it refuses them for. */
function unlessRefused(find: () => string[]): string[] {
  let found: string[] = [];
  const faults = faultsIn(() => {
    found = find();
  });
  return [...faults.map((fault) => fault.join(": ")), ...found];
}

/** Every type, field, argument and field of an input needs a description: it becomes a docstring. */
function undescribed(schema: GraphQLSchema): string[] {
  const hasText = (description: string | null | undefined): boolean =>
    description !== undefined && description !== null && description.trim() !== "";
  return ownTypes(schema).flatMap((type) => {
    const missing = hasText(type.description) || type === schema.getQueryType() ? [] : [type.name];
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return missing.map(needsDescription);
    for (const field of Object.values(type.getFields())) {
      if (!hasText(field.description)) missing.push(`${type.name}.${field.name}`);
      for (const { name, description } of "args" in field ? field.args : [])
        if (!hasText(description)) missing.push(`${type.name}.${field.name}.${name}`);
    }
    return missing.map(needsDescription);
  });
}

const needsDescription = (name: string): string => `\`${name}\` needs a description: it becomes a docstring.`;

/** Together, the documents select every field of every object, so that the client offers everything in the schema. */
function unselected({ schema, documents }: GraphqlSpecs): string[] {
  const used = usage(schema, documents);
  return ownTypes(schema)
    .filter(isObjectType)
    .flatMap((type) =>
      Object.keys(type.getFields())
        .filter((name) => !used.has(`${type.name}.${name}`))
        .map((name) => {
          const fix =
            type === schema.getQueryType() ? `write ${name}.graphql` : `add it wherever one selects \`${type.name}\``;
          return `no document selects \`${type.name}.${name}\`: ${fix}.`;
        }),
    );
}

/** Each document has an example of its response: executed on that, it gives it back. What is null there may be left out. */
function unexemplified({ schema, documents }: GraphqlSpecs, folder: string): string[] {
  return documents.flatMap(({ name, document }) => {
    const path = `examples/${name}.json`;
    try {
      const example: { data?: unknown } = JSON.parse(readSpec(folder, path), withoutNull);
      const required = document.definitions
        .flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? (one.variableDefinitions ?? []) : []))
        .filter(({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined);
      const variableValues = Object.fromEntries(
        required.map(({ variable, type }) => [variable.name.value, someValue(typeIn(schema, type))]),
      );
      const { data, errors } = executeSync({ schema, document, rootValue: example.data, variableValues });
      if (errors) return errors.map(({ message }) => `specs/${path}: ${message}`);
      const same = isDeepStrictEqual(JSON.parse(JSON.stringify({ data }), withoutNull), example);
      return same ? [] : [`specs/${path}: it has what ${name}.graphql does not select.`];
    } catch (error) {
      return [
        `specs/${path}: write the response to ${name}.graphql, as \`{ "data": … }\`. ${error instanceof Error ? error.message : error}`,
      ];
    }
  });
}

const typeIn = (schema: GraphQLSchema, type: TypeNode): GraphQLInputType =>
  typeFromAST(schema, type as Parameters<typeof typeFromAST>[1]) as GraphQLInputType; // the document is valid

/** A value that may be passed as a type: the answer does not depend on it. */
function someValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return someValue(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter(isRequiredInputField)
        .map((field) => [field.name, someValue(field.type)]),
    );
  return { text: "1", integer: 1, boolean: true }[kindOf(type.name) ?? "text"];
}

const withoutNull = (_: string, value: unknown): unknown => value ?? undefined;

/**
 * The arguments of queries that no document passes: no problem, because passing one where there was none changes the method, but
 * the client does not offer them. Nothing is said of specs that are refused.
 */
export function unpassed(folder: string): string[] {
  const found: string[] = [];
  unlessRefused(() => {
    const { schema, documents } = readGraphqlSpecs(folder);
    const used = usage(schema, documents);
    const query = schema.getQueryType();
    for (const { name, args } of Object.values(query?.getFields() ?? {}))
      for (const argument of args.filter((one) => !used.has(`${query?.name}.${name}.${one.name}`)))
        found.push(
          `specs/operations: no document passes \`${query?.name}.${name}.${argument.name}\`, so no method of the client takes it. Pass it in ${name}.graphql, as a variable \`$${argument.name}: ${argument.type}\`, or in a document of its own; \`pnpm spec:diff\` says what that breaks.`,
        );
    return [];
  });
  return found;
}
