import type { Row } from "../store/values.ts";
import {
  activityClasses,
  commercialCourts,
  counties,
  countries,
  entryTypes,
  foreignForms,
  foreignRegisters,
  languages,
  legalForms,
  municipalities,
  reportTypes,
  seatLocatives,
} from "./vocabulary.ts";

/** The high court stands above all others and comes last. */
const highCourtId = commercialCourts.length + 1;

const countyNames: ReadonlyMap<number, string> = new Map(counties);

/** Place fields that seats, branch offices and courts share. A code that is not known is left out. */
export function placeFields(name: string): Row {
  const [, county, code] = municipalities.find(([naziv]) => naziv === name) ?? ["", 21];
  return {
    sifra_zupanije: county,
    naziv_zupanije: countyNames.get(county),
    sifra_opcine: code,
    naziv_opcine: name,
    sifra_naselja: code === undefined ? undefined : code * 10 + 1,
    naziv_naselja: name,
  };
}

/** The place fields of what lies in no place of the register. */
export const noPlace: Row = Object.fromEntries(Object.keys(placeFields("Zagreb")).map((name) => [name, null]));

/** The identifier of the court with a seat. */
export const courtId = (seat: string): number => commercialCourts.findIndex(([name]) => name === seat) + 1;

/** The identifier of the court that is competent where a court or a service has its seat. */
export function competentCourtId(seat: string): number {
  const court = commercialCourts.find(([name]) => name === seat);
  return courtId(court?.[1] ?? seat);
}

const courts: readonly Row[] = [
  ...commercialCourts.map(([seat, serviceOf], index) => ({
    id: index + 1,
    sud_id_nadlezan: serviceOf === undefined ? highCourtId : courtId(serviceOf),
    izdaje_izvatke: 1,
    sifra: (index + 1) * 10,
    naziv:
      serviceOf === undefined
        ? `Trgovački sud u ${seatLocatives[seat]}`
        : `Trgovački sud u ${seatLocatives[serviceOf]}, stalna služba u ${seatLocatives[seat]}`,
    ...placeFields(seat),
  })),
  {
    id: highCourtId,
    sud_id_nadlezan: null,
    izdaje_izvatke: 0,
    sifra: highCourtId * 10,
    naziv: "Visoki trgovački sud Republike Hrvatske",
    ...placeFields("Zagreb"),
  },
];

const countryRows = countries.map(([sifra, naziv, oznaka_2, oznaka_3], index) => ({
  id: index + 1,
  sifra,
  naziv,
  oznaka_2,
  oznaka_3,
}));

/** The identifier of a country by its two letters. */
export const countryId = (letters: string): number => countryRows.find(({ oznaka_2 }) => oznaka_2 === letters)?.id ?? 1;

/** The euro: its id and its expanded form, which is in no list of the contract. */
export const euro: { readonly valuta_id: number; readonly valuta: Row } = {
  valuta_id: 1,
  valuta: { drzava: { sifra: 191, naziv: "Hrvatska", oznaka_2: "HR", oznaka_3: "HRV" }, sifra: 978, naziv: "euro" },
};

/** Legal forms with their expanded form. */
export const legalFormRows: readonly { readonly id: number; readonly share: number; readonly expanded: Row }[] =
  legalForms.map(([sifra, kratica, naziv, share], index) => ({
    id: index + 1,
    share,
    expanded: { sifra, naziv, kratica },
  }));

/** The reference lists, the same whatever the seed: rows by resource. */
export const codeLists: Readonly<Record<string, readonly Row[]>> = {
  drzava: countryRows,
  jezik: languages.map((naziv, index) => ({ id: index + 1, sifra: index + 1, naziv })),
  sud: courts,
  nacionalna_klasa_djelatnosti: activityClasses.map(([sifra, puni_naziv], index) => ({
    id: index + 1,
    sifra,
    puni_naziv,
  })),
  vrsta_upisa: entryTypes.map((naziv, index) => ({ id: index + 1, sifra: index + 1, naziv })),
  vrsta_gfi_dokumenta: reportTypes.map((znacenje, index) => ({ vrsta: index + 1, znacenje })),
  bris_registar: foreignRegisters.map(([letters, identifikator, naziv]) => ({
    drzava_registra_id: countryId(letters),
    identifikator,
    naziv,
  })),
  bris_pravni_oblik: foreignForms.map(([letters, kratica, naziv], index) => ({
    drzava_registra_id: countryId(letters),
    bris_kod: `LF-${letters}-${String(index + 1).padStart(3, "0")}`,
    kratica,
    naziv,
  })),
};
