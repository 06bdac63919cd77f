/** The scenario in a temporary project. */
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The service's address and key, for the scenario. */
export interface Target {
  url: string;
  key: string;
}

/** Copies the scenario into a project, with the service's address. */
export async function placeScenario(path: string, { url, key }: Target): Promise<void> {
  await cp(new URL("consumer/", import.meta.url), path, { recursive: true });
  await writeFile(
    join(path, "target.ts"),
    `export const target: { url: string; key: string } = ${JSON.stringify({ url, key })};\n`,
  );
}
