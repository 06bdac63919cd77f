import { hash } from "node:crypto";
import { canonical, type WireObject } from "./wire.ts";

/** Bytes of a hash: no two rows of a register will ever share so many by chance. */
const length = 16;

/** The identity of a row: the start of the SHA-256 of its canonical form, as 32 hexadecimal digits. */
export const hashRow = (row: WireObject): string => hash("sha256", canonical(row), "hex").slice(0, 2 * length);

/** One hash for several rows in their order, to compare pages. */
export const hashPage = (hashes: readonly string[]): string => hash("sha256", hashes.join("\n"), "hex");
