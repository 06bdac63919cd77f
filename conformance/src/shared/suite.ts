import { readFileSync } from "node:fs";

// The version is only in the manifest, which is next to src/ and to dist/ alike.
const manifest: { name: string; version: string; repository?: { url: string } } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);

/** Name and version of this suite, as reports state them. */
export const suite: { readonly name: string; readonly version: string } = {
  name: manifest.name,
  version: manifest.version,
};

/** The project's public address, once it has one: each release writes it into the manifest. */
export const repository: string | undefined = manifest.repository?.url.replace(/^git\+|\.git$/g, "");
