// Every operation, with what the client preset has generated.
import { ask } from "./ask.ts";
import {
  PosljednjeAzuriranjeDocument,
  PredmetDocument,
  SudoviDocument,
  VrstaUpisnikaDocument,
} from "./cases/graphql.ts";

const [oznakaBroj, sud] = ["Ovr-1283/2015", 12];
console.log({ list: "posljednjeAzuriranje", rows: await ask(PosljednjeAzuriranjeDocument, {}) });
console.log({ list: "predmet", rows: await ask(PredmetDocument, { oznakaBroj, sud }) });
console.log({ list: "sudovi", rows: await ask(SudoviDocument, {}) });
console.log({ list: "vrstaUpisnika", rows: await ask(VrstaUpisnikaDocument, {}) });
