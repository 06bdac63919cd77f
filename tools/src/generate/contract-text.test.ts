import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copySpecs, edit, folder } from "../../test/support/specs-to-break.ts";
import { root } from "../shared/repository.ts";
import { readContract } from "../specs/contract.ts";
import { contractText } from "./contract-text.ts";

copySpecs();

const readme = readFileSync(join(root, "specs/README.md"), "utf8");

const linesNow = (): string[] => contractText(readme, readContract(folder)).split("\n");

const openapi = "register.openapi.yaml";
const sdl = "court-cases.graphql";

test.each<[what: string, file: string, from: string, to: string, lines: string[]]>([
  ["nothing", openapi, "paths:", "paths:", []],
  [
    "a field that is no longer required",
    openapi,
    "upis_id_od, adresa]",
    "upis_id_od]",
    ["| `email_adrese` | `mbs`, `email_adresa_rbr`, `status`, `prbu_od`, `upis_id_od` |"],
  ],
  [
    "a default limit",
    openapi,
    "default: 100",
    "default: 50",
    [
      expect.stringMatching(/^Without `limit`, these respond as with `limit=50`: `sjediste`, /),
      "| `/sjediste` | ●50 | yes |  | [`sjediste`](#fields-of-sjediste) | `sjedisteArray` |",
      "| `/temeljni_kapital` | ●50 | yes |  | [`temeljni_kapital`](#fields-of-temeljni_kapital) | `temeljni_kapitalArray` |",
      "| `/email_adrese` | ●50 |  |  | [`email_adrese`](#fields-of-email_adrese) | `email_adreseArray` |",
    ],
  ],
  [
    "a path",
    openapi,
    "  /sud:\n",
    "  /sudovi:\n",
    ["| `/sudovi` |  |  | `expand_relations` (false) | [`sud`](#fields-of-sud) | `sudArray` |"],
  ],
  [
    "a field of another type",
    openapi,
    "        godina_izvjestaja:\n          type: integer\n          format: int32\n",
    "        godina:\n          type: string\n",
    [expect.stringMatching(/^\| <a id="fields-of-gfi"><\/a>`gfi` \| .*, `godina`, `datum_dostave` date-time/)],
  ],
  [
    "a field with listed values and bounds",
    openapi,
    "        godina_izvjestaja:\n          type: integer\n          format: int32\n",
    '        godina:\n          type: string\n          enum: ["a|"]\n          maxLength: 2\n',
    [
      expect.stringMatching(
        /`gfi` \| .*, `godina` \(one of `"a\\\|"`; of 2 characters or less\), `datum_dostave` date-time/,
      ),
    ],
  ],
  [
    "a field that is never null",
    sdl,
    "  prod: String\n",
    "  prod: String!\n",
    [
      expect.stringMatching(/^\| `Sud` \| .*`prod` String!/),
      "Every field is nullable, with these exceptions: `Odjel.poslovi`, `Sud.prod`, `VrstaUpisnika.id`.",
    ],
  ],
  [
    "a type without its interface",
    sdl,
    "type Vjecnici implements PredmetRelatedEntity",
    "type Vjecnici",
    [expect.stringMatching(/^The interface `PredmetRelatedEntity` \(`predmetId`\) is implemented by /)],
  ],
  [
    "an argument",
    sdl,
    "  sudovi: [Sud]",
    '  sudovi("A|b." razina: BigInteger): [Sud]',
    ["| `sudovi` | `razina: BigInteger` | `[Sud]` | The courts. |"],
  ],
])("%s in the specs changes its lines, and no others", async (_, file, from, to, lines) => {
  const before = new Set(linesNow());
  await edit(file, from, to);
  expect(linesNow().filter((line) => !before.has(line))).toEqual(lines);
});

test.each([
  ["<!-- generated: totals -->", "", "`<!-- generated: totals -->` is missing, or `<!-- end -->` after it"],
  ["<!-- generated: totals -->", "<!-- generated: sums -->", "nothing is generated at the mark `sums`."],
])("a README without a mark, or with another, is refused", (from, to, message) => {
  expect(() => contractText(readme.replace(from, to), readContract(folder))).toThrow(`specs/README.md: ${message}`);
});
