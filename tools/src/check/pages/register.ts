/** A register with made-up companies, as a service answers it, on two days. */
import { type Served, serve } from "../../shared/local-server.ts";

/** A day of the register: rows by list. */
type Day = Readonly<Record<string, readonly object[]>>;

const mbs = 60_000_001;
const firstDay: Day = {
  subjekt: [
    { mbs, status: 1, oib: 12345678903, sud_id_nadlezan: 3, datum_osnivanja: "1990-10-31T00:00:00" },
    { mbs: mbs + 1, status: 2, oib: 12345678903, datum_brisanja: "2020-01-31T00:00:00" },
    ...Array.from({ length: 120 }, (_, index) => ({ mbs: mbs + 100 + index, status: 1 })),
  ],
  skracena_tvrtka: [
    { mbs, ime: "Ogledni primjer društvo s vrlo dugim nazivom za proizvodnju, trgovinu i usluge d.o.o." },
    { mbs: mbs + 1, ime: "Stari primjer d.d." },
    ...Array.from({ length: 120 }, (_, index) => ({ mbs: mbs + 100 + index, ime: `Uzorak ${index} d.o.o.` })),
  ],
  sjediste: [{ mbs, ulica: "Ogledna cesta", kucni_broj: 5, naziv_naselja: "Đurđevac", naziv_opcine: "Đurđevac" }],
  temeljni_kapital: [{ mbs, valuta: { sifra: 978, naziv: "euro" }, iznos: 20_000 }],
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
const secondDay: Day = {
  ...firstDay,
  sjediste: [{ mbs, ulica: "Nova cesta", kucni_broj: 7, naziv_naselja: "Đurđevac", naziv_opcine: "Đurđevac" }],
  postupak: [{ mbs, postupak: 1, datum_stjecaja: "2026-01-02T00:00:00" }],
  sud: [{ id: 3, sifra: 3, naziv: "Sud u Bjelovaru" }],
};

/** A service whose day can be changed. */
export interface ServedRegister extends Served {
  /** Publishes the second day. */
  nextDay(): void;
}

export async function serveRegister(): Promise<ServedRegister> {
  let day = firstDay;
  const served = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://loopback");
    const rows = day[pathname.replace(/^\/javni\/|\/(get)?$/g, "")] ?? [];
    const offset = Number(searchParams.get("offset") ?? 0);
    const limit = Number(searchParams.get("limit") ?? rows.length);
    response.setHeader("content-type", "application/json");
    response.setHeader("x-timestamp-id", `00000000-0000-4000-8000-00000000000${day === firstDay ? 1 : 2}`);
    response.end(JSON.stringify(rows.slice(offset, offset + limit)));
  });
  return Object.assign(served, {
    nextDay: () => {
      day = secondDay;
    },
  });
}
