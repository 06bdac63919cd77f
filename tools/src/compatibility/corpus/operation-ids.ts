/** Every operation of interface A. */
export const all: readonly string[] = [
  "bris_pravni_oblik",
  "bris_registar",
  "djelatnost_podruznice",
  "drzava",
  "email_adrese",
  "evidencijske_djelatnosti",
  "gfi",
  "ino_registar",
  "jezik",
  "nacionalna_klasa_djelatnosti",
  "naziv_podruznice",
  "objava_priopcenja",
  "postupak",
  "pravni_oblik",
  "predmet_poslovanja",
  "prijevod_skracena_tvrtka",
  "sjediste",
  "sjediste_podruznice",
  "skracena_tvrtka",
  "subjekt",
  "sud",
  "temeljni_kapital",
  "vrsta_gfi_dokumenta",
  "vrsta_upisa",
].map((name) => `${name}.list`);

/** Operations with `x-total-count`. */
export const totals: readonly string[] = [
  "ino_registar",
  "prijevod_skracena_tvrtka",
  "sjediste",
  "skracena_tvrtka",
  "temeljni_kapital",
].map((name) => `${name}.list`);
