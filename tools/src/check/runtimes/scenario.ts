/** The scenario: its program in a project, and the reference server with its data. */
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunningServer } from "@court-register/reference-server";
import { startServiceOn } from "../support/service.ts";
import { activity, courtCase, seats } from "./consumer/data.ts";

/** Copies the scenario into a project, with the service's address and key. */
export async function placeScenario(path: string, target: { url: string; key: string }): Promise<void> {
  await cp(new URL("consumer/", import.meta.url), path, { recursive: true });
  await writeFile(
    join(path, "target.ts"),
    `export const target: { url: string; key: string } = ${JSON.stringify(target)};\n`,
  );
}

/** Starts the service on a free port; `key` gives access, and its data is written to `folder`. */
export function startService(folder: string, key: string): Promise<RunningServer> {
  const data = {
    sjediste: seats.map((mbs, index) => ({ mbs, ulica: "Ulica kestena", kucni_broj: index + 1 })),
    evidencijske_djelatnosti: [activity],
    predmet: [courtCase],
    sudovi: [{ id: courtCase.sudId, sudNaziv: "Općinski sud u Primjeru" }],
  };
  return startServiceOn(data, folder, key);
}
