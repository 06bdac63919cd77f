/** Every way in which an OpenAPI document is refused: the contract of a page, broken. `refused.md` has what is said of each. */
import { expect, test } from "vitest";
import { contract } from "../../test/contract/contract.ts";
import { apply, type Edit } from "../../test/support/edits.ts";
import { oneLine } from "../shared/print.ts";
import { refusalsOf } from "./refusals.ts";

const sud = "/paths/~1sud/get";
const parameters = "/components/parameters";
const schemas = "/components/schemas";
const keys = "/components/securitySchemes";
const naziv = `${schemas}/sud/properties/naziv`;
const json = `${sud}/responses/200/content/application~1json/schema`;
const xml = `${sud}/responses/200/content/application~1xml/schema`;

const set = (place: string, to: unknown): Edit => ({ set: place, to });
const rename = (place: string, to: string): Edit => ({ rename: place, to });
const ref = (name: string): object => ({ $ref: `#/components/${name}` });
/** Another parameter of `sud.list`. */
const taking = (name: string, place: string, schema: object = { type: "string" }): Edit =>
  set(`${sud}/parameters/-`, { name, in: place, schema });
/** Another tag and id for it. */
const moved = (tag: string, id: string): Edit[] => [set(`${sud}/tags`, [tag]), set(`${sud}/operationId`, id)];
const row = { type: "object", properties: { naziv: { type: "string" } } };
const token = { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://registar.primjer.hr/token" } } };
const ofText = { type: "array", items: { type: "string" } };
/** One court, instead of a list of them. */
const oneCourt: Edit[] = ["json", "xml"].map((type) =>
  set(`${sud}/responses/200/content/application~1${type}/schema`, ref("schemas/sud")),
);
const required = { name: "a", in: "query", required: true };

const refused: [what: string, ...edits: Edit[]][] = [
  ["another server URL", set("/servers/0/url", "https://registar.primjer.hr")],
  ["a server URL that is code", set("/servers/0/url", '{base_url}/"+x')],
  ["a server URL that is no text", set("/servers/0/url", 5)],
  ["no server", set("/servers", [])],
  ["tags of the document that are no list", set("/tags", 5)],
  ["no key", set(keys, {})],
  ["a second key", set(`${keys}/token`, { type: "apiKey", in: "header", name: "X" })],
  ["a second token", set(keys, { a: token, b: token })],
  ["a token that a person asks for", set(`${keys}/token`, { type: "oauth2", flows: { implicit: {} } })],
  ["a token from nowhere", set(`${keys}/token`, { type: "oauth2", flows: { clientCredentials: { tokenUrl: "" } } })],
  ["a key that is nothing", set(`${keys}/subscription_key`, null)],
  ["a key in the query", set(`${keys}/subscription_key/in`, "query")],
  ["a key of another type", set(`${keys}/subscription_key/type`, "http")],
  ["a key header that is no name", set(`${keys}/subscription_key/name`, "X Key")],
  ["a type without a letter", set(`${schemas}/__`, row)],
  ["a type not in English letters", set(`${schemas}/plaće`, row)],
  ["two rows of one type", set(`${schemas}/1`, row), set(`${schemas}/Model1`, row)],
  ["a row of the type of one that JavaScript has", set(`${schemas}/date`, row), set(`${schemas}/model_date`, row)],
  ["a row of the type of parameters", set(`${schemas}/sud_list_params`, row)],
  [
    "a row of the type of parameters of a model",
    ...moved("model", "model.list"),
    set(`${schemas}/model_list_params`, row),
  ],
  ["a row of the type of a resource", set(`${schemas}/sud_api`, row)],
  ["a row of a type that the clients have", set(`${schemas}/cursor`, row)],
  ["an object in place with the name of another", set(naziv, row), set(`${schemas}/sud_naziv`, row)],
  ["two names that are the same in code", set(`${schemas}/Sud_`, row)],
  ["a component that is nothing", set(`${schemas}/novo`, null)],
  ["a header that refers to itself", set("/components/headers/drugo", ref("headers/drugo"))],
  ["an object without properties", set(`${schemas}/a`, { type: "object" })],
  ["a row of another type", set(`${schemas}/a`, { ...row, type: "string" })],
  ["`required` with nothing after it", set(`${schemas}/gfi/required`, null)],
  ["a required field that is none", set(`${schemas}/gfi/required`, ["mbs", "mb"])],
  ["a bound of a row", set(`${schemas}/sud/additionalProperties`, false)],
  ["a field with nothing after its name", set(naziv, null)],
  ["a field without a type", set(naziv, {})],
  ["a field of several types", set(naziv, { type: ["string", "integer"] })],
  ["a field that is only null", set(naziv, { type: ["null"] })],
  ["a list without items", set(naziv, { type: "array" })],
  ["a list of lists without items", set(naziv, { type: "array", items: { type: "array" } })],
  ["items of no type", set(naziv, { type: "array", items: { description: "?" } })],
  ["an object in place without properties", set(naziv, { type: "object" })],
  ["a required field of an object in place that is none", set(naziv, { ...row, required: ["mb"] })],
  ["a choice of two types", set(naziv, { oneOf: [{ type: "string" }, { type: "integer" }] })],
  ["a field of two parts", set(naziv, { allOf: [row, { ...row }] })],
  ["parts of two types", set(naziv, { allOf: [row, { type: "string" }] })],
  ["a part that is a list of lists", set(naziv, { allOf: [row, ofText] })],
  [
    "an enum beside a $ref to another",
    set(`${schemas}/vrsta`, { type: "string", enum: ["a"] }),
    set(naziv, { ...ref("schemas/vrsta"), enum: ["b"] }),
  ],
  ["a $ref to what is no schema", set(naziv, ref("parameters/offset"))],
  ["a $ref that is no text", set(naziv, { $ref: 5 })],
  ["an enum that is no list", set(`${naziv}/enum`, "a")],
  ["an enum without a value", set(`${naziv}/enum`, [])],
  ["an enum with a value twice", set(`${naziv}/enum`, ["a", "a"])],
  ["an enum with a value of another type", set(`${naziv}/enum`, ["a", 1])],
  ["an enum with null", set(`${naziv}/enum`, ["a", null])],
  ["an enum with a value that is too long", set(naziv, { type: "string", enum: ["a", "ab"], maxLength: 1 })],
  ["a const of another type", set(`${naziv}/const`, 1)],
  ["a pattern that is none", set(`${naziv}/pattern`, "(")],
  ["a pattern that may take minutes", set(naziv, { type: "string", pattern: "^(a+)+$", example: "a" })],
  ["a pattern that may begin anywhere", set(naziv, { type: "string", pattern: "\\d+$", example: "1" })],
  [
    "a pattern that parts of a text match in two ways",
    set(naziv, { type: "string", pattern: "^(a|aa)+$", example: "a" }),
  ],
  ["a pattern with a name in it", set(naziv, { type: "string", pattern: "^(?<a>b)", example: "b" })],
  ["a pattern without an example", set(naziv, { type: "string", pattern: "^[A-Z]{2}$" })],
  ["a pattern that its example does not match", set(naziv, { type: "string", pattern: "^[A-Z]{2}$", example: "a" })],
  ["a pattern that is no text", set(`${naziv}/pattern`, 5)],
  ["a pattern of a number", set(`${schemas}/sud/properties/id/pattern`, "^1")],
  ["a length of a number", set(`${schemas}/sud/properties/id/maxLength`, 5)],
  ["a length below 0", set(`${naziv}/minLength`, -1)],
  ["lengths that no text has", set(naziv, { type: "string", minLength: 3, maxLength: 2 })],
  ["a bound of text", set(`${naziv}/maximum`, 5)],
  ["a bound that is no number", set(`${schemas}/sud/properties/id/minimum`, "1")],
  ["bounds that no number is within", set(`${schemas}/sud/properties/id`, { type: "integer", minimum: 3, maximum: 2 })],
  ["a bound of an integer with a fraction", set(`${schemas}/sud/properties/id/minimum`, 1.5)],
  ["a bound of an integer beyond a double", set(`${schemas}/sud/properties/id/maximum`, 2 ** 63)],
  ["a bound that a number must not reach", set(`${schemas}/sud/properties/id/exclusiveMaximum`, 5)],
  ["a number that divides", set(`${schemas}/sud/properties/id/multipleOf`, 5)],
  ["a choice of schemas", set(`${naziv}/anyOf`, [{ maxLength: 5 }])],
  ["a keyword beside a $ref", set(`${schemas}/sud/properties/sud_nadlezan/minProperties`, 1)],
  ["a bound of a list", set(`${schemas}/sudArray/maxItems`, 5)],
  [
    "two fields that no requirement judges",
    set(`${naziv}/maxItems`, 5),
    set(`${schemas}/sud/properties/id/multipleOf`, 5),
  ],
  ["a field with another element", set(`${naziv}/xml`, { name: "ime" })],
  ["a field with a line break", rename(naziv, "naziv\n")],
  ["a field without a name", rename(naziv, "")],
  ["an exact integer with a dot", set(`${schemas}/sud/properties/a.b`, { type: "integer" })],
  ["an object that contains itself", set(`${schemas}/drzava/properties/ona`, ref("schemas/drzava"))],
  [
    "objects that contain each other",
    set(`${schemas}/jezik/properties/a`, ref("schemas/drzava")),
    set(`${schemas}/drzava/properties/b`, ref("schemas/jezik")),
  ],
  ["a column of the mirror", rename(naziv, "extra")],
  ["a column of the mirror in capitals", rename(naziv, "Extra")],
  ["a column of every table of PostgreSQL", rename(naziv, "xmin")],
  ["a column with a name that PostgreSQL cuts off", rename(naziv, "n".repeat(64))],
  ["columns of one name to a database", set(`${schemas}/sud/properties/Naziv`, { type: "string" })],
  ["a parameter that is nothing", set(`${parameters}/novi`, null)],
  ["a parameter that is no object", set(`${sud}/parameters/0`, 5)],
  ["parameters that are no list", set(`${sud}/parameters`, 5)],
  ["a $ref to what is no parameter", set(`${sud}/parameters/0`, ref("schemas/sud"))],
  ["a cookie", taking("a", "cookie")],
  ["a list parameter without items", taking("a", "query", { type: "array" })],
  ["a list of lists as a parameter", taking("a", "query", { type: "array", items: ofText })],
  ["an object as a parameter", taking("a", "query", row)],
  [
    "a list in the path",
    rename("/paths/~1sud", "/sud/{a}"),
    set("/paths/~1sud~1{a}/get/parameters/-", { ...required, in: "path", schema: ofText }),
  ],
  [
    "another style of a list",
    set(`${sud}/parameters/-`, { name: "a", in: "query", style: "pipeDelimited", schema: ofText }),
  ],
  [
    "a value that is not encoded",
    set(`${sud}/parameters/-`, { name: "a", in: "query", allowReserved: true, schema: ofText }),
  ],
  [
    "a parameter in the path that is not in it",
    set(`${sud}/parameters/-`, { ...required, in: "path", example: 1, schema: { type: "string" } }),
  ],
  [
    "a parameter in the path that may be missing",
    set(`${sud}/parameters/-`, { name: "a", in: "path", schema: { type: "string" } }),
  ],
  ["an invalid header name", taking("a b", "header")],
  ["a parameter that sets prototypes", taking("__proto__", "query")],
  ["the header ocp-apim-subscription-KEY as a parameter", taking("ocp-apim-subscription-KEY", "header")],
  ["the header Accept as a parameter", taking("Accept", "header")],
  ["the header Content-Type as a parameter", taking("Content-Type", "header")],
  ["the header Authorization as a parameter", taking("Authorization", "header")],
  ["a query parameter and a header of one name", taking("jezik", "query"), taking("jezik", "header")],
  ["headers of one name", taking("jezik", "header"), taking("Jezik", "header")],
  ["an offset without a limit", set(`${sud}/parameters/0`, ref("parameters/offset"))],
  [
    "a required parameter without a value to send",
    set(`${sud}/parameters/-`, { ...required, schema: { type: "string" } }),
  ],
  ["a path that is nothing", set("/paths/~1none", 5)],
  ["a path without an operation", set("/paths/~1none", {})],
  ["an operation that is nothing", set(sud, null)],
  ["another method", set("/paths/~1sud/post", {})],
  ["another method alone", rename(sud, "put")],
  ["a path with a parameter that nothing describes", rename("/paths/~1sud", "/sud/{id}")],
  ["a path with half a parameter", rename("/paths/~1sud", "/sud/{id")],
  ["a path with a query", rename("/paths/~1sud", "/sud?a=1")],
  ["a path without a slash", rename("/paths/~1sud", "sud")],
  ["a line break in the path", rename("/paths/~1sud", "/sud\n")],
  ["a request body", set(`${sud}/requestBody`, { content: {} })],
  ["no tag", set(`${sud}/tags`, [])],
  ["two tags", set(`${sud}/tags`, ["sud", "drzava"])],
  ["tags that are no list", set(`${sud}/tags`, 5)],
  ["a tag with a dot", ...moved("a.b", "a.b.list")],
  ["a tag that begins with a digit", ...moved("-1a", "-1a.list")],
  ["a tag without a letter that the generator keeps", ...moved("č1", "č1.list")],
  ["a tag that would make the client a thenable", ...moved("then", "then.list")],
  ["a tag of which the mirror has tables", ...moved("mirror_sud", "mirror_sud.list")],
  ["the tag of a view of the mirror", ...moved("company", "company.list")],
  ["a tag that is called like an index of another list", ...moved("jezik_id", "jezik_id.list")],
  ["a tag with a name that PostgreSQL cuts off", ...moved("s".repeat(52), `${"s".repeat(52)}.list`)],
  ["two tags that are the same in code", ...moved("g-fi", "g-fi.search")],
  ["the operationId sud", set(`${sud}/operationId`, "sud")],
  ["the operationId sudovi.list", set(`${sud}/operationId`, "sudovi.list")],
  ["the operationId sud.list-all", set(`${sud}/operationId`, "sud.list-all")],
  ["the operationId sud.2list", set(`${sud}/operationId`, "sud.2list")],
  ["the verb all, which the clients reserve", set(`${sud}/operationId`, "sud.all")],
  ["the verb pages, which the clients reserve", set(`${sud}/operationId`, "sud.pages")],
  ["the verb then, which the clients reserve", set(`${sud}/operationId`, "sud.then")],
  ["two operations with the same id", ...moved("gfi", "gfi.list")],
  [
    "two paged operations of a resource",
    ...moved("gfi", "gfi.search"),
    set(`${sud}/parameters/-`, ref("parameters/offset")),
    set(`${sud}/parameters/-`, ref("parameters/limit")),
  ],
  ["no response", set(`${sud}/responses`, {})],
  ["a response without content", set(`${sud}/responses/200`, {})],
  ["a response without JSON", { remove: `${sud}/responses/200/content/application~1json` }],
  ["a representation that is nothing", set(`${sud}/responses/200/content/application~1xml`, null)],
  ["headers that are nothing", set(`${sud}/responses/200/headers`, null)],
  ["a body without a name", set(xml, { type: "array" })],
  ["a body whose $ref is no text", set(`${xml}/$ref`, {})],
  ["a body that is text", set(`${schemas}/tekst`, { type: "string" }), set(json, ref("schemas/tekst"))],
  ["a body of which XML is another", set(`${json}/$ref`, "#/components/schemas/gfi")],
  [
    "an object that pages",
    set("/paths/~1gfi/get/responses/200/content", { "application/json": { schema: ref("schemas/sud") } }),
  ],
  ["an object whose XML root has another name", ...oneCourt, set(`${schemas}/sud/xml`, { name: "court" })],
  ["an object that may be null", ...oneCourt, set(`${schemas}/sud/type`, ["object", "null"])],
  ["rows without a name", set(`${schemas}/sudArray/items`, { type: "object" })],
  ["rows that are lists", set(`${schemas}/sudArray/items`, ref("schemas/gfiArray"))],
  [
    "a root used twice",
    ...["json", "xml"].map((type) =>
      set(`${sud}/responses/200/content/application~1${type}/schema`, ref("schemas/drzavaArray")),
    ),
  ],
  ["an XML root with another name", set(`${schemas}/sudArray/xml/name`, "sudovi")],
  ["an XML root that does not wrap", set(`${schemas}/sudArray/xml/wrapped`, false)],
  ["a misspelt $ref to a body", set(`${json}/$ref`, "#/components/schemas/sudArrayy")],
  ["a misspelt $ref to a row", set(`${schemas}/sudArray/items/$ref`, "#/components/schemas/sudd")],
  ["a $ref to another document", set(`${sud}/x-more`, { $ref: "./other.yaml#/paths" })],
  ["a misspelt $ref to a parameter", set(`${sud}/parameters/0/$ref`, "#/components/parameters/limits")],
];

const accepted: [what: string, ...edits: Edit[]][] = [
  ["the contract of a page"],
  ["rows that differ in a digit", set(`${schemas}/sud1`, row), set(`${schemas}/sud2`, row)],
  ["a row in capital letters", set(`${schemas}/SUDAC`, row)],
  ["a row called by a digit", set(`${schemas}/1`, row)],
  ["a tag that would be a row in code", ...moved("gf-i2", "gf-i2.list")],
  ["text with a dot", set(`${schemas}/sud/properties/a.b`, { type: "string" })],
  ["a boolean", set(`${schemas}/sud/properties/novo`, { type: "boolean" })],
  ["a date", set(`${schemas}/sud/properties/novo`, { type: "string", format: "date" })],
  ["listed texts", set(naziv, { type: "string", enum: ["a", "", "constructor"] })],
  ["one text", set(naziv, { type: "string", const: "a" })],
  ["a pattern and lengths", set(naziv, { type: "string", pattern: "^\\p{L}+$", maxLength: 9, example: "Sud" })],
  ["a pattern of what is listed", set(naziv, { type: "string", pattern: "^[ab]$", enum: ["a", "b"] })],
  ["a pattern that looks ahead", set(naziv, { type: "string", pattern: "^(?=.*\\d).{3,20}$", examples: ["ab1"] })],
  ["a pattern of a parameter", set(`${parameters}/tvrtka_naziv/schema/pattern`, "^\\p{L}")],
  ["listed numbers", set(`${schemas}/sud/properties/novo`, { type: "number", enum: [0.1, -1e300] })],
  ["bounds", set(`${schemas}/sud/properties/novo`, { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER })],
  [
    "bounds of a date",
    set(`${schemas}/sud/properties/novo`, { type: "string", format: "date", pattern: "^2", example: "2024-02-29" }),
  ],
  ["one boolean", set(`${schemas}/sud/properties/novo`, { type: "boolean", const: true })],
  ["an extension", set(`${naziv}/x-oznaka`, 1), set(`${naziv}/deprecated`, true), set(`${naziv}/examples`, ["a"])],
  ["query parameters that differ in case", taking("jezik", "query"), taking("Jezik", "query")],
  ["a query parameter that differs in case from a header", taking("jezik", "query"), taking("Jezik", "header")],
  ["a query parameter with the name of a header that the clients set", taking("accept", "query")],
  [
    "a required parameter with an example",
    set(`${sud}/parameters/-`, { ...required, example: "b", schema: { type: "string" } }),
  ],
  [
    "a required parameter with an example in its schema",
    set(`${sud}/parameters/-`, { ...required, schema: { type: "string", example: "b" } }),
  ],
  ["two operations of a resource of which one pages", ...moved("gfi", "gfi.search")],
  ["a token beside the key", set(`${keys}/token`, token)],
  ["a token in place of the key", set(keys, { token })],
  ["a schema that is only a $ref", set(`${schemas}/drugo`, ref("schemas/gfi")), set(naziv, ref("schemas/drugo"))],
  ["a parameter that is only a $ref", set(`${parameters}/drugo`, ref("parameters/offset"))],
  ["a list as a field", set(naziv, { type: "array", items: { type: "integer" } })],
  ["a list without a type", set(naziv, { items: { type: "string" } })],
  ["a list of objects in place", set(naziv, { type: "array", items: row })],
  ["an object without a name", set(naziv, row)],
  ["an array as a field", set(naziv, ref("schemas/gfiArray"))],
  ["a field that may be null", set(naziv, { type: ["string", "null"] })],
  ["an object that may be null", set(naziv, { anyOf: [ref("schemas/jezik"), { type: "null" }] })],
  [
    "an object of parts",
    set(naziv, {
      allOf: [ref("schemas/jezik"), { properties: { vrsta: { type: "string" } }, required: ["id", "vrsta"] }],
    }),
  ],
  ["a named choice", set(`${schemas}/vrsta`, { type: "string", enum: ["a", "b"] }), set(naziv, ref("schemas/vrsta"))],
  ["a choice without a type", set(naziv, { enum: ["a", "b"] })],
  ["a null among listed values", set(naziv, { type: ["string", "null"], enum: ["a", null] })],
  ["formats that no check knows", set(`${naziv}/format`, "iban"), set(`${schemas}/sud/properties/id/format`, "int16")],
  ["an object without its id", set(`${schemas}/sud/properties/jezik`, ref("schemas/jezik"))],
  ["a required field beside a $ref", set(`${schemas}/sud/properties/sud_nadlezan/required`, ["id"])],
  ["an enum of a parameter", set(`${parameters}/tvrtka_naziv/schema/enum`, ["a"])],
  ["a bound of a parameter", set(`${parameters}/limit_100/schema/maximum`, 500)],
  ["lists as parameters", taking("a", "query", ofText), taking("b", "header", ofText)],
  [
    "a parameter in the path",
    rename("/paths/~1sud", "/sud/{a}"),
    set("/paths/~1sud~1{a}/get/parameters/-", { ...required, in: "path", example: "b", schema: { type: "string" } }),
  ],
  ["one object as the answer", ...oneCourt],
  ["an answer in JSON alone", { remove: `${sud}/responses/200/content/application~1xml` }],
  [
    "a list in JSON alone that says nothing of its XML",
    { remove: `${sud}/responses/200/content/application~1xml` },
    { remove: `${schemas}/sudArray/xml` },
  ],
  [
    "two operations of a resource with one root",
    ...moved("drzava", "drzava.search"),
    ...["json", "xml"].map((type) =>
      set(`${sud}/responses/200/content/application~1${type}/schema`, ref("schemas/drzavaArray")),
    ),
  ],
  ["parameters of a path", set("/paths/~1sud/parameters", [ref("parameters/timestamp_id")])],
];

const problems = (edits: Edit[]): string[] =>
  refusalsOf(apply(contract, edits).openapi).map(({ at, message }) => `\`${oneLine(at.join(" "))}\`: ${message}`);

test.each(refused)("%s is refused", (_, ...edits) => {
  expect(problems(edits)).not.toEqual([]);
});

test.each(accepted)("%s is accepted", (_, ...edits) => {
  expect(problems(edits)).toEqual([]);
});

test("refused.md is up to date", async () => {
  const lines = refused.map(([what, ...edits]) => {
    const said = problems(edits).map((one) => oneLine(one).replaceAll("|", "\\|"));
    return `| ${what} | ${said.join("<br>")} |\n`;
  });
  const text = `# What is refused\n
What \`pnpm generate\` says of an OpenAPI document that is broken: the place, which is a line in messages, and what to do. \`subset.yaml\`
and \`rules.ts\` say it; \`refusals.test.ts\` breaks the documents, and writes this page if it runs with \`-u\`.\n
| what is broken | what is said |\n|---|---|\n${lines.join("")}`;
  await expect(text).toMatchFileSnapshot("refused.md");
});

test("a row called __proto__ is refused, which YAML can hold", () => {
  const { openapi } = apply(contract, []);
  Object.defineProperty(openapi.components?.schemas ?? {}, "__proto__", { value: row, enumerable: true });
  expect(refusalsOf(openapi)).toEqual([
    {
      at: ["components", "schemas", "__proto__"],
      message: expect.stringMatching(/^"__proto__" has a meaning of its own/),
    },
  ]);
});
