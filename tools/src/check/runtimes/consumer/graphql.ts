import { RegisterError as SharedError } from "@court-register/core";
import { createCourtCasesClient, RegisterError } from "@court-register/graphql";
import { courtCase } from "./data.ts";
import { equal, rejection, scenario, show } from "./scenario.ts";
import { target } from "./target.ts";

const options = { url: `${target.url}/graphql`, headers: { authorization: `Bearer ${target.key}` }, maxRetries: 0 };
const key = { oznakaBroj: courtCase.oznakaBroj, sud: courtCase.sudId };

async function failsWith(kind: string, call: PromiseLike<unknown>): Promise<void> {
  const thrown = await rejection(call);
  show(thrown);
  if (!(thrown instanceof RegisterError)) throw thrown;
  equal(thrown.kind, kind);
}

export const ended: Promise<void> = scenario(
  ["the error class that all clients share", async () => equal(RegisterError === SharedError, true)],
  [
    "a court case",
    async () => {
      const found = await createCourtCasesClient({ ...options, integers: "bigint" }).predmet(key);
      equal(found?.id, courtCase.id);
      equal(
        found?.stranke?.map((party) => ({ naziv: party?.naziv, nazivuloge: party?.nazivuloge })),
        courtCase.stranke,
      );
      equal(await createCourtCasesClient(options).predmet({ ...key, oznakaBroj: "P-8/2024" }), null);
    },
  ],
  ["exact integers", () => failsWith("unsafe-integer", createCourtCasesClient(options).predmet(key))],
  [
    "an error with its kind",
    async () => {
      const elsewhere = createCourtCasesClient({ ...options, url: `${target.url}/nowhere` });
      await failsWith("http", elsewhere.sudovi());
      show(elsewhere);
    },
  ],
);
