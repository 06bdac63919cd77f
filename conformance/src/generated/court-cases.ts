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

/** The operation documents by name: together they select every field of every type. */
export const documents: Record<string, string> = {
  posljednjeAzuriranje: `query posljednjeAzuriranje {
  posljednjeAzuriranje
}
`,
  predmet: `query predmet($oznakaBroj: String!, $sud: BigInteger!) {
  predmet(oznakaBroj: $oznakaBroj, sud: $sud) {
    broj
    datumArhiviranja
    datumDodjele
    datumDonosenjaOdluke
    datumOsnivanja
    datumOtpreme
    datumOvrsnosti
    datumPocetkaProcesa
    datumPravomocnosti
    datumRokaCuvanja
    datumZalbe
    lastUpdateTime
    id
    nazivUj
    oznakaBroj
    oznakaUj
    pogresnoUpisani
    prekrsajni
    spisIzvanSuda
    spisNaVisemSudu
    stalnaSluzba
    sudac
    upisnikNaziv
    upisnikOznaka
    vrstaOdluke
    vrstaPredmeta
    sudId
    upisnikId
    pismena {
      datum
      podnositelj
      predmetId
      prilozi
      tip
      vrsta
    }
    povezaniPredmeti {
      datumVeze
      id
      opis
      predmetId
      tip
      vezaniOznaka
      vezaniOznakaBroj
      vezaniSud
    }
    rocista {
      odgoda
      plPocetak
      plZavrsetak
      predmetId
      sobanaziv
      sobaoznaka
      stPocetak
      stZavrsetak
      vrstaRadnje
    }
    stariPredmet {
      oznakaBroj
      predmetId
      sud
    }
    stranke {
      naziv
      nazivuloge
      predmetId
    }
    vjecnici {
      ime
      predmetId
      vrsta
    }
  }
}
`,
  sudovi: `query sudovi {
  sudovi {
    id
    prikaz
    prod
    razina
    sudNaziv
    sudOznaka
  }
}
`,
  vrstaUpisnika: `query vrstaUpisnika {
  vrstaUpisnika {
    id
    naziv
    oznaka
  }
}
`,
};
