import type { Change } from "../../src/spec-diff/change.ts";
import { compareGraphql } from "../../src/spec-diff/graphql/compare.ts";

/** A schema with fields and arguments of every kind. */
export const tinySdl = `scalar BigInteger
interface Zapis { id: BigInteger }
type Sud implements Zapis {
  id: BigInteger naziv: String oznaka: String! broj: Int oznake: [String] brojevi: [BigInteger] nadlezan: Sud
}
input Uvjet { staro: String }
enum Razina { PRVA }
type Query { sudovi(mark: String, courts: [BigInteger], by: Uvjet, level: Razina): [Sud] }
`;

/** A query that selects these fields of courts, with variables and arguments if given. */
export const courts = (fields: string, variables = "", given = ""): string =>
  `query sudovi${variables && `(${variables})`} { sudovi${given && `(${given})`} { ${fields} } }`;

/** What is reported when the one query that the client ships changes, and the schema with it if its text is given. */
export const changesOf = (before: string, after: string, sdl: string = tinySdl): Promise<Change[]> =>
  compareGraphql({ sdl: tinySdl, documents: { sudovi: before } }, { sdl, documents: { sudovi: after } });

/** Each change as its rule and, if it breaks, how that is noticed; then its subject. */
export const briefly = (changes: Change[]): string[] =>
  changes.map(({ rule, noticed, subject }) => [rule, noticed, subject].filter(Boolean).join(" "));
