import type { Datum } from "../evidence/datum.ts";
import type { Body } from "./body.ts";
import type { Change, Fault, FaultSite } from "./fault.ts";

/** Changes the text of the answer to one document. */
const answerTo =
  (document: string, change: (body: Body, site: FaultSite) => void): Change =>
  (body, site) => {
    if (site.query.includes(`query ${document}`) && body.status === 200) change(body, site);
  };

/** Changes the value at a path of names inside the answer to a document; `*` is the first item of a list. */
function valueAt(document: string, path: readonly string[], make: (value: Datum) => Datum): Change {
  return answerTo(document, (body) => body.editJson((value) => replaceAt(value, ["data", ...path], make)));
}

function replaceAt(value: Datum, [name, ...rest]: readonly string[], make: (value: Datum) => Datum): Datum {
  if (name === undefined) return make(value);
  if (name === "*" && value.kind === "array")
    return {
      kind: "array",
      items: value.items.map((item, index) => (index === 0 ? replaceAt(item, rest, make) : item)),
    };
  if (value.kind !== "object") return value;
  return {
    kind: "object",
    members: value.members.map((member) =>
      member.name === name ? { name, value: replaceAt(member.value, rest, make) } : member,
    ),
  };
}

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

/** Changes the service's schema as introspection tells it. */
const schema = (edit: (type: (name: string) => IntrospectedType, types: IntrospectedType[]) => void): Change =>
  answerTo("IntrospectionQuery", (body) => {
    const answer: { data: { __schema: { types: IntrospectedType[] } } } = JSON.parse(body.text);
    const { types } = answer.data.__schema;
    edit(
      (name) =>
        types.find((type) => type.name === name) ?? { kind: "", name, fields: [], interfaces: [], possibleTypes: [] },
      types,
    );
    body.text = JSON.stringify(answer);
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

function reargue(edit: (found: IntrospectedField) => void): Change {
  return schema((type) => {
    const found = field(type("Query"), "predmet");
    if (found !== undefined) edit(found);
  });
}

const text = (value: string): Datum => ({ kind: "string", text: value });
const number = (value: string): Datum => ({ kind: "number", text: value });

function fault(name: string, about: string, trips: readonly string[], change: Change): Fault {
  return { name, about, trips, change };
}

/** The answer to the first case that was named, kept to be given where it does not belong. */
const instead =
  (isWrong: (query: string, asked: string) => boolean): Change =>
  (body, { query, once }) => {
    if (!query.includes("query predmet(")) return;
    const known = once(() => ({ query: "", text: "" }));
    if (known.query !== "" && isWrong(query, known.query)) body.text = known.text;
    else if (known.query === "" && /"predmet":\s*\{/.test(body.text)) Object.assign(known, { query, text: body.text });
  };

export const caseFaults: readonly Fault[] = [
  fault(
    "root-field-renamed",
    "A query field bears another name.",
    ["CASE-SCHEMA-01"],
    schema((type) => {
      const found = field(type("Query"), "sudovi");
      if (found !== undefined) found.name = "courts";
    }),
  ),
  fault(
    "argument-required",
    "An argument may not be left out.",
    ["CASE-SCHEMA-02"],
    reargue((found) => {
      for (const argument of found.args) if (argument.name === "sud") argument.type = required(argument.type);
    }),
  ),
  fault(
    "argument-of-another-type",
    "The court is a text.",
    ["CASE-SCHEMA-02"],
    reargue((found) => {
      for (const argument of found.args) if (argument.name === "sud") argument.type = scalar("String");
    }),
  ),
  fault(
    "argument-renamed",
    "An argument bears another name.",
    ["CASE-SCHEMA-02"],
    reargue((found) => {
      for (const argument of found.args) if (argument.name === "oznakaBroj") argument.name = "oznaka";
    }),
  ),
  fault(
    "argument-beside",
    "A further argument is required.",
    ["CASE-SCHEMA-02"],
    reargue((found) => void found.args.push({ name: "godina", type: required(scalar("String")), defaultValue: null })),
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
    "predmet gives a list.",
    ["CASE-SCHEMA-03"],
    retype("Query", "predmet", (type) => ({ kind: "LIST", name: null, ofType: type })),
  ),
  fault(
    "id-nullable",
    "The id of a register type may be null.",
    ["CASE-SCHEMA-04"],
    retype("VrstaUpisnika", "id", (type) => type.ofType ?? type),
  ),
  fault(
    "field-required",
    "A field that may be null is required.",
    ["CASE-SCHEMA-04"],
    retype("Predmet", "sudac", required),
  ),
  fault(
    "items-required",
    "The items of a list are required.",
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
    "scalar-as-text",
    "DateTime is no scalar of its own: its fields are String.",
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
    "fragments-refused",
    "A document with fragments is refused.",
    ["CASE-SCHEMA-07"],
    answerTo("typed", (body) => {
      body.text = '{"errors":[{"message":"Unknown type."}]}';
    }),
  ),
  fault(
    "errors-under-200",
    "A query is answered with errors alone.",
    ["CASE-QUERY-01"],
    answerTo("sudovi", (body) => {
      body.text = '{"errors":[{"message":"…"}]}';
    }),
  ),
  fault(
    "errors-beside-data",
    "A query is answered with data and an error.",
    ["CASE-QUERY-01"],
    answerTo("vrstaUpisnika", (body) => {
      body.text = body.text.replace(/\}\s*$/, ',"errors":[{"message":"…"}]}');
    }),
  ),
  fault(
    "graphql-html",
    "A query is answered with a page of HTML.",
    ["CASE-QUERY-01"],
    answerTo("posljednjeAzuriranje", (body) => {
      body.text = "<html></html>";
    }),
  ),
  fault(
    "graphql-array",
    "The answer to a query is an array.",
    ["CASE-QUERY-01"],
    answerTo("sudovi", (body) => {
      body.text = `[${body.text}]`;
    }),
  ),
  fault(
    "big-integer-fraction",
    "A BigInteger has a fraction.",
    ["CASE-TYPE-01"],
    valueAt("sudovi", ["sudovi", "*", "id"], () => number("1.5")),
  ),
  fault(
    "big-integer-word",
    "A BigInteger is a word.",
    ["CASE-TYPE-01"],
    valueAt("vrstaUpisnika", ["vrstaUpisnika", "*", "id"], () => text("prvi")),
  ),
  fault(
    "graphql-date-local",
    "A DateTime is written as people write dates.",
    ["CASE-TYPE-02"],
    valueAt("posljednjeAzuriranje", ["posljednjeAzuriranje"], () => text("31.10.2024. 12:00")),
  ),
  fault(
    "graphql-date-number",
    "A DateTime is a number.",
    ["CASE-TYPE-02"],
    valueAt("posljednjeAzuriranje", ["posljednjeAzuriranje"], () => number("1730376000000")),
  ),
  fault(
    "graphql-text-as-number",
    "A String is a number.",
    ["CASE-TYPE-03"],
    valueAt("sudovi", ["sudovi", "*", "sudNaziv"], () => number("7")),
  ),
  fault(
    "graphql-list-as-object",
    "A list comes as an object.",
    ["CASE-TYPE-04"],
    valueAt("sudovi", ["sudovi"], (value) => (value.kind === "array" ? (value.items[0] ?? value) : value)),
  ),
  fault(
    "graphql-null-id",
    "The id of a register type is null.",
    ["CASE-TYPE-05"],
    valueAt("vrstaUpisnika", ["vrstaUpisnika", "*", "id"], () => ({ kind: "null" })),
  ),
  fault(
    "graphql-no-zone",
    "A DateTime has no zone.",
    ["CASE-TYPE-06"],
    valueAt("posljednjeAzuriranje", ["posljednjeAzuriranje"], () => text("2024-10-31T12:00:00")),
  ),
  fault("case-of-another-court", "The case answered is of another court.", ["CASE-LOOKUP-01"], (body, site) => {
    if (!/"sud":-?\d+/.test(site.query) || site.query.includes("1001")) return;
    // Only the court that was asked for is wrong here; asked for another, the sound service says null.
    valueAt("predmet(", ["predmet", "sudId"], () => number("987654"))(body, site);
  }),
  fault(
    "case-of-another-mark",
    "The case answered bears another mark.",
    ["CASE-LOOKUP-01"],
    valueAt("predmet(", ["predmet", "oznakaBroj"], () => text("Xy-1/2001")),
  ),
  fault(
    "named-case-null",
    "A case that exists is null.",
    ["CASE-LOOKUP-01"],
    valueAt("predmet(", ["predmet"], () => ({ kind: "null" })),
  ),
  fault(
    "case-invented",
    "A mark that no court gave is answered with a case.",
    ["CASE-LOOKUP-02"],
    (body, { query }) => {
      if (query.includes("query predmet(") && query.includes("/1001"))
        body.text = '{"data":{"predmet":{"oznakaBroj":"Xx-1/1001","id":1}}}';
    },
  ),
  fault(
    "court-ignored",
    "The court is ignored.",
    ["CASE-LOOKUP-03"],
    instead((query, asked) => query !== asked && mark(query) === mark(asked)),
  ),
];

const mark = (query: string): string => /"oznakaBroj":"([^"]*)"/.exec(query)?.[1] ?? "";
