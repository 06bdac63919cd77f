/** The one place that refuses the GraphQL specs: what the client cannot have, or the suite cannot judge. */
import {
  type GraphQLSchema,
  getNamedType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
} from "graphql";
import { type GraphqlSpecs, readGraphqlSpecs } from "./graphql.ts";
import { readQueries } from "./queries.ts";
import { judgedScalars } from "./scalars.ts";
import { type Fault, faultsIn, refuseAll } from "./spec-error.ts";

/** Reads the GraphQL specs. @throws SpecError with everything for which it is refused. */
export function acceptedCourtCases(folder: string): GraphqlSpecs {
  const specs = readGraphqlSpecs(folder);
  refuseAll(courtCaseRefusals(specs));
  return specs;
}

/** Everything for which the GraphQL specs are refused. */
export const courtCaseRefusals = (specs: GraphqlSpecs): Fault[] => [
  // What cannot become a method of the client, such as a query of an enum.
  ...faultsIn(() => readQueries(specs)),
  ...misfiled(specs.documents),
  ...unjudged(specs.schema),
];

/** Each file has one query, named like the file: the suite finds it by that name, which is also that of the client's method. */
function misfiled(documents: GraphqlSpecs["documents"]): Fault[] {
  return documents.flatMap(({ name, document }) => {
    const [first, ...others] = document.definitions;
    if (others.length === 0 && first?.kind === Kind.OPERATION_DEFINITION && first.name?.value === name) return [];
    return [
      [`specs/operations/${name}.graphql`, `the file must contain one operation called \`${name}\`, and nothing else.`],
    ];
  });
}

/** The suite would take any other scalar for a DateTime, and the client any number for a BigInteger. */
function unjudged(schema: GraphQLSchema): Fault[] {
  return ownTypes(schema).flatMap((type) => {
    if (!isObjectType(type)) return [];
    return Object.values(type.getFields()).flatMap((field) => {
      const scalar = getNamedType(field.type);
      if (!isScalarType(scalar) || judgedScalars.includes(scalar.name)) return [];
      const what = `\`${type.name}.${field.name}\` is of the type ${scalar.name}, which no requirement judges.`;
      const fix = `Make it a ${judgedScalars.join(", ")}, or teach it first to ${readers}.`;
      return [["specs/court-cases.graphql", `${what} ${fix}`]];
    });
  });
}

/** What reads scalars by their names. */
const readers =
  "the suite (conformance/src/contract/scalars.ts), the reference server (packages/reference-server/src/contract/cases.ts) and, if its values are numbers, the client, which takes each for a BigInteger (packages/graphql/src/integers.ts)";

/** The types that the schema defines itself. */
export function ownTypes(schema: GraphQLSchema): ReturnType<GraphQLSchema["getTypeMap"]>[string][] {
  return Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
}
