/** What an OpenAPI document must hold beyond its form, which `subset.yaml` describes: names, references and what the suite can judge. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isSafePattern } from "redos-detector";
import { literal } from "../shared/print.ts";
import { mirrorNames, registerNames } from "./mirror-names.ts";
import { type OpenApi, operationsOf, type Parameter, type Schema } from "./openapi.ts";
import { accessOf, hasExact, isGiven, type RegisterOperation, registerOperations, valueFor } from "./operations.ts";
import { componentOf, objectsOf, partsOf, type Shape, shapeOf } from "./shapes.ts";
import type { Problem } from "./spec-error.ts";

/** A rule for documents of the subset, whose `$ref`s lead to something and in no circle. */
type SpecRule = (document: OpenApi, operations: readonly RegisterOperation[]) => Problem[];

const schemasOf = (document: OpenApi): [string, Schema][] => Object.entries(document.components?.schemas ?? {});

/** A schema with the place where it is written. */
interface Written {
  at: (string | number)[];
  schema: Schema;
}

/** A schema and every one written within it. */
function schemasIn({ at, schema }: Written): Written[] {
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = schema;
  const below = [
    ...Object.entries(properties).map(([name, field]) => ({ at: [...at, "properties", name], schema: field })),
    ...(items ? [{ at: [...at, "items"], schema: items }] : []),
    ...Object.entries({ allOf, anyOf, oneOf }).flatMap(([keyword, parts]) =>
      (parts as Schema[]).map((part, index) => ({ at: [...at, keyword, index], schema: part })),
    ),
  ];
  return [{ at, schema }, ...below.flatMap(schemasIn)];
}

/** Every schema that is written under `components`, in place of another or in a parameter. */
const everySchema = (document: OpenApi): Written[] =>
  [
    ...schemasOf(document).map(([name, schema]) => ({ at: ["components", "schemas", name], schema })),
    ...Object.entries(document.components?.parameters ?? {}).flatMap(([name, { schema }]) =>
      schema ? [{ at: ["components", "parameters", name, "schema"], schema }] : [],
    ),
    ...operationsOf(document).flatMap(({ path, operation }) =>
      (operation.parameters ?? []).flatMap((parameter, index) =>
        "schema" in parameter && parameter.schema
          ? [{ at: ["paths", path, "get", "parameters", index, "schema"], schema: parameter.schema }]
          : [],
      ),
    ),
  ].flatMap(schemasIn);

const placeOf = ({ path }: RegisterOperation, ...further: string[]): string[] => ["paths", path, "get", ...further];

/** What contains itself, by names at any depth: no type of the mirror, the suite or the server could end. */
export function circles({ components = {} }: OpenApi): Problem[] {
  const all = Object.entries(components).flatMap(([kind, those]) =>
    Object.entries(those ?? {}).map(([name, one]) => ({ at: ["components", kind, name], text: JSON.stringify(one) })),
  );
  const below = new Map(
    all.map(({ at, text }) => [
      at.join("/"),
      [...text.matchAll(/"\$ref":"#\/(components\/[^"]+)"/g)].map(([, to = ""]) => to),
    ]),
  );
  const reached = (name: string): Set<string> => {
    const names = new Set(below.get(name));
    for (const one of names) for (const next of below.get(one) ?? []) names.add(next);
    return names;
  };
  return all
    .filter(({ at }) => reached(at.join("/")).has(at.join("/")))
    .map(({ at }) => ({ at, message: "what contains itself is not supported: its type would not end." }));
}

/** There may be one key and one token. */
const access: SpecRule = ({ components = {} }) => {
  const types = Object.values(components.securitySchemes ?? {}).map(({ type }) => type);
  if (new Set(types).size === types.length) return [];
  const message = "two schemes of one type are not supported: a client could not know which to use.";
  return [{ at: ["components", "securitySchemes"], message }];
};

/** An operation is called as `register.<tag>.<verb>`. */
const calls: SpecRule = (_, operations) =>
  operations.flatMap((operation) => {
    const { id, tag, verb } = operation;
    const at = placeOf(operation, "operationId");
    if (id !== `${tag}.${verb}` || !/^[a-z]\w*$/.test(verb))
      return [
        { at, message: `the operationId must be the tag, a dot and a verb, such as "${tag}.list", not "${id}".` },
      ];
    if (!["then", "all", "pages"].includes(verb)) return [];
    return [{ at, message: `"${verb}" has a meaning of its own in JavaScript or in the clients: rename it.` }];
  });

/** The generator makes the same name of `a_b`, `a-b`, `AB` and `ačb`. */
const inCode = (name: string): string => name.replace(/[^a-z\d]/gi, "").toLowerCase();
/** It puts `Model` before a digit, and before names that JavaScript has: `1` and `Model1` would be one type, merged in silence. */
const typeInCode = (name: string): string => `type ${inCode(name).replace(/^model/, "")}`;

/** What REST clients export beside rows, parameters and resources: a row of the same name would be hidden. */
export const clientNames: readonly string[] = [
  ...[
    "CallOptions",
    "CallPromise",
    "ClientOptions",
    "Credentials",
    "Cursor",
    "ErrorDetails",
    "ErrorKind",
    "GraphQLFailure",
  ],
  ...["IntegerOf", "Integers", "IntegersOption", "Limiter", "ObjectOperation", "Operation", "Page", "PagedOperation"],
  ...["PageParams", "RegisterAxiosError", "RegisterCaller", "RegisterClient", "RegisterClientOptions", "RegisterError"],
  ...["RequestEvent", "ResponseEvent", "RowsWithResponse", "RowWithResponse", "RowWalk", "WalkOptions", "WalkParams"],
  ...["createRegisterCaller", "createRegisterClient", "isRegisterError", "noRows", "registerClient"],
];

/** No two types, tags or operations have the same name in the clients. */
const uniqueNames: SpecRule = (document, operations) => {
  const owners = new Map<string, string>();
  const claim = (name: string, owner: string, at: string[], message: (other: string) => string): Problem[] => {
    const other = owners.get(name) ?? owner;
    owners.set(name, other);
    return other === owner ? [] : [{ at, message: message(other) }];
  };
  for (const name of clientNames) owners.set(typeInCode(name), `${name} of the clients`);
  const claimInCode = (inCode: string, name: string, at: string[]): Problem[] =>
    claim(inCode, name, at, (other) => `"${name}" and "${other}" can give the same name in code: rename one of them.`);
  return [
    ...objectsOf(document).flatMap(({ name, at }) => {
      const owner = at.slice(2).filter((key) => key !== "properties");
      return claimInCode(typeInCode(name), owner.join("."), at);
    }),
    ...operations.flatMap((operation) => {
      const { id, tag, path, paged } = operation;
      const at = placeOf(operation, "operationId");
      return [
        ...claimInCode(typeInCode(`${tag}Api`), tag, placeOf(operation, "tags")),
        ...claim(`id ${id}`, path, at, (other) => `"${id}" is the operationId of ${other} as well: rename one.`),
        ...claimInCode(typeInCode(`${id}Params`), `${id}Params`, at),
        ...(paged
          ? claim(
              `paged ${tag}`,
              id,
              placeOf(operation),
              (other) =>
                `tag "${tag}" already has a paged operation, ${other}: .all() and .pages() of one resource walk one operation.`,
            )
          : []),
      ];
    }),
  ];
};

/** Parameters become properties of one object, those in the path are in it, and no header may be set twice. */
const parameters: SpecRule = (document, operations) => {
  // OpenAPI says that parameters with the first three names are ignored.
  const reserved = ["accept", "content-type", "authorization", accessOf(document).keyHeader?.toLowerCase()];
  return operations.flatMap((operation) => [
    ...pathProblems(operation).map((message) => ({ at: placeOf(operation), message })),
    ...operation.parameters.flatMap((one, index) => {
      const header = one.in === "header" ? one.name.toLowerCase() : undefined;
      const same = operation.parameters
        .slice(0, index)
        .find((other) => other.name === one.name || (other.in === "header" && other.name.toLowerCase() === header));
      const messages = [
        ...(header !== undefined && reserved.includes(header)
          ? [`the header "${one.name}" cannot be a parameter: the clients set it, or never send it.`]
          : []),
        ...(same
          ? [`the parameters "${same.name}" and "${one.name}" would be the same in the clients: rename one.`]
          : []),
      ];
      return [...messages, ...sentProblems(one)].map((message) => ({ at: placeOf(operation), message }));
    }),
  ]);
};

/** A path names each of its parameters once, and no other. */
function pathProblems({ path, parameters }: RegisterOperation): string[] {
  const named = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);
  const given = parameters.flatMap((one) => (one.in === "path" ? one.name : []));
  return [
    ...named
      .filter((name) => !given.includes(name))
      .map((name) => `the path has {${name}}, which is no parameter: add it, with \`in: path\`.`),
    ...given
      .filter((name) => named.filter((other) => other === name).length !== 1)
      .map((name) => `the parameter "${name}" must be in the path once, as {${name}}.`),
  ];
}

/** A parameter is a value, or in query and headers a list of values. */
function sentProblems({ name, in: place, schema = {} }: Parameter): string[] {
  const { type } = (schema.type === "array" && place !== "path" ? schema.items : schema) ?? {};
  return ["string", "integer", "number", "boolean"].includes(String(type))
    ? []
    : [`the parameter "${name}" must be text, a number or a boolean${place === "path" ? "" : ", or a list of these"}.`];
}

/** A schema has one type, and what it says suits that: what is required is there, and no part says of a field what another does. */
const forms: SpecRule = (document) =>
  everySchema(document).flatMap(({ at, schema }) =>
    formProblems(document, schema, at.at(-2) === "allOf").map(([message, ...keys]) => ({
      at: [...at, ...keys],
      message,
    })),
  );

/** @param isPart - whether it is one of the parts of an object, which may require what another part has. */
function formProblems(document: OpenApi, schema: Schema, isPart: boolean): [message: string, ...keys: string[]][] {
  // The schema null of a choice.
  if (schema.type === "null") return [];
  const { type, properties, items } = shapeOf(document, schema);
  if (!types.includes(type)) return [["a schema needs its type or a $ref."]];
  if (type === "array" && !items) return [["a list needs `items`, the schema of each of its items."]];
  if (type === "object" && !properties && !isPart)
    return [["an object needs `properties`: a client could only guess what is in it."]];
  const foreign = Object.keys(schema).find((keyword) => !suits(keyword, type));
  if (foreign !== undefined) return [[`"${foreign}" says nothing of the type ${type}: remove it.`, foreign]];
  const required = isPart ? [] : [schema, ...(schema.allOf ?? [])].flatMap((part) => part.required ?? []);
  const missing = required.filter((name) => !Object.hasOwn(properties ?? {}, name));
  const names = (schema.allOf ?? [])
    .flatMap((part) => Object.keys(shapeOf(document, part).properties ?? {}))
    .concat(schema.allOf ? Object.keys(schema.properties ?? {}) : []);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  const parts = partsOf(document, schema);
  const differing = Object.keys(subjects).filter((keyword) => {
    const said = parts.flatMap((part) => (keyword in part ? JSON.stringify(part[keyword]) : []));
    return !["properties", "required"].includes(keyword) && new Set(said).size > 1;
  });
  return [
    ...missing.map((name): [string, string] => [
      `no field is called ${literal(name)}: correct the name, or remove it.`,
      "required",
    ]),
    ...(twice === undefined
      ? []
      : [[`two parts of \`allOf\` have a field ${literal(twice)}: leave it to one.`, "allOf"] as [string, string]]),
    ...differing.map((keyword): [string] => [
      `\`${keyword}\` is said twice, by what this refers to as well: leave it to one.`,
    ]),
  ];
}

const types: readonly string[] = ["string", "integer", "number", "boolean", "object", "array"];

/** What a keyword is about, if that is not any type. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  type: types,
  pattern: ["string"],
  minLength: ["string"],
  maxLength: ["string"],
  minimum: ["integer", "number"],
  maximum: ["integer", "number"],
  enum: ["string", "integer", "number", "boolean"],
  const: ["string", "integer", "number", "boolean"],
  format: ["string", "integer", "number", "boolean"],
  items: ["array"],
  properties: ["object"],
  required: ["object"],
};

const suits = (keyword: string, type: string): boolean => subjects[keyword]?.includes(type) ?? true;

/** Elements are named as the fields, and a list is an element for each of its items. */
const elements: SpecRule = (document) =>
  everySchema(document)
    .filter(({ at, schema }) => at.length > 3 && "xml" in schema)
    .map(({ at }) => ({
      at: [...at, "xml"],
      message:
        "the XML of a field cannot be described: its element has its name, a list has one for each of its items.",
    }));

/** The paths of exact integers are written with dots and brackets. */
const dotted: SpecRule = (document) =>
  everySchema(document).flatMap(({ at, schema }) => {
    const name = at.at(-2) === "properties" ? String(at.at(-1)) : "";
    if (!/[.[]/.test(name) || !hasExact(document, schema)) return [];
    return [{ at, message: "the name of an integer field must not contain a dot or a bracket." }];
  });

const ajv = new Ajv2020({ strict: false, validateSchema: false });
addFormats.default(ajv);

/** What a schema says of values allows some, and none that the suite could not tell from others. */
const values: SpecRule = (document) =>
  everySchema(document).flatMap(({ at, schema }) =>
    schema.type === "null"
      ? []
      : valueProblems(shapeOf(document, schema), at.includes("parameters")).map((message) => ({ at, message })),
  );

/** @param isSent - whether it is of a parameter, and not of a field. */
function valueProblems({ nullable, ...field }: Shape, isSent: boolean): string[] {
  const { type, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = field;
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = field;
  if (typeof pattern === "string" && !isPattern(pattern))
    return [`the pattern ${literal(pattern)} is no regular expression of JavaScript, with the flag "u".`];
  if (typeof pattern === "string" && !isFast(pattern))
    return [
      `the pattern ${literal(pattern)} may take minutes on one text: let it begin with ^, and let no text match it in more than one way.`,
    ];
  if (Number(minLength) > Number(maxLength) || Number(minimum) > Number(maximum))
    return ["no value is within these bounds: the lower one is above the upper one."];
  const listed = [...(Array.isArray(field.enum) ? field.enum : []), ...("const" in field ? [field.const] : [])];
  const numbers = ["minimum", "maximum"].flatMap((bound) => (bound in field ? [field[bound]] : [])).concat(listed);
  // Beyond that, other integers are the same number.
  const inexact =
    type === "integer" ? numbers.find((one) => typeof one === "number" && !Number.isSafeInteger(one)) : undefined;
  if (inexact !== undefined)
    return [
      `${inexact} is no integer that is told from its neighbours: bounds and values of an integer must be within ±(2^53 − 1).`,
    ];
  const schema = nullable ? { ...field, type: [type, "null"] } : field;
  const refused = listed.find((one) => !ajv.validate(schema, one));
  if (refused !== undefined)
    return [`the value ${JSON.stringify(refused)} is listed, but the rest of the schema forbids it.`];
  const shown = [field.example, ...(Array.isArray(field.examples) ? field.examples : [])];
  return pattern === undefined || isSent || [...listed, ...shown].some((one) => ajv.validate(schema, one))
    ? []
    : ["a field with a `pattern` needs an `example` that matches it: services of tests make no text from a pattern."];
}

/** Whether the time that a pattern takes grows with the text alone, and not with its square or faster: a service must not stop who judges it. */
function isFast(pattern: string): boolean {
  try {
    return isSafePattern(pattern, { unicode: true, timeout: Number.POSITIVE_INFINITY }).safe;
  } catch {
    // It has something that the check cannot follow, such as a group with a name.
    return false;
  }
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

/** Each response has a name of its own, which is also its XML root: the root tells which resource a document holds. */
const roots: SpecRule = (document, operations) => {
  const owners = new Map<string, RegisterOperation>();
  return operations.flatMap((operation) => {
    const { root, tag, answer } = operation;
    const owner = owners.get(root) ?? operation;
    owners.set(root, owner);
    const problems = Object.entries(operation.written.responses?.["200"]?.content ?? {}).flatMap(
      ([type, { schema }]) => {
        const at = placeOf(operation, "responses", "200", "content", type, "schema");
        if (componentOf(document, schema) !== root)
          return [{ at, message: `the representations must be of one schema, \`${root}\`: they hold the same data.` }];
        return owner.tag === tag
          ? []
          : [{ at, message: `\`${root}\` is already the root of \`${owner.path}\`: a root names one resource.` }];
      },
    );
    const hasXml = operations.some((one) => one.root === root && one.xml);
    return [...problems, ...(owner === operation ? rootProblems(document, root, answer === "list", hasXml) : [])];
  });
};

function rootProblems(document: OpenApi, name: string, isList: boolean, hasXml: boolean): Problem[] {
  const schema = document.components?.schemas?.[name] ?? {};
  const { type, nullable, items, xml } = shapeOf(document, schema);
  const at = ["components", "schemas", name];
  if (type !== "array" && type !== "object")
    return [{ at, message: `The body \`${name}\` must be an array or an object.` }];
  const messages = [];
  if (nullable || (isList && shapeOf(document, items).nullable))
    messages.push(`\`${name}\` and its items cannot be null: what is not there has a status of its own.`);
  if (isList && (shapeOf(document, items).type !== "object" || componentOf(document, items) === ""))
    messages.push(`The items of \`${name}\` must be a $ref to a named object: its name is that of the rows' type.`);
  const { name: root = isList ? undefined : name, wrapped } = (xml ?? {}) as { name?: unknown; wrapped?: unknown };
  // What is in JSON alone need not say how its XML would be.
  if (isList && (hasXml || xml !== undefined) && (root !== name || wrapped !== true))
    messages.push(
      `\`${name}\` needs \`xml: { name: ${name}, wrapped: true }\`: the XML root has the name of the array.`,
    );
  if (!isList && root !== name)
    messages.push(`the XML root has the name of the object, \`${name}\`: remove \`xml.name\`.`);
  return messages.map((message) => ({ at, message }));
}

/** The suite can send what it must, and judge what is promised. */
const judged: SpecRule = (_, operations) =>
  operations.flatMap((operation) => {
    const { id, paged, parameters, answer } = operation;
    const messages = [
      ...(!paged && parameters.some(({ name }) => name === "offset")
        ? [`${id} takes offset without limit: pages are judged by both.`]
        : []),
      ...parameters
        .filter((one) => isGiven(one) && valueFor(one) === undefined)
        .map(
          ({ name }) =>
            `${id} requires the parameter ${name}, for which there is no value to send: give it an \`example\`.`,
        ),
      ...(paged && answer === "object" ? [`${id} pages, and returns one object.`] : []),
    ];
    return messages.map((message) => ({
      at: placeOf(operation),
      message: `The conformance suite cannot judge this: ${message}`,
    }));
  });

/** The mirror keeps the rows of a list in a database. */
const mirrored: SpecRule = (_, operations) => mirrorNames(registerNames(operations));

/** What breaks one of the rules. */
export function broken(document: OpenApi): Problem[] {
  const operations = registerOperations(document);
  const rules = [access, calls, uniqueNames, parameters, forms, elements, dotted, values, roots, judged, mirrored];
  return rules.flatMap((rule) => rule(document, operations));
}
