/** Writes a workbook with one sheet (XLSX: ECMA-376, Office Open XML), row by row. */
import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";
import { MirrorError } from "../mirror-error.ts";
import {
  type Cell,
  columnLetters,
  escapeCharacters,
  longestText,
  maxColumns,
  maxRows,
  type NumberFormat,
} from "./cell.ts";

/** Takes what is written, and is ready once that is done. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const media = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The files that are the same in each workbook, but for the name of the sheet. */
const fixedParts = (sheet: string): Record<string, string> => ({
  "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${media}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${media}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${media}.worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escapeXml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
});

const escapeXml = (text: string): string =>
  escapeCharacters(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** The format of texts: who edits a cell later keeps its zeros. */
const textFormat = 49;

/** Characters that are written together. */
const chunk = 65_536;

/** The same rows give the same bytes. */
const mtime = new Date(2000, 0, 1);

/** A sheet that is being written. Memory holds some rows of it. */
export class SheetWriter {
  readonly #sheet = new PassThrough();
  /** Ends once all is written. */
  readonly #written: Promise<void>;
  readonly #formats = new Map<NumberFormat | undefined, number>([[undefined, 0]]);
  #text: string;
  #row = 0;

  /** @param name - Of the sheet: up to 31 characters, and none of `[]:*?/\`. */
  constructor(name: string, write: WriteBytes) {
    const zip = new ZipFile();
    for (const [path, text] of Object.entries(fixedParts(name)))
      zip.addBuffer(Buffer.from(declaration + text), path, { mtime });
    zip.addReadStream(this.#sheet, "xl/worksheets/sheet1.xml", { mtime });
    // It has the formats of all cells.
    zip.addReadStreamLazy("xl/styles.xml", { mtime }, (done) =>
      done(null, Readable.from([declaration + this.#styles()])),
    );
    zip.end();
    this.#text = `${declaration}<worksheet xmlns="${main}"><sheetData>`;
    this.#written = (async () => {
      for await (const bytes of zip.outputStream as AsyncIterable<Uint8Array>) await write(bytes);
    })();
    // Whoever writes rows, or ends, hears of it.
    this.#written.catch(() => this.#sheet.destroy());
  }

  /** @throws MirrorError of kind `usage` if a sheet cannot hold it. */
  async add(cells: readonly Cell[]): Promise<void> {
    this.#row++;
    if (this.#row > maxRows || cells.length > maxColumns)
      throw new MirrorError(
        "usage",
        `A sheet holds ${maxRows.toLocaleString("en")} rows of ${maxColumns.toLocaleString("en")} cells, and there are more. Have CSV written.`,
      );
    const written = cells.map((cell, column) => this.#cell(cell, `${columnLetters(column)}${this.#row}`));
    this.#text += `<row r="${this.#row}">${written.join("")}</row>`;
    if (this.#text.length >= chunk) await this.#flush();
  }

  /** Writes what is left. */
  async end(): Promise<void> {
    // No mark at numbers that are texts: they are meant to be.
    this.#text += `</sheetData><ignoredErrors><ignoredError sqref="A1:XFD${maxRows}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
    await this.#flush();
    this.#sheet.end();
    await this.#written;
  }

  async #flush(): Promise<void> {
    const text = this.#text;
    this.#text = "";
    if (!this.#sheet.write(text)) await Promise.race([once(this.#sheet, "drain"), this.#written]);
  }

  #cell(cell: Cell, place: string): string {
    if (cell === undefined || cell === "") return "";
    if (typeof cell === "string") {
      if (cell.length > longestText)
        throw new MirrorError(
          "usage",
          `A cell holds ${longestText.toLocaleString("en")} characters, and row ${this.#row} has a text of ${cell.length.toLocaleString("en")}. Have CSV written.`,
        );
      return `<c r="${place}" s="${this.#style(textFormat)}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
    }
    const type = { number: "", date: "", boolean: ' t="b"', error: ' t="e"' }[cell.type];
    return `<c r="${place}" s="${this.#style(cell.format)}"${type}><v>${escapeXml(cell.stored)}</v></c>`;
  }

  #style(format: NumberFormat | undefined): number {
    const known = this.#formats.get(format);
    if (known !== undefined) return known;
    const style = this.#formats.size;
    this.#formats.set(format, style);
    return style;
  }

  #styles(): string {
    const formats = [...this.#formats.keys()].map((format = 0) => format);
    const codes = formats.flatMap((format, index) => (typeof format === "string" ? [{ id: 164 + index, format }] : []));
    const idOf = (format: NumberFormat, index: number): number => (typeof format === "number" ? format : 164 + index);
    return `<styleSheet xmlns="${main}">${codes.length > 0 ? `<numFmts count="${codes.length}">${codes.map(({ id, format }) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(format)}"/>`).join("")}</numFmts>` : ""}<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats.map((format, index) => `<xf numFmtId="${idOf(format, index)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join("")}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
  }
}
