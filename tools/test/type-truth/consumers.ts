/** Code for the last release that uses what a case changes: one for each case that compilers notice. */

/** For the REST clients: `register` and `exact` are clients with numbers and with bigints; `api` is the package's exports. */
export const restConsumers: Record<string, string> = {
  "operation removed": "await register.sud.list();",
  "operation and its resource removed": "await register.postupak.list({ offset: 0 });",
  "resource renamed everywhere": "await register.vrsta_gfi_dokumenta.list();",
  "list given pages": "await register.jezik.list();",
  "pages taken from a list": "export const rows = register.gfi.all();",
  "field from int64 to a fraction": "export const read = (row: api.Gfi<bigint>): bigint | null | undefined => row.mbs;",
  "operation id renamed": "await register.sud.list();",
  "tag renamed": "await register.sud.list();",
  "path renamed and a field removed": "export const read = (row: api.Sud) => row.izdaje_izvatke;",
  "header removed":
    "const { total } = await register.sjediste.list({ offset: 0 }).withResponse();\nexport const text = total?.toFixed();",
  "required parameter added": "await register.sud.list({ expand_relations: true });",
  "parameter removed": "await register.sud.list({ expand_relations: true });",
  "parameter renamed": 'await register.subjekt.list({ offset: 0, tvrtka_naziv: "Primjer" });',
  "parameter became required": "await register.subjekt.list({ offset: 0 });",
  "parameter from text to integer": 'await register.subjekt.list({ offset: "0" });',
  "parameter from boolean to text": "await register.subjekt.list({ offset: 0, only_active: true });",
  "field removed": "export const read = (row: api.Gfi) => row.godina_izvjestaja;",
  "field renamed": "export const row: api.Gfi = { godina_izvjestaja: 2024 };",
  "required field removed": "export const read = (row: api.EmailAdrese) => row.adresa;",
  "field of a shared nested object removed": "export const read = (row: api.Sjediste) => row.drzava?.oznaka_2;",
  "first int64 field of a nested object":
    "export const read = (row: api.Sjediste<bigint>): api.DrzavaExpanded | null | undefined => row.drzava;",
  "field of another resource": "export const read = (row: api.InoRegistar) => row.drzava_registra?.oznaka_2;",
  "field from integer to text": "export const next = (row: api.Gfi): number => (row.godina_izvjestaja ?? 0) + 1;",
  "field from int32 to int64":
    "const [row] = await exact.gfi.list({ offset: 0 }).withResponse().then(({ rows }) => rows);\nexport const year: number = row?.godina_izvjestaja ?? 0;",
  "field from int64 to int32":
    "const [row] = await exact.gfi.list({ offset: 0 }).withResponse().then(({ rows }) => rows);\nexport const mbs: bigint = row?.mbs ?? 0n;",
  "field from no width to int32": "export const read = (row: api.EmailAdrese<bigint>): bigint => row.mbs;",
  "field from double to integer":
    "export const read = (row: api.TemeljniKapital<bigint>): number | null | undefined => row.iznos;",
  "field became optional": "export const read = (row: api.EmailAdrese): string => row.adresa;",
  "resource renamed in the document": "export type Report = api.Gfi;",
};

/** For the GraphQL client: `courtCases` and `exactCases` are clients with numbers and with bigints; `api` is the package's exports. */
export const graphqlConsumers: Record<string, string> = {
  "field added that no document selects": "export type Court = api.Sud;",
  "field removed": "export const read = (row: api.Predmet) => row.broj;",
  "field renamed": "export const read = (row: api.Predmet) => row.broj;",
  "query field removed": "await courtCases.sudovi();",
  "field may be null": "export const read = (row: api.VrstaUpisnika): number => row.id;",
  "scalar of a field changed": "export const read = (row: api.Predmet): number | null => row.broj;",
  "list became one": "export const courts = (await courtCases.sudovi())?.map((court) => court?.id);",
  "required argument added": "await courtCases.sudovi();",
  "argument removed": 'await courtCases.predmet({ oznakaBroj: "P-1/2024", sud: 7 });',
  "argument became required": "await courtCases.predmet({ sud: 7 });",
  "type of an argument changed": 'await courtCases.predmet({ oznakaBroj: "P-1/2024", sud: 7 });',
  "type removed with its field": "export const read = (row: api.Predmet) => row.vjecnici;",
  "type renamed": "export type Judge = api.Vjecnici;",
  "operation document removed": "await courtCases.sudovi();",
  "operation renamed": "await courtCases.sudovi();",
  "field no longer selected": "export const tag = (await courtCases.sudovi())?.[0]?.prod;",
  "object no longer selected": "export const judges = (await courtCases.predmet({}))?.vjecnici;",
  "field under an alias": "export const tag = (await courtCases.sudovi())?.[0]?.prod;",
  "first integer selected":
    "export const courts: (api.NaziviQuery_sudovi | null)[] | null = await exactCases.nazivi();",
  "alias of another field": "export const read = (row: api.NaziviQuery_sudovi): string | null => row.naziv;",
  "default of a required variable removed": 'await courtCases.predmet({ oznakaBroj: "P-1/2024" });',
  "list variable became required": "await courtCases.uredi({});",
  "type replaced by one without a selected field": "export const read = (row: api.UrediQuery_uredi) => row.naziv;",
  "variable renamed": 'await courtCases.predmet({ oznakaBroj: "P-1/2024", sud: 7 });',
  "first variable added": "await courtCases.sudovi();",
  "variable became required": 'await courtCases.predmet({ oznakaBroj: "P-1/2024" });',
  "directive added to a selection": "export const read = (row: api.Sud): string | null => row.prod;",
  "selection moved into a fragment with a directive": "export const read = (row: api.Sud): string | null => row.prod;",
  "value fixed instead of a variable": 'await courtCases.predmet({ oznakaBroj: "P-1/2024", sud: 7 });',
};

/** A consumer as a file that compiles on its own. The declarations that all share are on its first line. */
export function consumerFile(module: string, text: string): string {
  const clients = module.endsWith("graphql")
    ? "export declare const courtCases: api.CourtCasesClient; export declare const exactCases: api.CourtCasesClient<bigint>;"
    : "export declare const register: api.RegisterClient; export declare const exact: api.RegisterClient<bigint>;";
  return `import type * as api from "${module}"; ${clients}\n${text}\n`;
}
