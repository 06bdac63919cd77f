// Generated from specs/court-cases.graphql and specs/operations by `pnpm generate`. Do not edit.

/** The GraphQL schema. */
export const sdl: string = `# The public court register over GraphQL: court cases.
# Hand-written. Client, reference server and conformance suite are made from it: after an edit run \`pnpm generate\`.
# README.md beside this file is the contract in words; sections 2.4 and 4.8 are about GraphQL.

"An integer of any size."
scalar BigInteger

"A date and time in ISO 8601."
scalar DateTime

"What can be asked for."
type Query {
  "When the data was last updated."
  posljednjeAzuriranje: DateTime

  "One court case, looked up by its mark and its court."
  predmet("Case mark." oznakaBroj: String, "Identifier of the court." sud: BigInteger): Predmet

  "The courts."
  sudovi: [Sud]

  "The types of court registers."
  vrstaUpisnika: [VrstaUpisnika]
}

"What belongs to a case."
interface PredmetRelatedEntity {
  "Identifier of the case."
  predmetId: BigInteger
}

"Court case."
type Predmet {
  "Number of the case."
  broj: BigInteger
  "When it was archived."
  datumArhiviranja: DateTime
  "When it was assigned."
  datumDodjele: DateTime
  "When the decision was made."
  datumDonosenjaOdluke: DateTime
  "When the case was founded."
  datumOsnivanja: DateTime
  "When it was dispatched."
  datumOtpreme: DateTime
  "When the decision became enforceable."
  datumOvrsnosti: DateTime
  "When the process began."
  datumPocetkaProcesa: DateTime
  "When the decision became final."
  datumPravomocnosti: DateTime
  "When the time to keep the file ends."
  datumRokaCuvanja: DateTime
  "When an appeal was made."
  datumZalbe: DateTime
  "When the case was last updated."
  lastUpdateTime: DateTime
  "Identifier of the case."
  id: BigInteger
  "Name of the organisational unit."
  nazivUj: String
  "Case mark: mark of the register, number and year."
  oznakaBroj: String
  "Mark of the organisational unit."
  oznakaUj: String
  "Text: Entered by mistake."
  pogresnoUpisani: String
  "Text: Misdemeanour."
  prekrsajni: String
  "Text: File outside the court."
  spisIzvanSuda: String
  "Text: File at a higher court."
  spisNaVisemSudu: String
  "Permanent office of the court."
  stalnaSluzba: String
  "Judge."
  sudac: String
  "Name of the register."
  upisnikNaziv: String
  "Mark of the register."
  upisnikOznaka: String
  "Kind of decision."
  vrstaOdluke: String
  "Kind of case."
  vrstaPredmeta: String
  "Identifier of the court."
  sudId: BigInteger
  "Identifier of the register."
  upisnikId: BigInteger
  "Documents."
  pismena: [Pismena]
  "Linked cases."
  povezaniPredmeti: [VezePredmeta]
  "Hearings."
  rocista: [Rocista]
  "Earlier cases."
  stariPredmet: [StariPredmet]
  "Parties."
  stranke: [Sudionik]
  "Judges and lay judges."
  vjecnici: [Vjecnici]
}

"Document of a case."
type Pismena implements PredmetRelatedEntity {
  "Date of the document."
  datum: DateTime
  "Who filed it."
  podnositelj: String
  "Identifier of the case."
  predmetId: BigInteger
  "Enclosures."
  prilozi: String
  "Type."
  tip: String
  "Kind."
  vrsta: String
}

"Hearing of a case."
type Rocista implements PredmetRelatedEntity {
  "Adjournment."
  odgoda: String
  "Planned start."
  plPocetak: DateTime
  "Planned end."
  plZavrsetak: DateTime
  "Identifier of the case."
  predmetId: BigInteger
  "Name of the room."
  sobanaziv: String
  "Mark of the room."
  sobaoznaka: String
  "Actual start."
  stPocetak: DateTime
  "Actual end."
  stZavrsetak: DateTime
  "Kind of procedural act."
  vrstaRadnje: String
}

"Earlier case that a case comes from."
type StariPredmet implements PredmetRelatedEntity {
  "Case mark of the earlier case."
  oznakaBroj: String
  "Identifier of the case."
  predmetId: BigInteger
  "Court of the earlier case."
  sud: BigInteger
}

"Court."
type Sud {
  "Identifier of the court."
  id: BigInteger
  "Text: Display."
  prikaz: String
  "Text: Prod."
  prod: String
  "Level of the court."
  razina: BigInteger
  "Name of the court."
  sudNaziv: String
  "Mark of the court."
  sudOznaka: String
}

"Party to a case."
type Sudionik implements PredmetRelatedEntity {
  "Name of the party."
  naziv: String
  "Name of its role."
  nazivuloge: String
  "Identifier of the case."
  predmetId: BigInteger
}

"Link from a case to another."
type VezePredmeta implements PredmetRelatedEntity {
  "When they were linked."
  datumVeze: DateTime
  "Identifier of the link."
  id: BigInteger
  "Description."
  opis: String
  "Identifier of the case."
  predmetId: BigInteger
  "Type of the link."
  tip: BigInteger
  "Mark of the linked case."
  vezaniOznaka: String
  "Case mark of the linked case."
  vezaniOznakaBroj: String
  "Court of the linked case."
  vezaniSud: BigInteger
}

"Judge or lay judge of a case."
type Vjecnici implements PredmetRelatedEntity {
  "Name."
  ime: String
  "Identifier of the case."
  predmetId: BigInteger
  "Kind."
  vrsta: String
}

"Type of court register."
type VrstaUpisnika {
  "Identifier of the register type."
  id: BigInteger!
  "Name."
  naziv: String
  "Mark."
  oznaka: String
}
`;

/** What the scalars of the schema are in JSON, but for BigInteger and DateTime. */
export const scalars: Readonly<Record<string, "text" | "boolean" | "integer">> = {};

/** A response to each operation document, as JSON. */
export const examples: Readonly<Record<string, string>> = {
  posljednjeAzuriranje: `{
  "data": {
    "posljednjeAzuriranje": "2016-03-03T08:38:00Z"
  }
}
`,
  predmet: `{
  "data": {
    "predmet": {
      "broj": 1283,
      "datumArhiviranja": "2016-01-06T00:00:00Z",
      "datumDodjele": "2015-01-07T00:00:00Z",
      "datumDonosenjaOdluke": "2015-05-06T00:00:00Z",
      "datumOsnivanja": "2015-01-06T00:00:00Z",
      "datumOtpreme": "2015-05-16T00:00:00Z",
      "datumOvrsnosti": "2015-06-25T00:00:00Z",
      "datumPocetkaProcesa": "2015-01-06T00:00:00Z",
      "datumPravomocnosti": "2015-06-15T00:00:00Z",
      "datumRokaCuvanja": "2025-01-06T00:00:00Z",
      "datumZalbe": null,
      "lastUpdateTime": "2016-03-03T08:38:00Z",
      "id": 1000000,
      "nazivUj": "9. vijeće \\"A & B\\"",
      "oznakaBroj": "Ovr-1283/2015",
      "oznakaUj": "12",
      "pogresnoUpisani": "ne",
      "prekrsajni": "ne",
      "spisIzvanSuda": "ne",
      "spisNaVisemSudu": "ne",
      "stalnaSluzba": null,
      "sudac": "Đuro Uzorčić",
      "upisnikNaziv": "ovršni predmeti",
      "upisnikOznaka": "Ovr",
      "vrstaOdluke": "rješenje",
      "vrstaPredmeta": "ovršni predmeti",
      "sudId": 12,
      "upisnikId": 4,
      "pismena": [
        {
          "datum": "2015-02-04T10:00:00Z",
          "podnositelj": "Ivo Primjerić",
          "predmetId": 1000000,
          "prilozi": null,
          "tip": "izlazno",
          "vrsta": "podnesak"
        },
        {
          "datum": "2015-02-18T10:00:00Z",
          "podnositelj": "Ivo Primjerić",
          "predmetId": 1000000,
          "prilozi": null,
          "tip": "ulazno",
          "vrsta": "tužba"
        }
      ],
      "povezaniPredmeti": [
        {
          "datumVeze": "2015-09-08T00:00:00Z",
          "id": 1,
          "opis": "spojeni predmet",
          "predmetId": 1000000,
          "tip": 1,
          "vezaniOznaka": "UsI",
          "vezaniOznakaBroj": "UsI-1/2015",
          "vezaniSud": 1
        }
      ],
      "rocista": [
        {
          "odgoda": null,
          "plPocetak": "2015-02-14T11:26:00Z",
          "plZavrsetak": "2015-02-14T12:26:00Z",
          "predmetId": 1000000,
          "sobanaziv": "Sudnica 6",
          "sobaoznaka": "22",
          "stPocetak": "2015-02-14T11:31:00Z",
          "stZavrsetak": "2015-02-14T12:16:00Z",
          "vrstaRadnje": "pripremno ročište"
        },
        {
          "odgoda": null,
          "plPocetak": "2015-03-08T11:49:00Z",
          "plZavrsetak": "2015-03-08T12:49:00Z",
          "predmetId": 1000000,
          "sobanaziv": "Sudnica 2",
          "sobaoznaka": "8",
          "stPocetak": "2015-03-08T11:54:00Z",
          "stZavrsetak": "2015-03-08T12:39:00Z",
          "vrstaRadnje": "pripremno ročište"
        }
      ],
      "stariPredmet": [
        {
          "oznakaBroj": "Ovr-1284/2014",
          "predmetId": 1000000,
          "sud": 12
        }
      ],
      "stranke": [
        {
          "naziv": "Šime Uzorčić",
          "nazivuloge": "tužitelj",
          "predmetId": 1000000
        }
      ],
      "vjecnici": [
        {
          "ime": "Ana Primjerić",
          "predmetId": 1000000,
          "vrsta": "sudac porotnik"
        },
        {
          "ime": "Luka Pokusnik",
          "predmetId": 1000000,
          "vrsta": "sudac porotnik"
        }
      ]
    }
  }
}
`,
  sudovi: `{
  "data": {
    "sudovi": [
      {
        "id": 1,
        "prikaz": "1",
        "prod": "1",
        "razina": 1,
        "sudNaziv": "Općinski sud u Bjelovaru",
        "sudOznaka": "OS-BJ"
      },
      {
        "id": 2,
        "prikaz": "1",
        "prod": "1",
        "razina": 1,
        "sudNaziv": "Općinski sud u Dubrovniku",
        "sudOznaka": "OS-DU"
      }
    ]
  }
}
`,
  vrstaUpisnika: `{
  "data": {
    "vrstaUpisnika": [
      {
        "id": 1,
        "naziv": "parnični predmeti",
        "oznaka": "P"
      },
      {
        "id": 2,
        "naziv": "ovrha na temelju vjerodostojne isprave",
        "oznaka": "Povrv"
      }
    ]
  }
}
`,
};
