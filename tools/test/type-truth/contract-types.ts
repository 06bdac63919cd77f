/**
 * The rows and parameters of all operations of the fixed contract, written by hand: the types that users have are generated, so they
 * follow a mistake in a template without any error.
 */
type Flat<Type> = { [Name in keyof Type]: Type[Name] };
/** Fields that may be null or absent. */
type May<Names extends string, Value> = { [Name in Names]?: Value | null | undefined };
type Must<Names extends string, Value> = { [Name in Names]: Value };

type Place = May<"sifra_zupanije" | "sifra_opcine" | "sifra_naselja", number> &
  May<"naziv_zupanije" | "naziv_opcine" | "naziv_naselja", string>;
type Country = Flat<May<"sifra", number> & May<"naziv" | "oznaka_2" | "oznaka_3", string>>;
type Currency = Flat<May<"drzava", Country> & May<"sifra", number> & May<"naziv", string>>;
type LegalForm = Flat<May<"sifra", number> & May<"naziv" | "kratica", string>>;
type Language<Int> = Flat<May<"id", Int> & May<"sifra", number> & May<"naziv", string>>;
type ActivityClass<Int> = Flat<May<"id", Int> & May<"sifra" | "puni_naziv", string>>;
type Court<Int> = Flat<May<"id" | "sud_id_nadlezan", Int> & May<"sifra", number> & May<"naziv", string> & Place>;
type ForeignRegister<Int> = May<"drzava_registra_id", Int> & May<"drzava_registra", Country>;
/** The integers of these have no stated width. */
type Entry<Int> = Must<"mbs" | "status" | "prbu_od" | "upis_id_od", Int> & May<"prbu_do" | "upis_id_do", Int>;

/** Rows, by resource. */
interface Rows<Int> {
  bris_pravni_oblik: ForeignRegister<Int> & May<"bris_kod" | "kratica" | "naziv", string>;
  bris_registar: ForeignRegister<Int> & May<"identifikator" | "naziv", string>;
  djelatnost_podruznice: May<"mbs" | "nac_klas_djelatnosti_id", Int> &
    May<"podruznica_rbr" | "djelatnost_rbr", number> &
    May<"djelatnost_tekst", string> &
    May<"nac_klas_djelatnosti", ActivityClass<Int>>;
  drzava: May<"id", Int> & Country;
  email_adrese: Entry<Int> & Must<"email_adresa_rbr", Int> & Must<"adresa", string>;
  evidencijske_djelatnosti: Entry<Int> &
    Must<"djelatnost_rbr", Int> &
    Must<"djelatnost_tekst", string> &
    May<"nac_klas_djelatnosti_id", Int>;
  gfi: May<"mbs", Int> &
    May<"gfi_rbr" | "vrsta_dokumenta" | "oznaka_konsolidacije" | "godina_izvjestaja", number> &
    May<"datum_dostave" | "datum_od" | "datum_do", string>;
  ino_registar: May<"mbs", Int> &
    ForeignRegister<Int> &
    May<"naziv_registra" | "registarsko_tijelo" | "broj_iz_registra" | "pravni_oblik", string> &
    May<"eu_registar_id" | "eu_id" | "eu_pravni_oblik_kod", string>;
  jezik: Language<Int>;
  nacionalna_klasa_djelatnosti: ActivityClass<Int>;
  naziv_podruznice: May<"mbs", Int> &
    May<"podruznica_rbr" | "postupak" | "glavna_podruznica", number> &
    May<"ime" | "naznaka_imena", string>;
  objava_priopcenja: Entry<Int> & May<"tekst", string>;
  postupak: May<"mbs", Int> & May<"postupak", number> & May<"datum_stjecaja", string>;
  pravni_oblik: May<"mbs" | "vrsta_pravnog_oblika_id", Int> & May<"vrsta_pravnog_oblika", LegalForm>;
  predmet_poslovanja: May<"mbs" | "nac_klas_djelatnosti_id", Int> &
    May<"djelatnost_rbr", number> &
    May<"djelatnost_tekst", string> &
    May<"nac_klas_djelatnosti", ActivityClass<Int>>;
  prijevod_skracena_tvrtka: May<"mbs" | "jezik_id", Int> &
    May<"prijevod_skracene_tvrtke_rbr", number> &
    May<"ime", string> &
    May<"jezik", Language<Int>>;
  sjediste: May<"mbs" | "drzava_id" | "kucni_broj", Int> &
    May<"drzava", Country> &
    May<"naselje_van_sifrarnika" | "ulica" | "kucni_podbroj", string> &
    Place;
  sjediste_podruznice: May<"mbs" | "broj", Int> &
    May<"podruznica_rbr", number> &
    May<"ulica" | "podbroj", string> &
    Place;
  skracena_tvrtka: May<"mbs", Int> & May<"ime", string>;
  subjekt: May<"mbs" | "oib" | "sud_id_nadlezan" | "sud_id_sluzba", Int> &
    May<"mbs_brisanog_subjekta" | "glavna_podruznica_rbr", Int> &
    May<"status" | "ino_podruznica" | "stecajna_masa" | "likvidacijska_masa", number> &
    May<"datum_osnivanja" | "datum_brisanja", string>;
  sud: Court<Int> & May<"sud_nadlezan", Court<Int>> & May<"izdaje_izvatke", number>;
  temeljni_kapital: May<"mbs" | "valuta_id", Int> & May<"iznos", number> & May<"valuta", Currency>;
  vrsta_gfi_dokumenta: May<"vrsta", number> & May<"znacenje", string>;
  vrsta_upisa: May<"id", Int> & May<"sifra", number> & May<"naziv", string>;
}

type Totals = "ino_registar" | "prijevod_skracena_tvrtka" | "sjediste" | "skracena_tvrtka" | "temeljni_kapital";
type Lists = "djelatnost_podruznice" | "email_adrese" | "evidencijske_djelatnosti" | "gfi" | "objava_priopcenja";
type Paged = Totals | Lists | "postupak" | "pravni_oblik" | "predmet_poslovanja" | "subjekt";
type Expanded = "bris_pravni_oblik" | "bris_registar" | "sud" | "vrsta_upisa";

type State = { timestamp_id?: string | undefined };
type Page<Offset> = State & { offset: Offset; limit?: number | undefined };
type Search = { tvrtka_naziv?: string | undefined; only_active?: boolean | undefined };
type ParamsOf<Tag> = Tag extends "subjekt"
  ? Page<number | string> & Search
  : Tag extends Paged
    ? Page<number>
    : Tag extends Expanded
      ? State & { expand_relations?: boolean | undefined }
      : State;

type Walk<Row, Total> = { row: Flat<Row>; pageRow: Flat<Row>; total: Total };

/** What the contract promises of a resource, as a client shows it. */
export type Contract<Int> = {
  readonly [Tag in keyof Rows<Int>]: {
    params: Flat<ParamsOf<Tag>>;
    row: Flat<Rows<Int>[Tag]>;
    total: Tag extends Totals ? number | undefined : undefined;
    walk: Tag extends Paged ? Walk<Rows<Int>[Tag], Tag extends Totals ? number | undefined : undefined> : undefined;
  };
};

interface Resource {
  list(...args: never): { withResponse(): Promise<{ rows: unknown[]; total: unknown }> };
}

/** The same of a client. */
export type Surface<Client extends Record<keyof Client, Resource>> = {
  [Tag in keyof Client]: {
    params: Flat<NonNullable<Parameters<Client[Tag]["list"]>[0]>>;
    row: Flat<Full<Client[Tag]>["rows"][number]>;
    total: Full<Client[Tag]>["total"];
    walk: Client[Tag] extends {
      all(...args: never): AsyncIterable<infer Row>;
      pages(...args: never): AsyncIterable<{ rows: (infer PageRow)[]; total: infer Total }>;
    }
      ? { row: Flat<Row>; pageRow: Flat<PageRow>; total: Total }
      : undefined;
  };
};
type Full<Of extends Resource> = Awaited<ReturnType<ReturnType<Of["list"]>["withResponse"]>>;
