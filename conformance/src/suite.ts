import { readFileSync } from "node:fs";

// One place holds the version: the manifest, beside src/ as beside dist/.
const manifest: { name: string; version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);

/** Name and version of this suite, as reports state them. */
export const suite: { readonly name: string; readonly version: string } = {
  name: manifest.name,
  version: manifest.version,
};
