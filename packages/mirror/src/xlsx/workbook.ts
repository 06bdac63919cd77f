/** Reads a sheet of a workbook (XLSX: ECMA-376, Office Open XML). */
import { MirrorError } from "../mirror-error.ts";
import type { NumberFormat } from "./cell.ts";
import { unescapeCharacters } from "./cell.ts";
import { Parts, wrongWorkbook } from "./parts.ts";
import { readRows, SheetError, type SheetRow } from "./sheet-rows.ts";
import { readXml } from "./xml.ts";

/** A sheet that was read. */
export interface Sheet {
  readonly name: string;
  /** The rows that have a value, by their numbers. */
  readonly rows: readonly SheetRow[];
  /** How many columns have a value. */
  readonly width: number;
}

/**
 * Reads a sheet.
 *
 * @param file - How the file is called in errors.
 * @param wanted - The sheet's name; if not given, it is the first one that is not hidden.
 * @throws MirrorError of kind `usage` if this is no workbook, has no such sheet, or a cell whose value is not known.
 */
export async function readSheet(file: string, bytes: Buffer, wanted?: string): Promise<Sheet> {
  const parts = await Parts.open(file, bytes);
  try {
    const { path: workbook } = only(file, await relationsOf(parts, ""), "officeDocument");
    if (!workbook.endsWith(".xml"))
      throw wrongWorkbook(file, "is a workbook in another format. Save it as XLSX, or as CSV UTF-8.");
    const relations = await relationsOf(parts, workbook);
    const { sheets, since1904 } = await readWorkbook(parts, workbook);
    const sheet = chooseSheet(file, sheets, relations, wanted);
    const optional = (type: string): string | undefined => relations.find((one) => one.type === type)?.path;
    const texts = await readTexts(parts, optional("sharedStrings"));
    const formats = await readFormats(parts, optional("styles"));
    const rows = await readRows(parts.read(sheet.path), { texts, formats, since1904 });
    return { name: sheet.name, rows, width: rows.reduce((width, { cells }) => Math.max(width, cells.length), 0) };
  } catch (error) {
    // What is wrong in this program is not said of the file.
    if (error instanceof MirrorError || (error instanceof TypeError && !("code" in error))) throw error;
    if (error instanceof SheetError)
      throw wrongWorkbook(file, `cannot be read: ${error.message}. Open it in a spreadsheet and save it again.`, {
        cause: error,
      });
    throw wrongWorkbook(file, `is damaged (${(error as Error).message}). Save it again, as XLSX or as CSV UTF-8.`, {
      cause: error,
    });
  }
}

/** What a file in a workbook refers to. */
interface Relation {
  id: string;
  /** The last part of its URI, such as `worksheet`. */
  type: string;
  path: string;
}

const only = (file: string, relations: readonly Relation[], type: string): Relation => {
  const found = relations.find((one) => one.type === type);
  if (!found) throw wrongWorkbook(file, "is no workbook. Save it as XLSX, or as CSV UTF-8.");
  return found;
};

/** What a file refers to; the whole, if its path is empty. */
async function relationsOf(parts: Parts, path: string): Promise<Relation[]> {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const own = `${folder}_rels/${path.slice(folder.length)}.rels`;
  const relations: Relation[] = [];
  // Another ZIP, such as one of OpenDocument, has none.
  if (!parts.has(own)) return relations;
  await readXml(parts.read(own), {
    open(name, { Id: id = "", Type: type = "", Target: target = "" }) {
      if (name !== "Relationship") return;
      const resolved = new URL(target, `zip:///${folder}`).pathname.slice(1);
      relations.push({ id, type: type.slice(type.lastIndexOf("/") + 1), path: decodeURIComponent(resolved) });
    },
  });
  return relations;
}

/** A sheet as the workbook names it. */
interface NamedSheet {
  name: string;
  relation: string;
  isHidden: boolean;
}

async function readWorkbook(parts: Parts, path: string): Promise<{ sheets: NamedSheet[]; since1904: boolean }> {
  const sheets: NamedSheet[] = [];
  let since1904 = false;
  await readXml(parts.read(path), {
    open(name, attributes) {
      if (name === "workbookPr") since1904 = ["1", "true"].includes(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
      const isHidden = !["visible", undefined].includes(attributes.state);
      sheets.push({ name: unescapeCharacters(attributes.name ?? ""), relation, isHidden });
    },
  });
  return { sheets, since1904 };
}

function chooseSheet(
  file: string,
  sheets: readonly NamedSheet[],
  relations: readonly Relation[],
  wanted: string | undefined,
): { name: string; path: string } {
  // A chart may have a sheet of its own.
  const readable = sheets.flatMap((sheet) => {
    const found = relations.find(({ id, type }) => id === sheet.relation && type === "worksheet");
    return found ? [{ ...sheet, path: found.path }] : [];
  });
  const sheet =
    wanted === undefined
      ? (readable.find(({ isHidden }) => !isHidden) ?? readable[0])
      : (readable.find(({ name }) => name === wanted) ??
        readable.find(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase()));
  if (sheet) return sheet;
  const names = readable.map(({ name }) => name).join(", ");
  throw wrongWorkbook(
    file,
    wanted === undefined ? "has no sheet with cells." : `has no sheet called ${wanted}. Its sheets are ${names}.`,
  );
}

/** Texts that cells share. */
async function readTexts(parts: Parts, path: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (path === undefined) return texts;
  let text: string | undefined;
  let isIn = false;
  let isPhonetic = false;
  await readXml(parts.read(path), {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") isPhonetic = true;
      else if (name === "t") isIn = !isPhonetic;
    },
    text(more) {
      if (isIn && text !== undefined) text += more;
    },
    close(name) {
      if (name === "t") isIn = false;
      else if (name === "rPh") isPhonetic = false;
      else if (name === "si") texts.push(unescapeCharacters(text ?? ""));
    },
  });
  return texts;
}

/** The formats of numbers, by the style of a cell. */
async function readFormats(parts: Parts, path: string | undefined): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = [];
  if (path === undefined) return formats;
  const codes = new Map<number, string>();
  let isOfCells = false;
  await readXml(parts.read(path), {
    open(name, { numFmtId, formatCode }) {
      const id = Number(numFmtId ?? 0);
      if (name === "numFmt") codes.set(id, formatCode ?? "General");
      else if (name === "cellXfs") isOfCells = true;
      else if (name === "xf" && isOfCells) {
        const code = codes.get(id) ?? id;
        formats.push(code === "General" ? 0 : code);
      }
    },
    close(name) {
      if (name === "cellXfs") isOfCells = false;
    },
  });
  return formats;
}
