import { type GraphQLNamedType, isEnumType, isInputObjectType } from "graphql";
import { responseTo } from "../../checks/changes.ts";
import type { Fault, ResponseChange } from "../../checks/fault.ts";
import type { CasesContract } from "../../contract/cases.ts";

interface TypeReference {
  kind: string;
  name: string | null;
  ofType?: TypeReference | null;
}

interface IntrospectedField {
  name: string;
  type: TypeReference;
  defaultValue?: string | null;
  args: { name: string; type: TypeReference; defaultValue: string | null }[];
}

interface IntrospectedType {
  kind: string;
  name: string;
  fields: IntrospectedField[] | null;
  inputFields: Omit<IntrospectedField, "args">[] | null;
  enumValues: { name: string }[] | null;
  interfaces: TypeReference[] | null;
  possibleTypes: TypeReference[] | null;
}

/** Changes the service's schema in the introspection response. */
const schema = (edit: (type: (name: string) => IntrospectedType, types: IntrospectedType[]) => void): ResponseChange =>
  responseTo("IntrospectionQuery", (body) => {
    const response: { data: { __schema: { types: IntrospectedType[] } } } = JSON.parse(body.text);
    const { types } = response.data.__schema;
    edit(
      (name) =>
        types.find((type) => type.name === name) ?? {
          ...{ kind: "", name, fields: [], inputFields: [], enumValues: [], interfaces: [], possibleTypes: [] },
        },
      types,
    );
    body.text = JSON.stringify(response);
  });

const field = (type: IntrospectedType, name: string): IntrospectedField | undefined =>
  type.fields?.find((one) => one.name === name);
const scalar = (name: string): TypeReference => ({ kind: "SCALAR", name, ofType: null });

const required = (type: TypeReference): TypeReference => ({ kind: "NON_NULL", name: null, ofType: type });

function retype(typeName: string, name: string, make: (type: TypeReference) => TypeReference): ResponseChange {
  return schema((type) => {
    const found = field(type(typeName), name);
    if (found !== undefined) found.type = make(found.type);
  });
}

function changePredmet(edit: (found: IntrospectedField) => void): ResponseChange {
  return schema((type) => {
    const found = field(type("Query"), "predmet");
    if (found !== undefined) edit(found);
  });
}

/** A fault in the first type of a kind that the contract has. */
const inFirst = (
  kind: "ENUM" | "INPUT_OBJECT",
  is: (type: GraphQLNamedType) => boolean,
  edit: (type: IntrospectedType) => void,
): Pick<Fault, "change" | "within"> => {
  const ofContract = ({ schema: contract }: CasesContract): string[] =>
    Object.values(contract.getTypeMap()).flatMap((type) =>
      !type.name.startsWith("__") && is(type) ? [type.name] : [],
    );
  return {
    within: (contract) => ofContract(contract).length > 0,
    change: (body, site) =>
      schema((_, types) => {
        const names = ofContract(site.cases);
        const found = types.find((type) => type.kind === kind && names.includes(type.name));
        if (found !== undefined) edit(found);
      })(body, site),
  };
};

/** Faults of GraphQL that introspection shows. */
export const schemaFaults: readonly Fault[] = [
  {
    name: "root-field-renamed",
    about: "A query field has another name.",
    trips: ["CASE-SCHEMA-01"],
    change: schema((type) => {
      const found = field(type("Query"), "sudovi");
      if (found !== undefined) found.name = "courts";
    }),
  },
  {
    name: "argument-of-another-type",
    about: "The court argument is a String.",
    trips: ["CASE-SCHEMA-02"],
    change: changePredmet((found) => {
      for (const argument of found.args) if (argument.name === "sud") argument.type = scalar("String");
    }),
  },
  {
    name: "argument-beside",
    about: "An additional argument is required.",
    trips: ["CASE-SCHEMA-02"],
    change: changePredmet(
      (found) => void found.args.push({ name: "godina", type: required(scalar("String")), defaultValue: null }),
    ),
  },
  {
    name: "argument-required",
    about: "The court argument is non-null.",
    trips: ["CASE-SCHEMA-08"],
    change: changePredmet((found) => {
      for (const argument of found.args) if (argument.name === "sud") argument.type = required(argument.type);
    }),
  },
  {
    name: "field-of-another-type",
    about: "A BigInteger is a String.",
    trips: ["CASE-SCHEMA-03"],
    change: retype("Sud", "id", () => scalar("String")),
  },
  {
    name: "field-missing",
    about: "A type lacks a field.",
    trips: ["CASE-SCHEMA-03"],
    change: schema((type) => {
      const found = type("Rocista");
      found.fields = found.fields?.filter(({ name }) => name !== "sobaoznaka") ?? null;
    }),
  },
  {
    name: "id-nullable",
    about: "The id of a register type is nullable.",
    trips: ["CASE-SCHEMA-04"],
    change: retype("VrstaUpisnika", "id", (type) => type.ofType ?? type),
  },
  {
    name: "field-required",
    about: "A nullable field is non-null.",
    trips: ["CASE-SCHEMA-04"],
    change: retype("Predmet", "sudac", required),
  },
  {
    name: "interface-not-implemented",
    about: "A type does not implement the interface.",
    trips: ["CASE-SCHEMA-05"],
    change: schema((type) => {
      type("Vjecnici").interfaces = [];
      const parent = type("PredmetRelatedEntity");
      parent.possibleTypes = parent.possibleTypes?.filter(({ name }) => name !== "Vjecnici") ?? null;
    }),
  },
  {
    name: "scalar-as-enum",
    about: "DateTime is an enum.",
    trips: ["CASE-SCHEMA-06"],
    change: schema((type) => {
      const enumValues = [{ name: "DANAS", isDeprecated: false }];
      Object.assign(type("DateTime"), { kind: "ENUM", enumValues });
    }),
  },
  {
    name: "enum-value-missing",
    about: "An enum lacks a value.",
    trips: ["CASE-SCHEMA-09"],
    ...inFirst("ENUM", isEnumType, (found) => void found.enumValues?.shift()),
  },
  {
    name: "input-field-missing",
    about: "An input lacks a field.",
    trips: ["CASE-SCHEMA-10"],
    ...inFirst("INPUT_OBJECT", isInputObjectType, (found) => void found.inputFields?.shift()),
  },
  {
    name: "input-field-beside",
    about: "An additional field of an input is required.",
    trips: ["CASE-SCHEMA-10"],
    ...inFirst(
      "INPUT_OBJECT",
      isInputObjectType,
      (found) => void found.inputFields?.push({ name: "godina", type: required(scalar("String")), defaultValue: null }),
    ),
  },
  {
    name: "fragments-refused",
    about: "A document with fragments is refused.",
    trips: ["CASE-SCHEMA-07"],
    change: responseTo("typed", (body) => {
      body.text = '{"errors":[{"message":"Unknown type."}]}';
    }),
  },
];
