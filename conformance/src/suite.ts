import { readFileSync } from "node:fs";

// The version is only in the manifest, which is next to src/ and to dist/ alike.
const manifest: { name: string; version: string } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);

/** Name and version of this suite, as reports state them. */
export const suite: { readonly name: string; readonly version: string } = {
  name: manifest.name,
  version: manifest.version,
};
