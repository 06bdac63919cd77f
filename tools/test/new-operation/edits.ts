/** What a maintainer writes to add a paged resource, another that the reference server cannot serve, and a GraphQL field. */
import type { Copy } from "../support/copy.ts";

const operation = (
  name: string,
  array: string,
  summary: string,
  parameters: string[],
  responseHeaders: string,
): string => `  /${name}:
    get:
      operationId: ${name}.list
      tags: [${name}]
      summary: ${summary}
      description: "Contract: sections 4.2 and 4.3; fields in section 2.2."
      parameters:
${parameters.map((line) => `        ${line}\n`).join("")}      responses:
        "200":
          description: The items.
${responseHeaders}          content:
            application/json:
              schema:
                $ref: "#/components/schemas/${array}"
              examples:
                rows:
                  externalValue: ./examples/${name}.json
            application/xml:
              schema:
                $ref: "#/components/schemas/${array}"
              examples:
                rows:
                  externalValue: ./examples/${name}.xml
`;

const schemas = (name: string, array: string, what: string): string => `    ${array}:
      type: array
      description: ${what}s (section 4.6).
      items:
        $ref: "#/components/schemas/${name}"
      xml:
        name: ${array}
        wrapped: true
    ${name}:
      type: object
      description: ${what} (section 2.2).
      required: [mbs]
      properties:
        mbs:
          type: integer
          format: int64
          description: Register number of the subject.
        rbr:
          type: integer
          format: int32
          description: Ordinal number.
        ime:
          type: string
          description: Name.
        aktivan:
          type: boolean
          description: Whether it counts.
        dan:
          type: string
          format: date
          description: Day of the entry.
`;

/** The rows in the examples. */
export const rows: object[] = [
  { mbs: 80000001, rbr: 1, ime: "Primjer d.o.o.", aktivan: true, dan: "2024-02-29" },
  { mbs: 80000002, rbr: 1 },
];

const header = `          headers:
            x-total-count:
              $ref: "#/components/headers/x-total-count"
`;
const pageParameters = ["offset", "limit_100", "timestamp_id"].map(
  (name) => `- $ref: "#/components/parameters/${name}"`,
);
const ownParameters = [
  "- { name: ime, in: query, description: Part of the name., schema: { type: string } }",
  "- { name: X-Jezik, in: header, required: true, example: hr, description: Language of the names., schema: { type: string } }",
];

const example = (name: string, root: string): string => {
  const field = (key: string, value: unknown): string => `    <${key}>${value}</${key}>\n`;
  const row = (one: object): string =>
    `  <${name}>\n${Object.entries(one)
      .map(([key, value]) => field(key, value))
      .join("")}  </${name}>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>\n${rows.map(row).join("")}</${root}>\n`;
};

/** Everything handwritten: two tags, two operations, their schemas and examples; a field, its selection, and an argument. */
export async function addToSpecs(copy: Copy): Promise<void> {
  const spec = "specs/register.openapi.yaml";
  const tags =
    "  - name: pokusni_zapis\n    description: Trial records.\n  - name: pokusna_osoba\n    description: Persons.\n";
  await copy.edit(spec, "\ntags:\n", `\ntags:\n${tags}`);
  const paged = operation("pokusni_zapis", "pokusni_zapisiArray", "List the trial records.", pageParameters, header);
  const other = operation("pokusna_osoba", "pokusne_osobeArray", "List persons by name.", ownParameters, header);
  await copy.edit(spec, "\npaths:\n", `\npaths:\n${paged}${other}`);
  const added =
    schemas("pokusni_zapis", "pokusni_zapisiArray", "Trial record") +
    schemas("pokusna_osoba", "pokusne_osobeArray", "Person");
  await copy.edit(spec, "\n  schemas:\n", `\n  schemas:\n${added}`);
  for (const [name, root] of [
    ["pokusni_zapis", "pokusni_zapisiArray"],
    ["pokusna_osoba", "pokusne_osobeArray"],
  ] as const) {
    await copy.write(`specs/examples/${name}.json`, `${JSON.stringify(rows, null, 2)}\n`);
    await copy.write(`specs/examples/${name}.xml`, example(name, root));
  }
  await copy.edit(
    "specs/court-cases.graphql",
    "type Sud {\n",
    'type Sud {\n  "County of the court."\n  zupanija: String\n  "Whether it is open."\n  pokusniBoolean: Boolean\n',
  );
  await copy.edit(
    "specs/court-cases.graphql",
    "  sudovi: [Sud]\n",
    '  sudovi("County of the courts." zupanija: String): [Sud]\n',
  );
  await copy.edit("specs/operations/sudovi.graphql", "    id\n", "    id\n    zupanija\n    pokusniBoolean\n");
}
