/** What a file is by its first bytes. It loads nothing, so that reading CSV does not either. */
import { MirrorError } from "../mirror-error.ts";

/** Bytes that are looked at. */
export const signatureLength = 4;

/** Bytes of the largest workbook that is read. */
export const largestFile: number = 64 * 2 ** 20;

/** Whether this is the beginning of a ZIP, as each workbook is one. */
export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);

/** Whether this is the beginning of what Excel wrote until 2003, and still writes around what a password protects. */
export const isCompound = (bytes: Uint8Array): boolean => startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);

const startsWith = (bytes: Uint8Array, first: readonly number[]): boolean =>
  first.every((byte, index) => bytes[index] === byte);

/** Why such a file is not read. */
export const compoundError = (name: string, bytes: Buffer): MirrorError =>
  new MirrorError(
    "usage",
    bytes.includes(Buffer.from("EncryptedPackage", "utf16le"))
      ? `${name} is encrypted. Save it without a password, as XLSX or as CSV UTF-8.`
      : `${name} is in a format of Excel from before 2007. Save it as XLSX, or as CSV UTF-8.`,
  );
