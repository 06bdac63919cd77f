/** What a maintainer writes by hand to change the contract. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Document, parseDocument, YAMLMap } from "yaml";

/** Two optional fields of a REST resource, one of them an integer that clients must keep exact, and one of a GraphQL type. */
export async function addFields(specs: string): Promise<void> {
  await editSpec(specs, (spec) => {
    fieldsOf(spec, "sjediste").items.push(
      ...spec.createNode({
        dodani_tekst: { type: "string", description: "Added text." },
        dodani_broj: { type: "integer", format: "int64", description: "Added number." },
      }).items,
    );
  });
  await edit(join(specs, "court-cases.graphql"), /^type Sud \{\n/m, '$&  "Added text."\n  dodaniTekst: String\n');
  await edit(join(specs, "operations/sudovi.graphql"), /^ +sudovi \{\n/m, "$&    dodaniTekst\n");
}

/** Adds what a file of this folder has, before all others, so that what was the first operation is not the first any more. */
async function addFrom(file: string, specs: string): Promise<void> {
  const added = parseDocument(await readFile(new URL(file, import.meta.url), "utf8"));
  await editSpec(specs, (spec) => {
    for (const place of [["tags"], ["paths"], ["components", "schemas"]]) {
      const part = added.getIn(place) as YAMLMap | undefined;
      if (part !== undefined) (spec.getIn(place) as YAMLMap).items.unshift(...part.items);
    }
  });
}

/** The operation of `new-operation.yaml`. */
export async function addOperation(specs: string): Promise<void> {
  await addFrom("new-operation.yaml", specs);
  const rows = [{ mbs: 80912345, ime: "Primjer Primjerić", aktivan: true, od: "2024-02-29" }, { mbs: 30254176 }];
  const element = ([name, value]: [string, unknown]): string => `    <${name}>${value}</${name}>\n`;
  const items = rows.map((row) => `  <likvidator>\n${Object.entries(row).map(element).join("")}  </likvidator>\n`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<likvidatoriArray>\n${items.join("")}</likvidatoriArray>\n`;
  await writeFile(join(specs, "examples/likvidator.json"), `${JSON.stringify(rows, null, 2)}\n`);
  await writeFile(join(specs, "examples/likvidator.xml"), xml);
}

/** The operation of `new-object.yaml`. */
export async function addObject(specs: string): Promise<void> {
  await addFrom("new-object.yaml", specs);
  const [oznake, oblik] = [["javno", "u likvidaciji"], "d.o.o."];
  const subject = { mbs: 80000001, status: 1, oznake, oblik, kratica: null, adresa: { ulica: "Primjerova ulica" } };
  const [first, second] = oznake.map((one) => `<oznake>${one}</oznake>`);
  const elements = `${first}${second}<oblik>${oblik}</oblik><adresa><ulica>Primjerova ulica</ulica></adresa>`;
  await writeFile(join(specs, "examples/subjekt_detalji.json"), `${JSON.stringify(subject, null, 2)}\n`);
  await writeFile(
    join(specs, "examples/subjekt_detalji.xml"),
    `<?xml version="1.0" encoding="UTF-8"?>\n<subjekt_detalji><mbs>80000001</mbs><status>1</status>${elements}</subjekt_detalji>\n`,
  );
}

/** Access tokens in the place of the key. */
export async function takeTokens(specs: string): Promise<void> {
  const flows = { clientCredentials: { tokenUrl: "https://registar.primjer.hr/token", scopes: {} } };
  await editSpec(specs, (spec) => {
    spec.setIn(["security"], spec.createNode([{ token: [] }]));
    const token = { type: "oauth2", description: "Token of a program (section 5).", flows };
    spec.setIn(["components", "securitySchemes"], spec.createNode({ token }));
  });
}

/** In every resource, the first field whose name is written nowhere by hand: `named` has the texts that name fields. */
export async function renameFields(specs: string, named: string): Promise<void> {
  const spec = parseDocument(await readFile(join(specs, "register.openapi.yaml"), "utf8"));
  const schemas: Record<string, { items?: { $ref: string } }> = spec.toJS().components.schemas;
  for (const resource of Object.values(schemas).flatMap(({ items }) => items?.$ref.split("/").at(-1) ?? [])) {
    const names = fieldsOf(spec, resource).items.map(({ key }) => String(key));
    const field = names.find((name) => !new RegExp(`\\b${name}\\b`).test(named) && !name.endsWith("_id"));
    if (field !== undefined) await renameField(specs, resource, field);
  }
}

/** Renames a field in the spec and in the examples. */
async function renameField(specs: string, resource: string, field: string): Promise<void> {
  const to = `novi_${field}`;
  await editSpec(specs, (spec) => {
    for (const pair of fieldsOf(spec, resource).items) if (String(pair.key) === field) pair.key = spec.createNode(to);
  });
  // Fields of a row are indented by four spaces, those of its objects by more.
  await edit(join(specs, `examples/${resource}.json`), new RegExp(`^ {4}"${field}"`, "gm"), `    "${to}"`);
  const element = new RegExp(`^ {4}<${field}>(.*)</${field}>$`, "gm");
  await edit(join(specs, `examples/${resource}.xml`), element, `    <${to}>$1</${to}>`);
}

function fieldsOf(spec: Document, resource: string): YAMLMap {
  const fields = spec.getIn(["components", "schemas", resource, "properties"]);
  if (!(fields instanceof YAMLMap)) throw new Error(`The spec has no resource ${resource}.`);
  return fields;
}

/** Edits the spec; its comments and its format stay. */
async function editSpec(specs: string, change: (spec: Document) => void): Promise<void> {
  const file = join(specs, "register.openapi.yaml");
  const spec = parseDocument(await readFile(file, "utf8"));
  change(spec);
  await writeFile(file, spec.toString({ lineWidth: 0, flowCollectionPadding: false }));
}

/** Replaces what a pattern matches, which must be there, in a file. */
async function edit(file: string, pattern: RegExp, to: string): Promise<void> {
  const text = await readFile(file, "utf8");
  if (text.search(pattern) < 0) throw new Error(`${file} does not hold ${pattern}.`);
  await writeFile(file, text.replace(pattern, to));
}
