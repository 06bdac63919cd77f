/** What an OpenAPI document must hold beyond its form, which `subset.yaml` describes: names, references and what the suite can judge. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { literal } from "../shared/print.ts";
import { isReference, nameOf, type OpenApi, resolve, type Schema } from "./openapi.ts";
import {
  hasExact,
  isExact,
  isGiven,
  keyHeaderOf,
  listName,
  type RegisterOperation,
  registerOperations,
  valueFor,
} from "./operations.ts";
import type { Problem } from "./spec-error.ts";

/** A rule for documents of the subset, whose `$ref`s lead to something and in no circle. */
type Rule = (document: OpenApi, operations: readonly RegisterOperation[]) => Problem[];

const schemasOf = (document: OpenApi): [string, Schema][] => Object.entries(document.components?.schemas ?? {});

/** Every field of every row, with its place. */
const fieldsOf = (document: OpenApi): { at: string[]; name: string; field: Schema }[] =>
  schemasOf(document).flatMap(([row, { properties = {} }]) =>
    Object.entries(properties).map(([name, field]) => ({
      at: ["components", "schemas", row, "properties", name],
      name,
      field,
    })),
  );

const placeOf = ({ path }: RegisterOperation, ...further: string[]): string[] => ["paths", path, "get", ...further];

/** Objects that contain themselves, which no type of the mirror, the suite or the server could end. */
export function circles(document: OpenApi): Problem[] {
  const below = (name: string): string[] =>
    Object.values(document.components?.schemas?.[name]?.properties ?? {}).flatMap(({ $ref }) =>
      $ref === undefined ? [] : nameOf($ref),
    );
  const reached = (name: string): Set<string> => {
    const all = new Set(below(name));
    for (const one of all) for (const next of below(one)) all.add(next);
    return all;
  };
  return schemasOf(document)
    .filter(([name]) => reached(name).has(name))
    .map(([name]) => ({
      at: ["components", "schemas", name],
      message: "an object that contains itself is not supported.",
    }));
}

/** An operation is called as `register.<tag>.<verb>`. */
const calls: Rule = (_, operations) =>
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
  ...["Answer", "CallOptions", "ClientOptions", "Credentials", "Cursor", "ErrorDetails", "ErrorKind", "GraphQLFailure"],
  ...["IntegerOf", "Integers", "IntegersOption", "Limiter", "Operation", "Page", "PagedOperation", "PageParams"],
  ...["RegisterAxiosError", "RegisterCaller", "RegisterClient", "RegisterClientOptions", "RegisterError"],
  ...["RequestEvent", "ResponseEvent", "RowsWithResponse", "RowWalk", "WalkOptions", "WalkParams"],
  ...["createRegisterCaller", "createRegisterClient", "isRegisterError", "noRows", "registerClient"],
];

/** No two types, tags or operations have the same name in the clients. */
const uniqueNames: Rule = (document, operations) => {
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
    ...schemasOf(document).flatMap(([name]) => claimInCode(typeInCode(name), name, ["components", "schemas", name])),
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

/** Parameters become properties of one object, and no header may be set twice. */
const parameters: Rule = (document, operations) => {
  // OpenAPI says that parameters with the first three names are ignored.
  const reserved = ["accept", "content-type", "authorization", keyHeaderOf(document).toLowerCase()];
  return operations.flatMap((operation) =>
    operation.parameters.flatMap((one, index) => {
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
      return messages.map((message) => ({ at: placeOf(operation), message }));
    }),
  );
};

/** What is required is there. */
const required: Rule = (document) =>
  schemasOf(document).flatMap(([row, { required = [], properties = {} }]) =>
    required
      .filter((field) => !Object.hasOwn(properties, field))
      .map((field) => ({
        at: ["components", "schemas", row, "required"],
        message: `no field is called ${literal(String(field))}: correct the name, or remove it.`,
      })),
  );

/** A field that is an object is a row; the paths of exact integers are written with dots. */
const fields: Rule = (document) =>
  fieldsOf(document).flatMap(({ at, name, field }) => {
    const target = resolve<Schema>(document, field) ?? {};
    if (isReference(field) && target.type !== "object")
      return [{ at, message: "only text, numbers, booleans and a $ref to a named object are supported." }];
    if (!name.includes(".") || !(isExact(target) || hasExact(document, target))) return [];
    return [{ at, message: "the name of an integer field must not contain a dot." }];
  });

const ajv = new Ajv2020({ strict: false, validateSchema: false });
addFormats.default(ajv);

/** What a schema says of values allows some, and none that the suite could not tell from others. */
const values: Rule = (document) =>
  fieldsOf(document).flatMap(({ at, field }) => valueProblems(field).map((message) => ({ at, message })));

function valueProblems(field: Schema): string[] {
  const { type, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = field;
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = field;
  if (typeof pattern === "string" && !isPattern(pattern))
    return [`the pattern ${literal(pattern)} is no regular expression of JavaScript, with the flag "u".`];
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
  const refused = listed.find((one) => !ajv.validate(field, one));
  return refused === undefined
    ? []
    : [`the value ${JSON.stringify(refused)} is listed, but the rest of the schema forbids it.`];
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

/** Each response is an array with a name of its own, which is also its XML root: the root tells which resource a document holds. */
const roots: Rule = (document, operations) => {
  const owners = new Map<string, string>();
  const shared = operations.flatMap((operation) =>
    Object.entries(operation.written.responses?.["200"]?.content ?? {}).flatMap(([type, { schema }]) => {
      const name = nameOf(schema?.$ref);
      const owner = owners.get(name) ?? operation.path;
      owners.set(name, owner);
      if (owner === operation.path) return [];
      const at = placeOf(operation, "responses", "200", "content", type, "schema");
      return [{ at, message: `\`${name}\` is already the root of \`${owner}\`: a root names one operation.` }];
    }),
  );
  return [...shared, ...[...owners.keys()].flatMap((name) => rootProblems(document, name))];
};

function rootProblems(document: OpenApi, name: string): Problem[] {
  const { type, items, xml } = document.components?.schemas?.[name] ?? {};
  const at = ["components", "schemas", name];
  if (type !== "array")
    return [{ at, message: `The body \`${name}\` must be an array: every operation returns a list.` }];
  const messages = [];
  if (resolve<Schema>(document, items)?.type !== "object")
    messages.push(`The items of \`${name}\` must be a $ref to a named object: its name is that of the rows' type.`);
  const { name: root, wrapped } = (xml ?? {}) as { name?: unknown; wrapped?: unknown };
  if (root !== name || wrapped !== true)
    messages.push(
      `\`${name}\` needs \`xml: { name: ${name}, wrapped: true }\`: the XML root has the name of the array.`,
    );
  return messages.map((message) => ({ at, message }));
}

/** The suite can send what it must, and judge what is promised. */
const judged: Rule = (_, operations) =>
  operations.flatMap((operation) => {
    const { id, paged, parameters, fields, relations } = operation;
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
      ...fields
        .filter(({ name, type }) => type === "object" && !relations.some(({ object }) => object === name))
        .map(({ name }) => `the object ${name} has no identifier beside it (section 2.1), such as ${name}_id.`),
    ];
    return messages.map((message) => ({
      at: placeOf(operation),
      message: `The conformance suite cannot judge this: ${message}`,
    }));
  });

const ownTable = /^(mirror|sqlite|pg)_|_(rows|keys|seen|changes)$/;
const ownColumn = /^(_.*|extra|generation|change)$/;

/** The mirror has tables and columns of its own. */
const mirrored: Rule = (_, operations) =>
  operations.flatMap((operation) => {
    const name = listName(operation, operations);
    const table = ownTable.test(name) && {
      at: placeOf(operation, "tags"),
      message: `the mirror has tables of its own that are called like "${name}".`,
    };
    const columns = operation.fields
      .filter((field) => ownColumn.test(field.name))
      .map((field) => ({
        at: ["components", "schemas", operation.row, "properties", field.name],
        message: `the mirror has a column of its own that is called "${field.name}".`,
      }));
    return table ? [table, ...columns] : columns;
  });

/** What breaks one of the rules. */
export function broken(document: OpenApi): Problem[] {
  const operations = registerOperations(document);
  const rules = [calls, uniqueNames, parameters, required, fields, values, roots, judged, mirrored];
  return rules.flatMap((rule) => rule(document, operations));
}
