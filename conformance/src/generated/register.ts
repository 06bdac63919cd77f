// Generated from specs/register.openapi.yaml by `pnpm generate`. Do not edit.

import type { Operation } from "../contract/shape/operation.ts";

/** What precedes the path of every operation. */
export const registerPath: string = "/javni";

/** The header that carries the key. */
export const keyHeader: string = "Ocp-Apim-Subscription-Key";

export const operations: readonly Operation[] = [
 {
  "id": "sjediste.list",
  "name": "sjediste",
  "path": "/sjediste",
  "xmlRoot": "sjedisteArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "drzava_id",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "drzava",
    "type": "object",
    "required": false,
    "fields": [
     {
      "name": "sifra",
      "type": "integer",
      "required": false,
      "format": "int32"
     },
     {
      "name": "naziv",
      "type": "string",
      "required": false
     },
     {
      "name": "oznaka_2",
      "type": "string",
      "required": false
     },
     {
      "name": "oznaka_3",
      "type": "string",
      "required": false
     }
    ]
   },
   {
    "name": "naselje_van_sifrarnika",
    "type": "string",
    "required": false
   },
   {
    "name": "ulica",
    "type": "string",
    "required": false
   },
   {
    "name": "kucni_broj",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "kucni_podbroj",
    "type": "string",
    "required": false
   },
   {
    "name": "sifra_zupanije",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "naziv_zupanije",
    "type": "string",
    "required": false
   },
   {
    "name": "sifra_opcine",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "naziv_opcine",
    "type": "string",
    "required": false
   },
   {
    "name": "sifra_naselja",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "naziv_naselja",
    "type": "string",
    "required": false
   }
  ],
  "relations": [
   {
    "object": "drzava",
    "id": "drzava_id",
    "hasOwnId": false
   }
  ],
  "paged": true,
  "defaultLimit": 100,
  "declaresTotal": true,
  "parameters": [
   "offset",
   "limit",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "ino_registar.list",
  "name": "ino_registar",
  "path": "/ino_registar",
  "xmlRoot": "ino_registarArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "drzava_registra_id",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "drzava_registra",
    "type": "object",
    "required": false,
    "fields": [
     {
      "name": "sifra",
      "type": "integer",
      "required": false,
      "format": "int32"
     },
     {
      "name": "naziv",
      "type": "string",
      "required": false
     },
     {
      "name": "oznaka_2",
      "type": "string",
      "required": false
     },
     {
      "name": "oznaka_3",
      "type": "string",
      "required": false
     }
    ]
   },
   {
    "name": "naziv_registra",
    "type": "string",
    "required": false
   },
   {
    "name": "registarsko_tijelo",
    "type": "string",
    "required": false
   },
   {
    "name": "broj_iz_registra",
    "type": "string",
    "required": false
   },
   {
    "name": "pravni_oblik",
    "type": "string",
    "required": false
   },
   {
    "name": "eu_registar_id",
    "type": "string",
    "required": false
   },
   {
    "name": "eu_id",
    "type": "string",
    "required": false
   },
   {
    "name": "eu_pravni_oblik_kod",
    "type": "string",
    "required": false
   }
  ],
  "relations": [
   {
    "object": "drzava_registra",
    "id": "drzava_registra_id",
    "hasOwnId": false
   }
  ],
  "paged": true,
  "defaultLimit": 100,
  "declaresTotal": true,
  "parameters": [
   "offset",
   "limit",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "skracena_tvrtka.list",
  "name": "skracena_tvrtka",
  "path": "/skracena_tvrtka",
  "xmlRoot": "skracena_tvrtkaArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "ime",
    "type": "string",
    "required": false
   }
  ],
  "relations": [],
  "paged": true,
  "defaultLimit": 100,
  "declaresTotal": true,
  "parameters": [
   "offset",
   "limit",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "temeljni_kapital.list",
  "name": "temeljni_kapital",
  "path": "/temeljni_kapital",
  "xmlRoot": "temeljni_kapitalArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "valuta_id",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "valuta",
    "type": "object",
    "required": false,
    "fields": [
     {
      "name": "drzava",
      "type": "object",
      "required": false,
      "fields": [
       {
        "name": "sifra",
        "type": "integer",
        "required": false,
        "format": "int32"
       },
       {
        "name": "naziv",
        "type": "string",
        "required": false
       },
       {
        "name": "oznaka_2",
        "type": "string",
        "required": false
       },
       {
        "name": "oznaka_3",
        "type": "string",
        "required": false
       }
      ]
     },
     {
      "name": "sifra",
      "type": "integer",
      "required": false,
      "format": "int32"
     },
     {
      "name": "naziv",
      "type": "string",
      "required": false
     }
    ]
   },
   {
    "name": "iznos",
    "type": "number",
    "required": false,
    "format": "double"
   }
  ],
  "relations": [
   {
    "object": "valuta",
    "id": "valuta_id",
    "hasOwnId": false
   }
  ],
  "paged": true,
  "defaultLimit": 100,
  "declaresTotal": true,
  "parameters": [
   "offset",
   "limit",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "prijevod_skracena_tvrtka.list",
  "name": "prijevod_skracena_tvrtka",
  "path": "/prijevod_skracena_tvrtka",
  "xmlRoot": "prijevod_skracena_tvrtkaArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "prijevod_skracene_tvrtke_rbr",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "ime",
    "type": "string",
    "required": false
   },
   {
    "name": "jezik_id",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "jezik",
    "type": "object",
    "required": false,
    "fields": [
     {
      "name": "id",
      "type": "integer",
      "required": false,
      "format": "int64"
     },
     {
      "name": "sifra",
      "type": "integer",
      "required": false,
      "format": "int32"
     },
     {
      "name": "naziv",
      "type": "string",
      "required": false
     }
    ]
   }
  ],
  "relations": [
   {
    "object": "jezik",
    "id": "jezik_id",
    "hasOwnId": true
   }
  ],
  "paged": true,
  "defaultLimit": 100,
  "declaresTotal": true,
  "parameters": [
   "offset",
   "limit",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "predmet_poslovanja.list",
  "name": "predmet_poslovanja",
  "path": "/predmet_poslovanja",
  "xmlRoot": "predmet_poslovanjaArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "djelatnost_rbr",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "nac_klas_djelatnosti_id",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "nac_klas_djelatnosti",
    "type": "object",
    "required": false,
    "fields": [
     {
      "name": "id",
      "type": "integer",
      "required": false,
      "format": "int64"
     },
     {
      "name": "sifra",
      "type": "string",
      "required": false
     },
     {
      "name": "puni_naziv",
      "type": "string",
      "required": false
     }
    ]
   },
   {
    "name": "djelatnost_tekst",
    "type": "string",
    "required": false
   }
  ],
  "relations": [
   {
    "object": "nac_klas_djelatnosti",
    "id": "nac_klas_djelatnosti_id",
    "hasOwnId": true
   }
  ],
  "paged": true,
  "declaresTotal": false,
  "parameters": [
   "offset",
   "limit",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "objava_priopcenja.list",
  "name": "objava_priopcenja",
  "path": "/objava_priopcenja",
  "xmlRoot": "objave_priopcenjaArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": true
   },
   {
    "name": "status",
    "type": "integer",
    "required": true
   },
   {
    "name": "prbu_od",
    "type": "integer",
    "required": true
   },
   {
    "name": "prbu_do",
    "type": "integer",
    "required": false
   },
   {
    "name": "upis_id_od",
    "type": "integer",
    "required": true
   },
   {
    "name": "upis_id_do",
    "type": "integer",
    "required": false
   },
   {
    "name": "tekst",
    "type": "string",
    "required": false
   }
  ],
  "relations": [],
  "paged": true,
  "declaresTotal": false,
  "parameters": [
   "offset",
   "limit",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "evidencijske_djelatnosti.list",
  "name": "evidencijske_djelatnosti",
  "path": "/evidencijske_djelatnosti",
  "xmlRoot": "evidencijske_djelatnostiArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": true
   },
   {
    "name": "djelatnost_rbr",
    "type": "integer",
    "required": true
   },
   {
    "name": "status",
    "type": "integer",
    "required": true
   },
   {
    "name": "prbu_od",
    "type": "integer",
    "required": true
   },
   {
    "name": "prbu_do",
    "type": "integer",
    "required": false
   },
   {
    "name": "upis_id_od",
    "type": "integer",
    "required": true
   },
   {
    "name": "upis_id_do",
    "type": "integer",
    "required": false
   },
   {
    "name": "nac_klas_djelatnosti_id",
    "type": "integer",
    "required": false
   },
   {
    "name": "djelatnost_tekst",
    "type": "string",
    "required": true
   }
  ],
  "relations": [],
  "paged": true,
  "defaultLimit": 100,
  "declaresTotal": false,
  "parameters": [
   "offset",
   "limit",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "gfi.list",
  "name": "gfi",
  "path": "/gfi",
  "xmlRoot": "gfiArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "gfi_rbr",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "vrsta_dokumenta",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "oznaka_konsolidacije",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "godina_izvjestaja",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "datum_dostave",
    "type": "string",
    "required": false,
    "format": "date-time"
   },
   {
    "name": "datum_od",
    "type": "string",
    "required": false,
    "format": "date-time"
   },
   {
    "name": "datum_do",
    "type": "string",
    "required": false,
    "format": "date-time"
   }
  ],
  "relations": [],
  "paged": true,
  "declaresTotal": false,
  "parameters": [
   "offset",
   "limit",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "email_adrese.list",
  "name": "email_adrese",
  "path": "/email_adrese",
  "xmlRoot": "email_adreseArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": true
   },
   {
    "name": "email_adresa_rbr",
    "type": "integer",
    "required": true
   },
   {
    "name": "status",
    "type": "integer",
    "required": true
   },
   {
    "name": "prbu_od",
    "type": "integer",
    "required": true
   },
   {
    "name": "prbu_do",
    "type": "integer",
    "required": false
   },
   {
    "name": "upis_id_od",
    "type": "integer",
    "required": true
   },
   {
    "name": "upis_id_do",
    "type": "integer",
    "required": false
   },
   {
    "name": "adresa",
    "type": "string",
    "required": true,
    "format": "email"
   }
  ],
  "relations": [],
  "paged": true,
  "defaultLimit": 100,
  "declaresTotal": false,
  "parameters": [
   "offset",
   "limit",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "pravni_oblik.list",
  "name": "pravni_oblik",
  "path": "/pravni_oblik",
  "xmlRoot": "pravni_oblikArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "vrsta_pravnog_oblika_id",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "vrsta_pravnog_oblika",
    "type": "object",
    "required": false,
    "fields": [
     {
      "name": "sifra",
      "type": "integer",
      "required": false,
      "format": "int32"
     },
     {
      "name": "naziv",
      "type": "string",
      "required": false
     },
     {
      "name": "kratica",
      "type": "string",
      "required": false
     }
    ]
   }
  ],
  "relations": [
   {
    "object": "vrsta_pravnog_oblika",
    "id": "vrsta_pravnog_oblika_id",
    "hasOwnId": false
   }
  ],
  "paged": true,
  "declaresTotal": false,
  "parameters": [
   "offset",
   "limit",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "djelatnost_podruznice.list",
  "name": "djelatnost_podruznice",
  "path": "/djelatnost_podruznice",
  "xmlRoot": "djelatnost_podruzniceArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "podruznica_rbr",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "djelatnost_rbr",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "nac_klas_djelatnosti_id",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "nac_klas_djelatnosti",
    "type": "object",
    "required": false,
    "fields": [
     {
      "name": "id",
      "type": "integer",
      "required": false,
      "format": "int64"
     },
     {
      "name": "sifra",
      "type": "string",
      "required": false
     },
     {
      "name": "puni_naziv",
      "type": "string",
      "required": false
     }
    ]
   },
   {
    "name": "djelatnost_tekst",
    "type": "string",
    "required": false
   }
  ],
  "relations": [
   {
    "object": "nac_klas_djelatnosti",
    "id": "nac_klas_djelatnosti_id",
    "hasOwnId": true
   }
  ],
  "paged": true,
  "declaresTotal": false,
  "parameters": [
   "offset",
   "limit",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "postupak.list",
  "name": "postupak",
  "path": "/postupak",
  "xmlRoot": "postupciArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "postupak",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "datum_stjecaja",
    "type": "string",
    "required": false,
    "format": "date-time"
   }
  ],
  "relations": [],
  "paged": true,
  "declaresTotal": false,
  "parameters": [
   "offset",
   "limit",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "subjekt.list",
  "name": "subjekt",
  "path": "/subjekt/",
  "xmlRoot": "subjekt_historyArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "status",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "sud_id_nadlezan",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "sud_id_sluzba",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "oib",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "ino_podruznica",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "stecajna_masa",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "likvidacijska_masa",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "mbs_brisanog_subjekta",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "glavna_podruznica_rbr",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "datum_osnivanja",
    "type": "string",
    "required": false,
    "format": "date-time"
   },
   {
    "name": "datum_brisanja",
    "type": "string",
    "required": false,
    "format": "date-time"
   }
  ],
  "relations": [],
  "paged": true,
  "declaresTotal": false,
  "parameters": [
   "offset",
   "limit",
   "tvrtka_naziv",
   "only_active",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "bris_pravni_oblik.list",
  "name": "bris_pravni_oblik",
  "path": "/bris_pravni_oblik",
  "xmlRoot": "bris_pravni_oblikArray",
  "fields": [
   {
    "name": "drzava_registra_id",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "drzava_registra",
    "type": "object",
    "required": false,
    "fields": [
     {
      "name": "sifra",
      "type": "integer",
      "required": false,
      "format": "int32"
     },
     {
      "name": "naziv",
      "type": "string",
      "required": false
     },
     {
      "name": "oznaka_2",
      "type": "string",
      "required": false
     },
     {
      "name": "oznaka_3",
      "type": "string",
      "required": false
     }
    ]
   },
   {
    "name": "bris_kod",
    "type": "string",
    "required": false
   },
   {
    "name": "kratica",
    "type": "string",
    "required": false
   },
   {
    "name": "naziv",
    "type": "string",
    "required": false
   }
  ],
  "relations": [
   {
    "object": "drzava_registra",
    "id": "drzava_registra_id",
    "hasOwnId": false
   }
  ],
  "paged": false,
  "declaresTotal": false,
  "expand": {
   "byDefault": false
  },
  "parameters": [
   "expand_relations",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "bris_registar.list",
  "name": "bris_registar",
  "path": "/bris_registar",
  "xmlRoot": "bris_registarArray",
  "fields": [
   {
    "name": "drzava_registra_id",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "drzava_registra",
    "type": "object",
    "required": false,
    "fields": [
     {
      "name": "sifra",
      "type": "integer",
      "required": false,
      "format": "int32"
     },
     {
      "name": "naziv",
      "type": "string",
      "required": false
     },
     {
      "name": "oznaka_2",
      "type": "string",
      "required": false
     },
     {
      "name": "oznaka_3",
      "type": "string",
      "required": false
     }
    ]
   },
   {
    "name": "identifikator",
    "type": "string",
    "required": false
   },
   {
    "name": "naziv",
    "type": "string",
    "required": false
   }
  ],
  "relations": [
   {
    "object": "drzava_registra",
    "id": "drzava_registra_id",
    "hasOwnId": false
   }
  ],
  "paged": false,
  "declaresTotal": false,
  "expand": {
   "byDefault": true
  },
  "parameters": [
   "expand_relations",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "vrsta_upisa.list",
  "name": "vrsta_upisa",
  "path": "/vrsta_upisa",
  "xmlRoot": "vrsta_upisaArray",
  "fields": [
   {
    "name": "id",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "sifra",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "naziv",
    "type": "string",
    "required": false
   }
  ],
  "relations": [],
  "paged": false,
  "declaresTotal": false,
  "expand": {},
  "parameters": [
   "expand_relations",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "sud.list",
  "name": "sud",
  "path": "/sud",
  "xmlRoot": "sudArray",
  "fields": [
   {
    "name": "id",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "sud_id_nadlezan",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "sud_nadlezan",
    "type": "object",
    "required": false,
    "fields": [
     {
      "name": "id",
      "type": "integer",
      "required": false,
      "format": "int64"
     },
     {
      "name": "sud_id_nadlezan",
      "type": "integer",
      "required": false,
      "format": "int64"
     },
     {
      "name": "sifra",
      "type": "integer",
      "required": false,
      "format": "int32"
     },
     {
      "name": "naziv",
      "type": "string",
      "required": false
     },
     {
      "name": "sifra_zupanije",
      "type": "integer",
      "required": false,
      "format": "int32"
     },
     {
      "name": "naziv_zupanije",
      "type": "string",
      "required": false
     },
     {
      "name": "sifra_opcine",
      "type": "integer",
      "required": false,
      "format": "int32"
     },
     {
      "name": "naziv_opcine",
      "type": "string",
      "required": false
     },
     {
      "name": "sifra_naselja",
      "type": "integer",
      "required": false,
      "format": "int32"
     },
     {
      "name": "naziv_naselja",
      "type": "string",
      "required": false
     }
    ]
   },
   {
    "name": "izdaje_izvatke",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "sifra",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "naziv",
    "type": "string",
    "required": false
   },
   {
    "name": "sifra_zupanije",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "naziv_zupanije",
    "type": "string",
    "required": false
   },
   {
    "name": "sifra_opcine",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "naziv_opcine",
    "type": "string",
    "required": false
   },
   {
    "name": "sifra_naselja",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "naziv_naselja",
    "type": "string",
    "required": false
   }
  ],
  "relations": [
   {
    "object": "sud_nadlezan",
    "id": "sud_id_nadlezan",
    "hasOwnId": true
   }
  ],
  "paged": false,
  "declaresTotal": false,
  "expand": {
   "byDefault": false
  },
  "parameters": [
   "expand_relations",
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "sjediste_podruznice.list",
  "name": "sjediste_podruznice",
  "path": "/sjediste_podruznice/get",
  "xmlRoot": "sjediste_podruzniceArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "podruznica_rbr",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "ulica",
    "type": "string",
    "required": false
   },
   {
    "name": "broj",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "podbroj",
    "type": "string",
    "required": false
   },
   {
    "name": "sifra_zupanije",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "naziv_zupanije",
    "type": "string",
    "required": false
   },
   {
    "name": "sifra_opcine",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "naziv_opcine",
    "type": "string",
    "required": false
   },
   {
    "name": "sifra_naselja",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "naziv_naselja",
    "type": "string",
    "required": false
   }
  ],
  "relations": [],
  "paged": false,
  "declaresTotal": false,
  "parameters": [
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "naziv_podruznice.list",
  "name": "naziv_podruznice",
  "path": "/naziv_podruznice/get",
  "xmlRoot": "naziv_podruzniceArray",
  "fields": [
   {
    "name": "mbs",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "podruznica_rbr",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "ime",
    "type": "string",
    "required": false
   },
   {
    "name": "naznaka_imena",
    "type": "string",
    "required": false
   },
   {
    "name": "postupak",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "glavna_podruznica",
    "type": "integer",
    "required": false,
    "format": "int32"
   }
  ],
  "relations": [],
  "paged": false,
  "declaresTotal": false,
  "parameters": [
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "jezik.list",
  "name": "jezik",
  "path": "/jezik",
  "xmlRoot": "jezikArray",
  "fields": [
   {
    "name": "id",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "sifra",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "naziv",
    "type": "string",
    "required": false
   }
  ],
  "relations": [],
  "paged": false,
  "declaresTotal": false,
  "parameters": [
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "drzava.list",
  "name": "drzava",
  "path": "/drzava",
  "xmlRoot": "drzavaArray",
  "fields": [
   {
    "name": "id",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "sifra",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "naziv",
    "type": "string",
    "required": false
   },
   {
    "name": "oznaka_2",
    "type": "string",
    "required": false
   },
   {
    "name": "oznaka_3",
    "type": "string",
    "required": false
   }
  ],
  "relations": [],
  "paged": false,
  "declaresTotal": false,
  "parameters": [
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "nacionalna_klasa_djelatnosti.list",
  "name": "nacionalna_klasa_djelatnosti",
  "path": "/nacionalna_klasa_djelatnosti",
  "xmlRoot": "nkdArray",
  "fields": [
   {
    "name": "id",
    "type": "integer",
    "required": false,
    "format": "int64"
   },
   {
    "name": "sifra",
    "type": "string",
    "required": false
   },
   {
    "name": "puni_naziv",
    "type": "string",
    "required": false
   }
  ],
  "relations": [],
  "paged": false,
  "declaresTotal": false,
  "parameters": [
   "timestamp_id"
  ],
  "given": []
 },
 {
  "id": "vrsta_gfi_dokumenta.list",
  "name": "vrsta_gfi_dokumenta",
  "path": "/vrsta_gfi_dokumenta",
  "xmlRoot": "vrsta_gfi_dokumentaArray",
  "fields": [
   {
    "name": "vrsta",
    "type": "integer",
    "required": false,
    "format": "int32"
   },
   {
    "name": "znacenje",
    "type": "string",
    "required": false
   }
  ],
  "relations": [],
  "paged": false,
  "declaresTotal": false,
  "parameters": [
   "timestamp_id"
  ],
  "given": []
 }
];
