import { expect, test } from "vitest";
import { startService } from "../test/support/service.ts";
import { createCourtCasesClient } from "./index.ts";

test("each method answers with the value of its field", async () => {
  await using service = await startService({
    posljednjeAzuriranje: "2024-03-01T06:00:00",
    sudovi: [{ id: 7n, sudNaziv: "Općinski sud u Primjeru", sudOznaka: "OS-P" }, null],
    vrstaUpisnika: [{ id: 3n, naziv: "Ovrhe", oznaka: "Ovr" }],
    predmeti: {
      "Ovr-1283/2015@7": {
        id: 99n,
        oznakaBroj: "Ovr-1283/2015",
        stranke: [{ naziv: "Primjer d.o.o.", predmetId: 99n }],
      },
    },
  });
  const courtCases = createCourtCasesClient({ url: service.url });
  expect(await courtCases.posljednjeAzuriranje()).toBe("2024-03-01T06:00:00");
  expect(await courtCases.sudovi()).toEqual([
    { id: 7, prikaz: null, prod: null, razina: null, sudNaziv: "Općinski sud u Primjeru", sudOznaka: "OS-P" },
    null,
  ]);
  expect(await courtCases.vrstaUpisnika()).toEqual([{ id: 3, naziv: "Ovrhe", oznaka: "Ovr" }]);
  const predmet = await courtCases.predmet({ oznakaBroj: "Ovr-1283/2015", sud: 7 });
  expect(predmet).toMatchObject({
    id: 99,
    oznakaBroj: "Ovr-1283/2015",
    stranke: [{ naziv: "Primjer d.o.o.", predmetId: 99 }],
  });
  expect(await courtCases.predmet({ oznakaBroj: "Ovr-1283/2015", sud: 8 })).toBeNull();
});
