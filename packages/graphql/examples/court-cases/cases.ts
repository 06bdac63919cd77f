/** Prints the status of court cases: `npm start Ovr-1283/2015@12 P-12/2020@3`, each a case mark and the identifier of its court. */
import { createCourtCasesClient, type Predmet, RegisterError } from "@court-register/graphql";

/** The dates in the life of a case, the last step first. */
const steps = [
  ["archived", "datumArhiviranja"],
  ["final", "datumPravomocnosti"],
  ["appealed", "datumZalbe"],
  ["decided", "datumDonosenjaOdluke"],
  ["open", "datumOsnivanja"],
] as const satisfies readonly (readonly [string, keyof Predmet])[];

/** The status of a case, without names of persons. */
function describe(predmet: Predmet): string {
  const [state, field] = steps.find(([, field]) => predmet[field] !== null) ?? ["state unknown"];
  const since = field ? ` since ${predmet[field]?.slice(0, 10)}` : "";
  const kind = predmet.vrstaPredmeta ?? predmet.upisnikNaziv ?? "case";
  const counts = `hearings: ${predmet.rocista?.length ?? 0}, documents: ${predmet.pismena?.length ?? 0}`;
  return `${state}${since}: ${kind}, ${counts}, changed ${predmet.lastUpdateTime?.slice(0, 10) ?? "at an unknown time"}`;
}

/** Parses the cases to look up. */
function readKeys(words: readonly string[]): { oznakaBroj: string; sud: number }[] {
  return words.map((word) => {
    const [, oznakaBroj, sud] = /^(.+)@(\d+)$/.exec(word) ?? [];
    if (!oznakaBroj || !sud)
      throw new RangeError(`"${word}" does not name a case: write MARK@COURT, such as Ovr-1283/2015@12`);
    return { oznakaBroj, sud: Number(sud) };
  });
}

const { COURT_REGISTER_GRAPHQL_URL: url } = process.env;
try {
  if (!url || !URL.canParse(url))
    throw new RangeError("COURT_REGISTER_GRAPHQL_URL must be the URL of the GraphQL endpoint.");
  const keys = readKeys(process.argv.slice(2));
  if (keys.length === 0) throw new RangeError("Which cases? Usage: npm start MARK@COURT …");

  const courtCases = createCourtCasesClient({ url });
  const courts = new Map((await courtCases.sudovi())?.map((court) => [court?.id, court?.sudNaziv]));
  // One result per key, in the same order. An error is a result too, and does not affect the others.
  const results = await courtCases.predmet.many(keys, { pause: 500 });
  for (const [index, { oznakaBroj, sud }] of keys.entries()) {
    const result = results[index];
    console.log(`${oznakaBroj}, ${courts.get(sud) ?? `court ${sud}`}`);
    if (result instanceof RegisterError) console.log(`  could not be looked up: ${result.message}`);
    else console.log(`  ${result ? describe(result) : "there is no such case"}`);
  }
  if (results.some((result) => result instanceof RegisterError)) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof RangeError || error instanceof RegisterError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
