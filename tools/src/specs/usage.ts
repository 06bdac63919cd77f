import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  separateOperations,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";

/**
 * Names of the operations by what they use of the schema: fields (`Predmet.broj`), arguments (`Query.predmet.sud`) and
 * types (`Predmet`, `BigInteger`, with the interfaces of each).
 */
export function usage(
  schema: GraphQLSchema,
  operations: Iterable<{ name: string; document: DocumentNode }>,
): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  for (const { name: operation, document } of operations) {
    const use = (coordinate: string): void => {
      used.set(coordinate, (used.get(coordinate) ?? new Set()).add(operation));
    };
    const useType = (name: string): void => {
      use(name);
      const type = schema.getType(name);
      if (isObjectType(type)) for (const { name: implemented } of type.getInterfaces()) use(implemented);
    };
    const info = new TypeInfo(schema);
    visit(
      separateOperations(document)[operation] ?? document,
      visitWithTypeInfo(info, {
        NamedType: ({ name }) => useType(name.value),
        Field() {
          const [parent, field] = [info.getParentType(), info.getFieldDef()];
          if (!(parent && field)) return;
          use(`${parent.name}.${field.name}`);
          useType(parent.name);
          useType(getNamedType(field.type).name);
        },
        Argument() {
          const [parent, field, argument] = [info.getParentType(), info.getFieldDef(), info.getArgument()];
          if (parent && field && argument && !info.getDirective()) use(`${parent.name}.${field.name}.${argument.name}`);
        },
      }),
    );
  }
  return used;
}
