/** A register with made-up companies, on two days. */
import type { Data } from "../support/service.ts";

const mbs = 60_000_001;
export const firstDay: Data = {
  subjekt: [
    { mbs, status: 1, oib: 12345678903, sud_id_nadlezan: 3, datum_osnivanja: "1990-10-31T00:00:00Z" },
    { mbs: mbs + 1, status: 2, oib: 12345678903, datum_brisanja: "2020-01-31T00:00:00Z" },
    ...Array.from({ length: 120 }, (_, index) => ({ mbs: mbs + 100 + index, status: 1 })),
  ],
  skracena_tvrtka: [
    { mbs, ime: "Ogledni primjer društvo s vrlo dugim nazivom za proizvodnju, trgovinu i usluge d.o.o." },
    { mbs: mbs + 1, ime: "Stari primjer d.d." },
    ...Array.from({ length: 120 }, (_, index) => ({ mbs: mbs + 100 + index, ime: `Uzorak ${index} d.o.o.` })),
  ],
  sjediste: [{ mbs, ulica: "Ogledna cesta", kucni_broj: 5, naziv_naselja: "Đurđevac", naziv_opcine: "Đurđevac" }],
  temeljni_kapital: [{ mbs, valuta_id: 1, valuta: { sifra: 978, naziv: "euro" }, iznos: 20_000 }],
  email_adrese: [
    {
      mbs,
      email_adresa_rbr: 1,
      status: 1,
      prbu_od: 1,
      upis_id_od: 1,
      adresa: "jedan.vrlo.dugi.ured@ogledni.primjer.hr",
    },
  ],
  sud: [{ id: 3, sifra: 3, naziv: "Trgovački sud u Bjelovaru" }],
};
export const secondDay: Data = {
  ...firstDay,
  sjediste: [{ mbs, ulica: "Nova cesta", kucni_broj: 7, naziv_naselja: "Đurđevac", naziv_opcine: "Đurđevac" }],
  postupak: [{ mbs, postupak: 1, datum_stjecaja: "2026-01-02T00:00:00Z" }],
  sud: [{ id: 3, sifra: 3, naziv: "Sud u Bjelovaru" }],
};
