/** A register with a made-up company that has something in every list, and what changes overnight. */
import { type SyncResult, sync } from "../../src/index.ts";
import { firstColumn } from "./columns.ts";
import type { Register } from "./register.ts";
import type { Target } from "./target.ts";

/** A valid OIB that begins with a zero. */
export const oib = "01234567896";
export const mbs = "080000001";

const hr = '{"sifra":191,"naziv":"Hrvatska","oznaka_2":"HR","oznaka_3":"HRV"}';
const activityClass = '{"id":7,"sifra":"0111","puni_naziv":"Uzgoj žitarica"}';

/** The register on the first day. */
export const firstDay: Register["rows"] = {
  subjekt: [
    '{"mbs":80000001,"status":1,"sud_id_nadlezan":3,"oib":1234567896,"datum_osnivanja":"1990-10-31T00:00:00"}',
    '{"mbs":80000002,"status":2,"oib":12345678903,"datum_brisanja":"2020-01-31T00:00:00"}',
    '{"mbs":80000003,"status":1,"oib":12345678903}',
    '{"mbs":80000004,"status":1,"oib":12345678901}',
    '{"mbs":80000005,"status":1,"oib":1}',
  ],
  skracena_tvrtka: [
    '{"mbs":80000001,"ime":"ĐURĐEVAČKI PRIMJER d.o.o."}',
    '{"mbs":80000002,"ime":"Stari uzorak d.d."}',
    '{"mbs":80000003,"ime":"Novi uzorak d.o.o."}',
  ],
  prijevod_skracena_tvrtka: [
    '{"mbs":80000001,"prijevod_skracene_tvrtke_rbr":1,"ime":"SAMPLE OF DJURDJEVAC Ltd.","jezik_id":2}',
  ],
  sjediste: [
    `{"mbs":80000001,"drzava_id":1,"drzava":${hr},"ulica":"Ogledna cesta","kucni_broj":5,"kucni_podbroj":"a","sifra_naselja":1,"naziv_naselja":"Đurđevac","naziv_opcine":"Đurđevac"}`,
  ],
  temeljni_kapital: ['{"mbs":80000001,"valuta":{"sifra":978,"naziv":"euro"},"iznos":12345678901234567890.10}'],
  pravni_oblik: [
    '{"mbs":80000001,"vrsta_pravnog_oblika_id":5,"vrsta_pravnog_oblika":{"sifra":5,"naziv":"društvo s ograničenom odgovornošću","kratica":"d.o.o."}}',
  ],
  predmet_poslovanja: [
    '{"mbs":80000001,"djelatnost_rbr":2,"djelatnost_tekst":"Nešto drugo"}',
    `{"mbs":80000001,"djelatnost_rbr":1,"nac_klas_djelatnosti_id":7,"nac_klas_djelatnosti":${activityClass},"djelatnost_tekst":"Uzgoj žitarica"}`,
  ],
  evidencijske_djelatnosti: [
    '{"mbs":80000001,"djelatnost_rbr":1,"status":1,"prbu_od":1,"upis_id_od":1,"nac_klas_djelatnosti_id":7,"djelatnost_tekst":"Uzgoj"}',
  ],
  naziv_podruznice: ['{"mbs":80000001,"podruznica_rbr":1,"ime":"Podružnica Čakovec"}'],
  sjediste_podruznice: ['{"mbs":80000001,"podruznica_rbr":1,"ulica":"Trg uzoraka","broj":1,"naziv_naselja":"Čakovec"}'],
  djelatnost_podruznice: [
    `{"mbs":80000001,"podruznica_rbr":1,"djelatnost_rbr":1,"nac_klas_djelatnosti":${activityClass}}`,
  ],
  email_adrese: [
    '{"mbs":80000001,"email_adresa_rbr":1,"status":1,"prbu_od":1,"upis_id_od":1,"adresa":"ured@primjer.hr"}',
  ],
  gfi: ['{"mbs":80000001,"gfi_rbr":1,"vrsta_dokumenta":2,"godina_izvjestaja":2024}'],
  objava_priopcenja: [
    '{"mbs":80000001,"status":1,"prbu_od":1,"upis_id_od":1,"tekst":"Poziv\\nvjerovnicima\\u001b[31m"}',
  ],
  ino_registar: [`{"mbs":80000001,"drzava_registra_id":1,"naziv_registra":"Sample register"}`],
  sud: ['{"id":3,"sifra":3,"naziv":"Trgovački sud u Bjelovaru"}'],
  drzava: ['{"id":1,"sifra":191,"naziv":"Hrvatska"}'],
  jezik: ['{"id":2,"sifra":2,"naziv":"engleski"}'],
  nacionalna_klasa_djelatnosti: [activityClass],
  vrsta_gfi_dokumenta: [`{"${firstColumn("vrsta_gfi_dokumenta")}":2,"znacenje":"godišnje izvješće"}`],
};

/** The second day: a procedure begins, a status changes, a branch office closes and the court is renamed. */
export const secondDay: Register["rows"] = {
  ...firstDay,
  subjekt: (firstDay.subjekt ?? []).map((row) =>
    row.replace('{"mbs":80000001,"status":1', '{"mbs":80000001,"status":3'),
  ),
  postupak: ['{"mbs":80000001,"postupak":1,"datum_stjecaja":"2026-01-02T00:00:00"}'],
  naziv_podruznice: [],
  sud: ['{"id":3,"sifra":3,"naziv":"Sud u Bjelovaru"}'],
};

/** When every day is copied. */
const morning = Date.parse("2026-01-01T05:00:00Z");

/** Copies what the register has on a day. */
export async function copyDay(
  target: Target,
  register: Register,
  rows: Register["rows"],
  only?: readonly string[],
): Promise<SyncResult> {
  register.rows = rows;
  return await sync(target.name, {
    baseUrl: register.url,
    subscriptionKey: register.key,
    fetch,
    lists: only,
    acceptShrink: true,
    now: () => morning,
  });
}
