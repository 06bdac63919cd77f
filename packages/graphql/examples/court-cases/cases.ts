/** Prints where court cases stand: `npm start Ovr-1283/2015@12 P-12/2020@3`, each a case mark and the identifier of its court. */
import { createCourtCasesClient, type Predmet, RegisterError } from "@court-register/graphql";

/** The dates in the life of a case, the last step first. */
const steps = [
  ["archived", "datumArhiviranja"],
  ["final", "datumPravomocnosti"],
  ["appealed", "datumZalbe"],
  ["decided", "datumDonosenjaOdluke"],
  ["open", "datumOsnivanja"],
] as const satisfies readonly (readonly [string, keyof Predmet])[];

/** Where a case stands, without the names of persons. */
function describe(predmet: Predmet): string {
  const [state, field] = steps.find(([, field]) => predmet[field] !== null) ?? ["state unknown"];
  const since = field ? ` since ${predmet[field]?.slice(0, 10)}` : "";
  const kind = predmet.vrstaPredmeta ?? predmet.upisnikNaziv ?? "case";
  const counts = `hearings: ${predmet.rocista?.length ?? 0}, documents: ${predmet.pismena?.length ?? 0}`;
  return `${state}${since}: ${kind}, ${counts}, changed ${predmet.lastUpdateTime?.slice(0, 10) ?? "at an unknown time"}`;
}

/** The cases that are asked for. */
function readKeys(words: readonly string[]): { oznakaBroj: string; sud: number }[] {
  return words.map((word) => {
    const [, oznakaBroj, sud] = /^(.+)@(\d+)$/.exec(word) ?? [];
    if (!oznakaBroj || !sud)
      throw new RangeError(`"${word}" names no case: write MARK@COURT, such as Ovr-1283/2015@12`);
    return { oznakaBroj, sud: Number(sud) };
  });
}

const { COURT_REGISTER_GRAPHQL_URL: url } = process.env;
try {
  if (!url || !URL.canParse(url))
    throw new RangeError("COURT_REGISTER_GRAPHQL_URL must be the address of the endpoint.");
  const keys = readKeys(process.argv.slice(2));
  if (keys.length === 0) throw new RangeError("Which cases? npm start MARK@COURT …");

  const courtCases = createCourtCasesClient({ url });
  const courts = new Map((await courtCases.sudovi())?.map((court) => [court?.id, court?.sudNaziv]));
  // One answer for each key, in their order. An error is an answer too: it costs none of the others.
  const answers = await courtCases.predmet.many(keys, { pause: 500 });
  for (const [index, { oznakaBroj, sud }] of keys.entries()) {
    const answer = answers[index];
    console.log(`${oznakaBroj}, ${courts.get(sud) ?? `court ${sud}`}`);
    if (answer instanceof RegisterError) console.log(`  could not be looked up: ${answer.message}`);
    else console.log(`  ${answer ? describe(answer) : "there is no such case"}`);
  }
  if (answers.some((answer) => answer instanceof RegisterError)) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof RangeError || error instanceof RegisterError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
