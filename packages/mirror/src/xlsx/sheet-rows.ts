/** The rows of a sheet, as its XML has them. */
import {
  type Cell,
  columnLetters,
  dateText,
  isDateFormat,
  maxColumns,
  maxRows,
  type NumberFormat,
  numberText,
  readPlace,
  unescapeCharacters,
} from "./cell.ts";
import { readXml, type XmlHandler } from "./xml.ts";

/** A row that has a cell with a value. */
export interface SheetRow {
  /** Its number in the sheet, from 1. */
  readonly line: number;
  readonly cells: Cell[];
}

/** What cells refer to. */
export interface Workbook {
  /** Texts that cells name by their place. */
  readonly texts: readonly string[];
  /** The formats of numbers that cells name by their place. */
  readonly formats: readonly NumberFormat[];
  /** Whether days are counted from 1904 on. */
  readonly since1904: boolean;
}

/** Something in a sheet that cannot be read. The message says where. */
export class SheetError extends Error {
  override readonly name = "SheetError";
}

/** Days from the beginning of 1900 to that of 1904, as spreadsheets count them. */
const daysTo1904 = 1_462;

/**
 * Reads the rows of a sheet that have a value. A cell that is merged over several rows counts for each of them.
 *
 * @throws SheetError for a cell whose value is not known.
 */
export async function readRows(xml: AsyncIterable<string>, workbook: Workbook): Promise<SheetRow[]> {
  const reader = new RowReader(workbook);
  await readXml(xml, reader);
  fillMerged(reader.rows, reader.merged);
  return reader.rows;
}

/** A cell that is being read. */
interface OpenCell {
  type: string;
  format: NumberFormat | undefined;
  hasFormula: boolean;
  /** The text of `v`; undefined if there is no such element. */
  value: string | undefined;
  /** The text of `is`. */
  inline: string | undefined;
}

/** A range of cells that are one, counted from 0. */
interface Merged {
  column: number;
  first: number;
  last: number;
}

class RowReader implements XmlHandler {
  readonly rows: SheetRow[] = [];
  readonly merged: Merged[] = [];
  readonly #workbook: Workbook;
  #row = -1;
  #column = -1;
  #cells: Cell[] | undefined;
  #cell: OpenCell | undefined;
  /** Where texts go. */
  #target: "value" | "inline" | undefined;
  /** How to read a text aloud, which is no part of it. */
  #isPhonetic = false;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  open(name: string, { r, t, s, ref }: Readonly<Record<string, string>>): void {
    if (name === "row") this.#openRow(r);
    else if (name === "mergeCell") this.#merge(ref ?? "");
    else if (name === "c" && this.#cells) this.#openCell(r, t, s);
    else if (!this.#cell) return;
    else if (name === "f") this.#cell.hasFormula = true;
    else if (name === "rPh") this.#isPhonetic = true;
    else if (name === "v") {
      this.#cell.value = "";
      this.#target = "value";
    } else if (name === "is") this.#cell.inline = "";
    else if (name === "t" && this.#cell.inline !== undefined && !this.#isPhonetic) this.#target = "inline";
  }

  text(text: string): void {
    if (this.#cell && this.#target) this.#cell[this.#target] = (this.#cell[this.#target] ?? "") + text;
  }

  close(name: string): void {
    if (name === "v" || name === "t") this.#target = undefined;
    else if (name === "rPh") this.#isPhonetic = false;
    else if (name === "c" && this.#cell && this.#cells) {
      const cell = this.#read(this.#cell);
      if (cell !== undefined) this.#cells[this.#column] = cell;
      this.#cell = undefined;
    } else if (name === "row" && this.#cells) {
      if (this.#cells.length > 0) this.rows.push({ line: this.#row + 1, cells: Array.from(this.#cells) });
      this.#cells = undefined;
    }
  }

  #openRow(place: string | undefined): void {
    const row = place === undefined ? this.#row + 1 : Number(place) - 1;
    if (!Number.isInteger(row) || row <= this.#row || row >= maxRows)
      throw new SheetError(`row ${place ?? row + 1} is in no place that a row can have`);
    this.#row = row;
    this.#column = -1;
    this.#cells = [];
  }

  #openCell(place: string | undefined, type = "n", style?: string): void {
    const { row, column } =
      place === undefined
        ? { row: this.#row, column: this.#column + 1 }
        : (readPlace(place) ?? { row: -1, column: -1 });
    if (row !== this.#row || column <= this.#column || column >= maxColumns)
      throw new SheetError(`cell ${place ?? column + 1} of row ${this.#row + 1} is in no place that a cell can have`);
    this.#column = column;
    const format = style === undefined ? undefined : this.#workbook.formats[Number(style)];
    this.#cell = { type, format, hasFormula: false, value: undefined, inline: undefined };
  }

  #read({ type, format, hasFormula, value, inline }: OpenCell): Cell {
    const place = `${columnLetters(this.#column)}${this.#row + 1}`;
    const wrong = (): SheetError =>
      new SheetError(`cell ${place} holds ${JSON.stringify(value)}, which is no value of it`);
    if (hasFormula && (value === undefined || (value === "" && type !== "str")))
      throw new SheetError(`cell ${place} has a formula, and its value is not in the file`);
    if (type === "inlineStr") return unescapeCharacters(inline ?? "") || undefined;
    if (value === undefined || value === "") return undefined;
    if (type === "str") return unescapeCharacters(value);
    // A date in ISO 8601, which few programs write.
    if (type === "d") return value;
    if (type === "s") {
      const text = /^\d+$/.test(value) ? this.#workbook.texts[Number(value)] : undefined;
      if (text === undefined) throw wrong();
      return text || undefined;
    }
    if (type === "e") return { type: "error", stored: value, text: value, format };
    if (type === "b" && /^[01]$/.test(value))
      return { type: "boolean", stored: value, text: value === "1" ? "TRUE" : "FALSE", format };
    if (type === "n" && /^[-+]?(?:\d+\.?\d*|\.\d+)(?:E[-+]?\d+)?$/i.test(value)) return this.#number(value, format);
    throw wrong();
  }

  #number(stored: string, format: NumberFormat | undefined): Cell {
    if (format === undefined || !isDateFormat(format))
      return { type: "number", stored, text: numberText(stored), format };
    const days = Number(stored) + (this.#workbook.since1904 && Number(stored) >= 0 ? daysTo1904 : 0);
    return { type: "date", stored: String(days), text: dateText(days, format), format };
  }

  #merge(range: string): void {
    const [from, to] = range.split(":").map(readPlace);
    if (from && to && to.row > from.row) this.merged.push({ column: from.column, first: from.row, last: to.row });
  }
}

/** Writes the value of cells that are merged over several rows into each of these rows that there is. */
function fillMerged(rows: readonly SheetRow[], merged: readonly Merged[]): void {
  if (merged.length === 0) return;
  const byLine = new Map(rows.map((row) => [row.line, row.cells]));
  for (const { column, first, last } of merged) {
    const value = byLine.get(first + 1)?.[column];
    if (value === undefined) continue;
    for (let row = first + 1; row <= last; row++) {
      const cells = byLine.get(row + 1);
      if (cells && cells[column] === undefined) cells[column] = value;
    }
  }
}
