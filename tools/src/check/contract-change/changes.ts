/**
 * What a maintainer writes to change interface A: the spec and the examples. Fields and resources are picked
 * from the spec, so that the changes can be made to any version of it.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Document, parseDocument, YAMLMap } from "yaml";

/** A change, made in a folder of specs. */
export interface Change {
  name: string;
  /** What is new, in words. */
  about: string;
  make(specs: string): Promise<void>;
}

export const changes: readonly Change[] = [
  {
    name: "added",
    about: "the optional fields `dodani_tekst` and `dodani_broj` of the first resource",
    make: addFields,
  },
  { name: "renamed", about: "a field of almost every resource is called `novi_…`", make: renameFields },
  { name: "operation", about: "`likvidator.list`, which is paged, is the first operation", make: addOperation },
];

/** Two optional fields for the first resource: text, and an integer that clients must keep exact. */
async function addFields(specs: string): Promise<void> {
  await editSpec(specs, (spec) => {
    const fields = spec.createNode({
      dodani_tekst: { type: "string", description: "Added text." },
      dodani_broj: { type: "integer", format: "int64", description: "Added number." },
    });
    resourcesOf(spec)[0]?.properties.items.push(...fields.items);
  });
}

/** In every resource the first field whose name is in the spec, the examples and the tables of all fields alone. */
async function renameFields(specs: string): Promise<void> {
  const readme = await readFile(join(specs, "README.md"), "utf8");
  const words = readme.replaceAll(/^<!-- generated: (resources|types) -->.*?^<!-- end -->$/gms, "");
  const renamed: [resource: string, field: string][] = [];
  await editSpec(specs, (spec) => {
    for (const { name, properties } of resourcesOf(spec)) {
      const field = properties.items.find(({ key }) => !words.includes(`\`${key}\``) && !`${key}`.endsWith("_id"));
      if (field === undefined) continue;
      renamed.push([name, String(field.key)]);
      field.key = spec.createNode(`novi_${field.key}`);
    }
  });
  for (const [name, field] of renamed) {
    // Fields of a row are indented by four spaces, those of its objects by more.
    await edit(join(specs, `examples/${name}.json`), new RegExp(`^ {4}"${field}"`, "gm"), `    "novi_${field}"`);
    const element = new RegExp(`^ {4}<${field}>(.*)</${field}>$`, "gm");
    await edit(join(specs, `examples/${name}.xml`), element, `    <novi_${field}>$1</novi_${field}>`);
  }
}

/** `new-operation.yaml`, before all others, so that what was the first operation is not the first any more. */
async function addOperation(specs: string): Promise<void> {
  const added = parseDocument(await readFile(new URL("new-operation.yaml", import.meta.url), "utf8"));
  await editSpec(specs, (spec) => {
    for (const place of [["tags"], ["paths"], ["components", "schemas"]])
      itemsAt(spec, place).unshift(...itemsAt(added, place));
  });
  await writeFile(join(specs, "examples/likvidator.json"), json);
  await writeFile(join(specs, "examples/likvidator.xml"), xml);
}

const json = `[
  {
    "mbs": 80912345,
    "ime": "Primjer Primjerić",
    "aktivan": true,
    "od": "2024-02-29"
  },
  {
    "mbs": 30254176
  }
]
`;

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<likvidatoriArray>
  <likvidator>
    <mbs>80912345</mbs>
    <ime>Primjer Primjerić</ime>
    <aktivan>true</aktivan>
    <od>2024-02-29</od>
  </likvidator>
  <likvidator>
    <mbs>30254176</mbs>
  </likvidator>
</likvidatoriArray>
`;

/** The schemas that arrays of the spec hold, in its order. */
function resourcesOf(spec: Document): { name: string; properties: YAMLMap }[] {
  const schemas: Record<string, { items?: { $ref: string } }> = spec.toJS().components.schemas;
  return Object.values(schemas).flatMap(({ items }) => {
    if (items === undefined) return [];
    const name = items.$ref.split("/").at(-1) ?? "";
    const properties = spec.getIn(["components", "schemas", name, "properties"]);
    return properties instanceof YAMLMap ? [{ name, properties }] : [];
  });
}

function itemsAt(spec: Document, place: string[]): unknown[] {
  const { items } = spec.getIn(place) as { items: unknown[] };
  return items;
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
