/** Where the parts of an SDL or a document are, by its AST. */
import { type ASTNode, getLocation, Kind, parse } from "graphql";
import type { Part } from "../line-diff.ts";

/** Whether a text defines something of this name, such as an operation. */
export const defines = (text: string, name: string): boolean =>
  parse(text).definitions.some((one) => isNamed(one, name));

const isNamed = (node: ASTNode, name: string): boolean =>
  "name" in node && node.name !== undefined && "value" in node.name && node.name.value === name;

/** The definition that names lead to in an SDL or a document, such as `Query`, `predmet`, `sud`, or the last one on the way. */
export function graphqlPart(text: string, names: readonly string[]): Part {
  const document = parse(text);
  let node: ASTNode = document;
  for (const [index, name] of names.entries()) {
    const inside: ASTNode[] = childrenOf(node);
    const found: ASTNode | undefined = inside.find((one) => isNamed(one, index === 0 ? name.replace(/^@/, "") : name));
    if (found === undefined) return partOf(node, false);
    node = found;
  }
  return partOf(node, true);
}

/** The definitions, fields, values, arguments or variables of a definition. */
function childrenOf(node: ASTNode): ASTNode[] {
  if (node.kind === Kind.DOCUMENT) return [...node.definitions];
  const lists = ["fields", "values", "arguments", "types", "variableDefinitions"].flatMap(
    (list) => (node as unknown as Record<string, readonly ASTNode[] | undefined>)[list] ?? [],
  );
  return lists.map((one) => (one.kind === Kind.VARIABLE_DEFINITION ? { ...one, name: one.variable.name } : one));
}

function partOf(node: ASTNode, exact: boolean): Part {
  const { loc } = node;
  if (loc === undefined) return { first: 1, last: 1, named: 1, exact };
  const named = "name" in node && node.name !== undefined && "loc" in node.name ? (node.name.loc ?? loc) : loc;
  const line = (offset: number): number => getLocation(loc.source, offset).line;
  return { first: line(loc.start), last: line(Math.max(loc.start, loc.end - 1)), named: line(named.start), exact };
}
