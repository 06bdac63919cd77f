/** XML as it is in a workbook. */
import { SaxesParser } from "saxes";

/** What is made of a document. Names are without prefixes: programs choose these as they like. */
export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  /** A text, which may come in several pieces. */
  text?(text: string): void;
  close?(name: string): void;
}

/** Reads a document. @throws Error if it is not well-formed, or has a document type, which may define what grows. */
export async function readXml(chunks: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw new Error("a document type is not read");
  });
  parser.on("opentag", ({ name, attributes }) => handler.open?.(localName(name), attributes));
  parser.on("closetag", ({ name }) => handler.close?.(localName(name)));
  parser.on("text", (text) => handler.text?.(text));
  parser.on("cdata", (text) => handler.text?.(text));
  for await (const chunk of chunks) parser.write(chunk);
  parser.close();
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
