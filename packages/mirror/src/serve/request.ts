/** What a program asks for, and whether it has the answer already. */
import { hash } from "node:crypto";
import { MirrorError } from "../mirror-error.ts";
import type { Snapshot } from "../store/snapshot.ts";
import { version } from "../version.ts";

/** The parameters of a query. A name that a route does not know is refused: a misspelt one would go unnoticed. */
export type Query<Name extends string> = { readonly [name in Name]?: string };

/** @throws MirrorError of kind `usage` if a parameter is unknown, or there twice. */
export function readQuery<Name extends string>(query: unknown, names: readonly Name[]): Query<Name> {
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (!names.some((known) => known === name))
      throw new MirrorError(
        "usage",
        `There is no parameter ${name.slice(0, 60)} here. There is: ${names.join(", ") || "none"}.`,
      );
    if (typeof value !== "string") throw new MirrorError("usage", `The parameter ${name} may be given once.`);
  }
  return query as Query<Name>;
}

/** A whole number in a query. @throws MirrorError of kind `usage` if it is none, or out of bounds. */
export function wholeNumber(
  name: string,
  text: string | undefined,
  [least, most]: readonly [number, number],
): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new MirrorError(
    "usage",
    `${name} is a whole number from ${least} to ${most}, but is ${text.slice(0, 40) || '""'}.`,
  );
}

/** The number of a generation, as a URL names it. @throws MirrorError of kind `usage` if it is none. */
export function generationNumber(text: unknown): number {
  if (typeof text === "string" && /^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new MirrorError("usage", `${text} is no generation: they are numbered 1, 2, 3 and so on.`);
}

/**
 * The entity tag of an answer (RFC 9110, section 8.8.3). An answer follows from what the copy's seal covers, from what is asked, and
 * from this version of the mirror.
 *
 * @param asked - The URL with the root that answers link to, and the time zone of the courts.
 */
export async function entityTag({ reading }: Snapshot, asked: string): Promise<string> {
  const [row] = await reading.all("SELECT copy_id, seal FROM mirror_format");
  return `"${hash("sha256", JSON.stringify([version, row?.copy_id, row?.seal, asked]), "hex").slice(0, 32)}"`;
}

/** Whether an `If-None-Match` has an entity tag (RFC 9110, section 13.1.2). */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
