import { parse, stringify } from "yaml";

interface Operation {
  operationId: string;
  tags: string[];
}

interface Document {
  tags: { name: string; description: string }[];
  paths: Record<string, { get: Operation }>;
}

/** The document with every operation repeated under other names; rows are shared, examples left out. */
export function growSpec(text: string, times: number): string {
  const document: Document = parse(text, (key, value) => (key === "examples" ? undefined : value));
  const { paths, tags } = document;
  document.paths = {};
  document.tags = [];
  for (let copy = 1; copy <= times; copy++) {
    const name = (tag: string): string => (copy === 1 ? tag : `${tag}_no${copy}`);
    for (const { name: tag, description } of tags) document.tags.push({ name: name(tag), description });
    for (const [path, { get }] of Object.entries(paths)) {
      const [, tag = "", verb = ""] = /^(.*)\.(.*)$/.exec(get.operationId) ?? [];
      document.paths[path.replace(/^\/\w+/, (first) => `/${name(first.slice(1))}`)] = {
        get: { ...get, operationId: `${name(tag)}.${verb}`, tags: get.tags.map(name) },
      };
    }
  }
  return stringify(document, { aliasDuplicateObjects: false });
}

/** Operation documents by name, with every one repeated under other names. */
export function growDocuments(documents: Record<string, string>, times: number): Record<string, string> {
  const grown: Record<string, string> = {};
  for (let copy = 1; copy <= times; copy++) {
    for (const [name, text] of Object.entries(documents)) {
      const other = copy === 1 ? name : `${name}No${copy}`;
      grown[other] = text.replace(`query ${name}`, `query ${other}`);
    }
  }
  return grown;
}
