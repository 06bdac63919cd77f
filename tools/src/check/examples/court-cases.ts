/** Looks up court cases: existing ones in several states, a missing one, and one whose lookup fails. */
import { expect } from "vitest";
import { startServiceOn } from "../support/service.ts";
import { copyExample, outputOf, type Workshop } from "./workshop.ts";

const sud = 12;
const person = "Osoba Primjer";

const data = {
  sudovi: [{ id: sud, sudNaziv: "Općinski sud u Primjeru" }],
  predmet: [
    {
      id: 1,
      oznakaBroj: "Ovr-1283/2015",
      sudId: sud,
      vrstaPredmeta: "ovrha",
      datumOsnivanja: "2015-03-01T00:00:00Z",
      datumPravomocnosti: "2017-05-04T00:00:00Z",
      lastUpdateTime: "2018-01-02T00:00:00Z",
      sudac: person,
      rocista: [{ predmetId: 1 }, { predmetId: 1 }],
      stranke: [{ predmetId: 1, naziv: person }],
    },
    { id: 2, oznakaBroj: "P-2/2020", sudId: sud, datumOsnivanja: "2020-02-03T00:00:00Z" },
    // An id that a number cannot hold.
    { id: 9_007_199_254_740_993n, oznakaBroj: "P-3/2020", sudId: sud },
  ],
};

const good = `Ovr-1283/2015, Općinski sud u Primjeru
  final since 2017-05-04: ovrha, hearings: 2, documents: 0, changed 2018-01-02
P-9/2020, Općinski sud u Primjeru
  there is no such case
P-2/2020, Općinski sud u Primjeru
  open since 2020-02-03: case, hearings: 0, documents: 0, changed at an unknown time`;

export async function courtCases(example: string, workshop: Workshop): Promise<void> {
  const copy = await copyExample(example, workshop);
  await using service = await startServiceOn(data, `${workshop.folder}/cases`, workshop.key);
  const env = { COURT_REGISTER_GRAPHQL_URL: `${service.url}/graphql` };
  const refused = (args: string[], reason: string, other: NodeJS.ProcessEnv = {}): Promise<void> =>
    copy.refused(args, { ...env, ...other }, reason);
  const cases = ["Ovr-1283/2015@12", "P-9/2020@12", "P-2/2020@12"];
  await copy.install();
  expect(await outputOf(copy.start(cases, env))).toBe(good);
  await refused([...cases, "P-3/2020@12"], `${good}\nP-3/2020, Općinski sud u Primjeru\n  could not be looked up: `);
  await refused(["P-2"], '"P-2" does not name a case');
  await refused([], "Which cases?");
  await refused(cases, "COURT_REGISTER_GRAPHQL_URL must be", { COURT_REGISTER_GRAPHQL_URL: "" });
  await refused(cases, "no response", { COURT_REGISTER_GRAPHQL_URL: "http://127.0.0.1:1/graphql" });
}
