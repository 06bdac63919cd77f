import { responseTo } from "./changes.ts";
import { type Change, type Fault, caseFault as fault } from "./fault.ts";

interface TypeReference {
  kind: string;
  name: string | null;
  ofType?: TypeReference | null;
}

interface IntrospectedField {
  name: string;
  type: TypeReference;
  args: { name: string; type: TypeReference; defaultValue: string | null }[];
}

interface IntrospectedType {
  kind: string;
  name: string;
  fields: IntrospectedField[] | null;
  interfaces: TypeReference[] | null;
  possibleTypes: TypeReference[] | null;
}

/** Changes the service's schema in the introspection response. */
const schema = (edit: (type: (name: string) => IntrospectedType, types: IntrospectedType[]) => void): Change =>
  responseTo("IntrospectionQuery", (body) => {
    const response: { data: { __schema: { types: IntrospectedType[] } } } = JSON.parse(body.text);
    const { types } = response.data.__schema;
    edit(
      (name) =>
        types.find((type) => type.name === name) ?? { kind: "", name, fields: [], interfaces: [], possibleTypes: [] },
      types,
    );
    body.text = JSON.stringify(response);
  });

const field = (type: IntrospectedType, name: string): IntrospectedField | undefined =>
  type.fields?.find((one) => one.name === name);
const scalar = (name: string): TypeReference => ({ kind: "SCALAR", name, ofType: null });
const required = (type: TypeReference): TypeReference => ({ kind: "NON_NULL", name: null, ofType: type });

function retype(typeName: string, name: string, make: (type: TypeReference) => TypeReference): Change {
  return schema((type) => {
    const found = field(type(typeName), name);
    if (found !== undefined) found.type = make(found.type);
  });
}

function changePredmet(edit: (found: IntrospectedField) => void): Change {
  return schema((type) => {
    const found = field(type("Query"), "predmet");
    if (found !== undefined) edit(found);
  });
}

/** Faults of interface B that introspection shows. */
export const schemaFaults: readonly Fault[] = [
  fault(
    "root-field-renamed",
    "A query field has another name.",
    ["CASE-SCHEMA-01"],
    schema((type) => {
      const found = field(type("Query"), "sudovi");
      if (found !== undefined) found.name = "courts";
    }),
  ),
  fault(
    "argument-required",
    "An optional argument is required.",
    ["CASE-SCHEMA-02"],
    changePredmet((found) => {
      for (const argument of found.args) if (argument.name === "sud") argument.type = required(argument.type);
    }),
  ),
  fault(
    "argument-of-another-type",
    "The court argument is a String.",
    ["CASE-SCHEMA-02"],
    changePredmet((found) => {
      for (const argument of found.args) if (argument.name === "sud") argument.type = scalar("String");
    }),
  ),
  fault(
    "argument-renamed",
    "An argument has another name.",
    ["CASE-SCHEMA-02"],
    changePredmet((found) => {
      for (const argument of found.args) if (argument.name === "oznakaBroj") argument.name = "oznaka";
    }),
  ),
  fault(
    "argument-beside",
    "An additional argument is required.",
    ["CASE-SCHEMA-02"],
    changePredmet(
      (found) => void found.args.push({ name: "godina", type: required(scalar("String")), defaultValue: null }),
    ),
  ),
  fault(
    "field-of-another-type",
    "A BigInteger is a String.",
    ["CASE-SCHEMA-03"],
    retype("Sud", "id", () => scalar("String")),
  ),
  fault(
    "field-missing",
    "A type lacks a field.",
    ["CASE-SCHEMA-03"],
    schema((type) => {
      const found = type("Rocista");
      found.fields = found.fields?.filter(({ name }) => name !== "sobaoznaka") ?? null;
    }),
  ),
  fault(
    "list-as-object",
    "A list is a single object.",
    ["CASE-SCHEMA-03"],
    retype("Predmet", "stranke", (type) => type.ofType ?? type),
  ),
  fault(
    "root-type-as-list",
    "predmet returns a list.",
    ["CASE-SCHEMA-03"],
    retype("Query", "predmet", (type) => ({ kind: "LIST", name: null, ofType: type })),
  ),
  fault(
    "id-nullable",
    "The id of a register type is nullable.",
    ["CASE-SCHEMA-04"],
    retype("VrstaUpisnika", "id", (type) => type.ofType ?? type),
  ),
  fault("field-required", "A nullable field is non-null.", ["CASE-SCHEMA-04"], retype("Predmet", "sudac", required)),
  fault(
    "items-required",
    "The items of a list are non-null.",
    ["CASE-SCHEMA-04"],
    retype("Query", "sudovi", (type) => (type.ofType ? { ...type, ofType: required(type.ofType) } : type)),
  ),
  fault(
    "interface-not-implemented",
    "A type does not implement the interface.",
    ["CASE-SCHEMA-05"],
    schema((type) => {
      type("Vjecnici").interfaces = [];
      const parent = type("PredmetRelatedEntity");
      parent.possibleTypes = parent.possibleTypes?.filter(({ name }) => name !== "Vjecnici") ?? null;
    }),
  ),
  fault(
    "interface-as-type",
    "The interface is an object type, unrelated to the other types.",
    ["CASE-SCHEMA-03", "CASE-SCHEMA-05"],
    schema((type, types) => {
      for (const one of types) if (one.interfaces !== null) one.interfaces = [];
      Object.assign(type("PredmetRelatedEntity"), { kind: "OBJECT", interfaces: [], possibleTypes: null });
    }),
  ),
  fault(
    "scalar-as-text",
    "DateTime is not a scalar: its fields are String.",
    ["CASE-SCHEMA-03", "CASE-SCHEMA-06"],
    schema((_, types) => {
      const retyped = (type: TypeReference): TypeReference => (type.name === "DateTime" ? scalar("String") : type);
      for (const type of types) for (const one of type.fields ?? []) one.type = retyped(one.type);
      types.splice(
        types.findIndex(({ name }) => name === "DateTime"),
        1,
      );
    }),
  ),
  fault(
    "scalar-as-enum",
    "DateTime is an enum.",
    ["CASE-SCHEMA-06"],
    schema((type) => {
      const enumValues = [{ name: "DANAS", isDeprecated: false }];
      Object.assign(type("DateTime"), { kind: "ENUM", enumValues });
    }),
  ),
  fault(
    "fragments-refused",
    "A document with fragments is refused.",
    ["CASE-SCHEMA-07"],
    responseTo("typed", (body) => {
      body.text = '{"errors":[{"message":"Unknown type."}]}';
    }),
  ),
];
