import type { ListOperation } from "./operations.ts";

/** How a user of a client writes a file that calls every operation and uses a field of its rows. */
export interface Style {
  /** The lines above the calls. */
  head(operations: readonly ListOperation[]): string;
  /** An expression for the first row. */
  firstRow(operation: ListOperation): string;
}

/** `ino_registar` in the PascalCase of openapi-generator and others. */
const camel = (tag: string): string => tag.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (tag: string): string => camel(tag).replace(/^./, (letter) => letter.toUpperCase());

const generatorClasses = (from: string, offset: (value: string) => string, rows: (call: string) => string): Style => ({
  head: (operations) =>
    `import { Configuration, ${operations.map(({ tag }) => `${pascal(tag)}Api`).join(", ")} } from "${from}";
const configuration = new Configuration({ basePath: "https://registar.primjer.hr/javni", apiKey: "key" });
`,
  firstRow: ({ tag, offset: value }) =>
    rows(`await new ${pascal(tag)}Api(configuration).${camel(tag)}List(${value === undefined ? "" : offset(value)})`),
});

export const ours = (from: string, rows: (call: string) => string): Style => ({
  head: () =>
    `import { createRegisterClient } from "${from}";
const register = createRegisterClient({ baseUrl: "https://registar.primjer.hr", subscriptionKey: "key" });
`,
  firstRow: ({ tag, offset }) =>
    rows(`await register.${tag}.list(${offset === undefined ? "" : `{ offset: ${offset} }`})`),
});

/** By contender. Paths are relative to a folder beside the generated peers. */
export const styles: Record<string, Style> = {
  "no client": {
    head: () => "const rows = async (_path: string): Promise<Record<string, string>[]> => [];\n",
    firstRow: ({ path }) => `(await rows("${path}"))[0]`,
  },
  "ours-fetch": ours("@court-register/fetch", (call) => `(${call})[0]`),
  "ours-axios": ours("@court-register/axios", (call) => `(${call}).data[0]`),
  "openapi-generator-fetch": generatorClasses(
    "../openapi-generator-fetch/index.ts",
    (offset) => `{ offset: ${offset} }`,
    (call) => `(${call})[0]`,
  ),
  "openapi-generator-fetch-plain": generatorClasses(
    "../openapi-generator-fetch-plain/index.ts",
    (offset) => `{ offset: ${offset} }`,
    (call) => `(${call})[0]`,
  ),
  "openapi-generator-axios": generatorClasses(
    "../openapi-generator-axios/index.ts",
    (offset) => offset,
    (call) => `(${call}).data[0]`,
  ),
  "hey-api": {
    head: (operations) =>
      `import { ${operations.map(({ tag }) => `${camel(tag)}List`).join(", ")} } from "../hey-api/index.ts";\n`,
    firstRow: ({ tag, offset }) =>
      `(await ${camel(tag)}List(${offset === undefined ? "" : `{ query: { offset: ${offset} } }`})).data?.[0]`,
  },
  "openapi-fetch": {
    head: () =>
      `import createClient from "openapi-fetch";
import type { paths } from "../openapi-fetch/schema.d.ts";
const client = createClient<paths>({ baseUrl: "https://registar.primjer.hr/javni" });
`,
    firstRow: ({ path, offset }) =>
      `(await client.GET("${path}"${offset === undefined ? "" : `, { params: { query: { offset: ${offset} } } }`})).data?.[0]`,
  },
  orval: {
    head: (operations) =>
      `import { ${operations.map(({ tag }) => `${camel(tag)}List`).join(", ")} } from "../orval/client.ts";\n`,
    firstRow: ({ tag, offset }) =>
      `(await ${camel(tag)}List(${offset === undefined ? "" : `{ offset: ${offset} }`})).data[0]`,
  },
};

/** The text of the file. */
export function consumer(style: Style, operations: readonly ListOperation[]): string {
  const lines = operations.map((operation, index) => {
    return `export const value${index} = (${style.firstRow(operation)})?.${operation.field};\n`;
  });
  return style.head(operations) + lines.join("");
}
