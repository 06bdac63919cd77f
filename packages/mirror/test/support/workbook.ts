/** Workbooks, made part by part. */
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";

const relations = (...all: [type: string, target: string][]): string =>
  `<Relationships xmlns="${packages}/relationships">${all.map(([type, target], index) => `<Relationship Id="r${index + 1}" Type="${office}/${type}" Target="${target}"/>`).join("")}</Relationships>`;

/** The parts of a workbook with one sheet, which has the XML of some rows. */
export const workbookParts = (rows: string, more: Record<string, string> = {}): Record<string, string> => ({
  "_rels/.rels": relations(["officeDocument", "xl/workbook.xml"]),
  "xl/_rels/workbook.xml.rels": relations(
    ["worksheet", "worksheets/sheet1.xml"],
    ["styles", "/xl/styles.xml"],
    ["sharedStrings", "sharedStrings.xml"],
    ["worksheet", "worksheets/sheet2.xml"],
    ["chartsheet", "chartsheets/sheet3.xml"],
  ),
  "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="First" sheetId="1" r:id="r1"/></sheets></workbook>`,
  "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
  "xl/sharedStrings.xml": `<sst xmlns="${main}"><si><t>shared</t></si><si><r><t>ri</t></r><r><t xml:space="preserve">ch </t></r><rPh><t>no</t></rPh></si></sst>`,
  "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  ...more,
});

/** Packs parts. */
export async function zipped(parts: Record<string, string>, compress = true): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), path, { compress });
  zip.end();
  return await buffer(zip.outputStream);
}
