import { readFile, writeFile } from "node:fs/promises";

/** Replaces a text, which must be there, in a file. @returns the whole text. */
export async function editFile(file: string, from: string, to: string): Promise<string> {
  const text = await readFile(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} does not hold ${JSON.stringify(from)}.`);
  const edited = text.replace(from, () => to);
  await writeFile(file, edited);
  return edited;
}
