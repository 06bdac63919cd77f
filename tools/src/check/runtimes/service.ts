/** The service for the scenario: the reference server with the scenario's data. */
import type { RunningServer } from "@court-register/reference-server";
import { startServiceOn } from "../support/service.ts";
import { activity, courtCase, seats } from "./consumer/data.ts";

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
