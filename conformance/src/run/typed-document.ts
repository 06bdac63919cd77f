import {
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
  validate,
} from "graphql";

/**
 * A document that names every type and interface in fragments: a service that lacks one refuses it, even without introspection.
 * Two fields share the name `id`: GraphQL allows that only if both have the same type, `!` included (section 5.3.2, Field
 * Selection Merging), so the field of an interface must have the type of an identifier. It is as flat as that allows, because
 * services limit the depth of queries.
 *
 * @param asked - names of the query fields; `predmet` is asked for with its arguments.
 */
export function typedDocument(schema: GraphQLSchema, asked: readonly string[]): string {
  const document = writeDocument(schema, asked, false);
  // A type may be stricter than its interface: then fields of one name cannot stand beside each other.
  return validate(schema, parse(document)).length === 0 ? document : writeDocument(schema, asked, true);
}

/** @param bare - selects nothing but the names of types. */
function writeDocument(schema: GraphQLSchema, asked: readonly string[], bare: boolean): string {
  const args = asked.includes("predmet") ? (schema.getQueryType()?.getFields().predmet?.args ?? []) : [];
  const selections = asked.flatMap((name) => {
    const type = getNamedType(schema.getQueryType()?.getFields()[name]?.type);
    const passed = name === "predmet" ? args.map((one) => `${one.name}: $${one.name}`) : [];
    return isObjectType(type) ? `  ${name}${bracketed(passed)} { ${selectionOf(type, bare)} }\n` : [];
  });
  const fragments = Object.values(schema.getTypeMap())
    .filter(isInterfaceType)
    // A fragment that nothing uses is refused.
    .filter(({ name }) => selections.some((one) => one.includes(`...of${name} `)))
    .map((one) => `fragment of${one.name} on ${one.name} { ${bare ? "__typename" : commonFields(one, schema)} }`);
  const variables = bracketed(args.map(({ name, type }) => `$${name}: ${type}`));
  return `query typed${variables} {\n${selections.join("") || "  __typename\n"}}\n${fragments.join("\n")}`;
}

const bracketed = (list: readonly string[]): string => (list.length === 0 ? "" : `(${list.join(", ")})`);

/** The type by name, with one of its scalars, and the types below it, one level deep: they may refer to each other without end. */
function selectionOf(type: GraphQLObjectType, bare: boolean, below = true): string {
  const fields = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  const scalars = fields.filter((one) => isLeafType(getNamedType(one.type))).map(({ name }) => name);
  // Where it can, what all types have: whether others are there is asked by documents of their own.
  const common = [...type.getInterfaces().flatMap((one) => Object.keys(one.getFields())), "id"];
  const scalar = bare ? undefined : (common.find((name) => scalars.includes(name)) ?? scalars[0]);
  const nested = fields.flatMap(({ name, type: one }) => {
    const inner = getNamedType(one);
    return below && isObjectType(inner) ? `${name} { ${selectionOf(inner, bare, false)} }` : [];
  });
  return [
    `... on ${type.name} { ${scalar ?? "__typename"} }`,
    ...type.getInterfaces().map(({ name }) => `...of${name}`),
    ...nested,
  ].join(" ");
}

/** The fields of an interface, one of them also where another type of it has an identifier. */
function commonFields(one: GraphQLInterfaceType, schema: GraphQLSchema): string {
  const fields = Object.values(one.getFields());
  const types = schema.getPossibleTypes(one);
  const identified = types.find((type) => type.getFields().id !== undefined && one.getFields().id === undefined);
  const id = identified?.getFields().id;
  const alike = fields.find(({ type }) => String(type) === String(id?.type));
  const other = types.find((type) => type !== identified);
  const merged =
    identified === undefined || alike === undefined || other === undefined
      ? ""
      : ` ... on ${identified.name} { id } ... on ${other.name} { id: ${alike.name} }`;
  return `${fields.map(({ name }) => name).join(" ")}${merged}`;
}
