import { type GraphQLSchema, getNamedType, isInterfaceType, isObjectType } from "graphql";
import type { ShippedOperation } from "./documents.ts";

/**
 * Names of the shipped operations by what of the schema they use: fields (`Predmet.broj`), arguments (`Query.predmet.sud`) and
 * types (`Predmet`, `BigInteger`, with the interfaces of each).
 */
export function usage(schema: GraphQLSchema, operations: Iterable<ShippedOperation>): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  const use = (coordinate: string, operation: string): void => {
    used.set(coordinate, (used.get(coordinate) ?? new Set()).add(operation));
  };
  const useType = (name: string, operation: string): void => {
    use(name, operation);
    const type = schema.getType(name);
    if (isObjectType(type)) for (const { name: implemented } of type.getInterfaces()) use(implemented, operation);
  };
  for (const { name, selections, variables } of operations) {
    for (const { type } of variables.values()) useType(type.replaceAll(/[[\]!]/g, ""), name);
    for (const { coordinate, arguments: written } of selections.values()) {
      const [typeName = "", fieldName = ""] = coordinate.split(".");
      use(coordinate, name);
      useType(typeName, name);
      const type = schema.getType(typeName);
      const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[fieldName] : undefined;
      if (field === undefined) continue;
      useType(getNamedType(field.type).name, name);
      for (const argument of field.args)
        if (new RegExp(`\\b${argument.name}:`).test(written)) use(`${coordinate}.${argument.name}`, name);
    }
  }
  return used;
}
