import { bareAxios, bareFetch, modulePath } from "../../clients/contenders.ts";
import { atMost } from "../../report/result.ts";
import { pairedSamples, type Samples } from "../../rounds/rounds.ts";
import { ratioOf } from "../../rounds/statistics.ts";
import { type Context, type Measure, rounds } from "../measure.ts";
import { firstCall, startPageServer } from "./first-calls.ts";

/** Not all contenders: each costs one process per round. */
const started = [bareFetch, bareAxios, "ours-fetch", "ours-axios", "openapi-generator-fetch-plain", "hey-api", "orval"];

/** Import and first call of all, for a page of so many rows. */
async function startAll(context: Context, rows: number, full: number): Promise<Samples> {
  await using server = await startPageServer(rows);
  // The process's own measurement counts, without the time to start it.
  const calls = started.map((name) => [name, () => firstCall(modulePath(name), server.url, rows)] as const);
  // Awaited here: the server ends with this function.
  return await pairedSamples(Object.fromEntries(calls), { rounds: rounds(context, full), random: context.random });
}

export const measure: Measure = {
  name: "start-up",
  about: "importing a client and making its first call",
  async run(context) {
    const own = await startAll(context, 10, 100);
    return {
      measure: "start-up",
      title: "Importing a client and making its first call",
      method:
        "In a new process each time, from before the import to the rows of the first response: a page of 10 rows from a loopback server. Each peer is one bundled module, ours the two that are installed: the client and core. The axios client is judged against bare axios, not bare fetch, because its users have chosen axios: importing axios alone takes longer than all the rest, as the table shows, where all ratios are to bare fetch.",
      bars: [
        atMost("import and first call, our fetch client over bare fetch", 1.3, ratioOf(own, "ours-fetch", bareFetch)),
        atMost("import and first call, our axios client over bare axios", 1.3, ratioOf(own, "ours-axios", bareAxios)),
      ],
      sections: [{ kind: "paired", title: "Import and first call", unit: "ms", baseline: bareFetch, samples: own }],
    };
  },
};
