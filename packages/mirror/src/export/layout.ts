/** Where files are in an exported folder. */
import { caseLists } from "../generated/lists.ts";
import { company } from "../store/company.ts";
import type { ExportFormat } from "./row-file.ts";

/** Folder of a generation's files: engines read its name as the column `generation`. */
const generationFolder = (generation: number): string => `generation=${generation}`;

/**
 * Where the rows of a list are. NDJSON is laid out as the reference server loads it, a folder with a file for each list; what
 * engines read has a folder for each list. The reference server has court cases with their lists inside: their rows are beside its
 * folder, as are companies, which are no list of the contract.
 */
export function rowsPath(format: ExportFormat, list: string, generation: number): string {
  if (format !== "ndjson" || list === company) return `${list}/${generationFolder(generation)}`;
  const folder = caseLists.some(({ name }) => name === list) ? "cases/" : "";
  return `${folder}${generationFolder(generation)}/${list}.ndjson`;
}

/** Where the changes of a list are. */
export const changesPath = (list: string, generation: number): string =>
  `${list}_changes/${generationFolder(generation)}`;

/** The file at a path that is a folder, or the path itself. */
export const fileAt = (path: string, format: ExportFormat): string =>
  path.endsWith(`.${format}`) ? path : `${path}/part-0.${format}`;

/** The generation of a file, by its path; undefined if it has none. */
export function generationOf(path: string): number | undefined {
  const [, number] = /(?:^|\/)generation=(\d+)\//.exec(path) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Whether a path is one that an export has a file at. */
export const isExportedFile = (path: string, format: ExportFormat): boolean =>
  exportedFile.exec(path)?.groups?.format === format;

const exportedFile =
  /^(?:[A-Za-z]\w*\/generation=[1-9]\d*\/part-0|(?:cases\/)?generation=[1-9]\d*\/[A-Za-z]\w*)\.(?<format>[a-z]+)$/;
