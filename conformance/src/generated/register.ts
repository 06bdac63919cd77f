// Generated from specs/register.openapi.yaml by `pnpm generate`. Do not edit.

import type { WrittenOperation } from "../contract/shape/operation.ts";

/** What precedes the path of every operation. */
export const registerPath: string = "/javni";

/** The header that carries the key. */
export const keyHeader: string = "Ocp-Apim-Subscription-Key";

/** Where access tokens are got, as the contract states it; empty if it does not. */
export const tokenUrl: string = "";

export const operations: readonly WrittenOperation[] = [
 {
  "id": "sjediste.list",
  "name": "sjediste",
  "path": "/sjediste",
  "xmlRoot": "sjedisteArray",
  "row": {
   "type": "object",
   "properties": {
    "mbs": {
     "type": "integer",
     "format": "int64"
    },
    "drzava_id": {
     "type": "integer",
     "format": "int64"
    },
    "drzava": {
     "type": "object",
     "properties": {
      "sifra": {
       "type": "integer",
       "format": "int32"
      },
      "naziv": {
       "type": "string"
      },
      "oznaka_2": {
       "type": "string"
      },
      "oznaka_3": {
       "type": "string"
      }
     }
    },
    "naselje_van_sifrarnika": {
     "type": "string"
    },
    "ulica": {
     "type": "string"
    },
    "kucni_broj": {
     "type": "integer",
     "format": "int64"
    },
    "kucni_podbroj": {
     "type": "string"
    },
    "sifra_zupanije": {
     "type": "integer",
     "format": "int32"
    },
    "naziv_zupanije": {
     "type": "string"
    },
    "sifra_opcine": {
     "type": "integer",
     "format": "int32"
    },
    "naziv_opcine": {
     "type": "string"
    },
    "sifra_naselja": {
     "type": "integer",
     "format": "int32"
    },
    "naziv_naselja": {
     "type": "string"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "mbs": {
     "type": "integer",
     "format": "int64"
    },
    "drzava_registra_id": {
     "type": "integer",
     "format": "int64"
    },
    "drzava_registra": {
     "type": "object",
     "properties": {
      "sifra": {
       "type": "integer",
       "format": "int32"
      },
      "naziv": {
       "type": "string"
      },
      "oznaka_2": {
       "type": "string"
      },
      "oznaka_3": {
       "type": "string"
      }
     }
    },
    "naziv_registra": {
     "type": "string"
    },
    "registarsko_tijelo": {
     "type": "string"
    },
    "broj_iz_registra": {
     "type": "string"
    },
    "pravni_oblik": {
     "type": "string"
    },
    "eu_registar_id": {
     "type": "string"
    },
    "eu_id": {
     "type": "string"
    },
    "eu_pravni_oblik_kod": {
     "type": "string"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "mbs": {
     "type": "integer",
     "format": "int64"
    },
    "ime": {
     "type": "string"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "mbs": {
     "type": "integer",
     "format": "int64"
    },
    "valuta_id": {
     "type": "integer",
     "format": "int64"
    },
    "valuta": {
     "type": "object",
     "properties": {
      "drzava": {
       "type": "object",
       "properties": {
        "sifra": {
         "type": "integer",
         "format": "int32"
        },
        "naziv": {
         "type": "string"
        },
        "oznaka_2": {
         "type": "string"
        },
        "oznaka_3": {
         "type": "string"
        }
       }
      },
      "sifra": {
       "type": "integer",
       "format": "int32"
      },
      "naziv": {
       "type": "string"
      }
     }
    },
    "iznos": {
     "type": "number",
     "format": "double"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "mbs": {
     "type": "integer",
     "format": "int64"
    },
    "prijevod_skracene_tvrtke_rbr": {
     "type": "integer",
     "format": "int32"
    },
    "ime": {
     "type": "string"
    },
    "jezik_id": {
     "type": "integer",
     "format": "int64"
    },
    "jezik": {
     "type": "object",
     "properties": {
      "id": {
       "type": "integer",
       "format": "int64"
      },
      "sifra": {
       "type": "integer",
       "format": "int32"
      },
      "naziv": {
       "type": "string"
      }
     }
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "mbs": {
     "type": "integer",
     "format": "int64"
    },
    "djelatnost_rbr": {
     "type": "integer",
     "format": "int32"
    },
    "nac_klas_djelatnosti_id": {
     "type": "integer",
     "format": "int64"
    },
    "nac_klas_djelatnosti": {
     "type": "object",
     "properties": {
      "id": {
       "type": "integer",
       "format": "int64"
      },
      "sifra": {
       "type": "string"
      },
      "puni_naziv": {
       "type": "string"
      }
     }
    },
    "djelatnost_tekst": {
     "type": "string"
    }
   }
  },
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
  "row": {
   "type": "object",
   "required": [
    "mbs",
    "status",
    "prbu_od",
    "upis_id_od"
   ],
   "properties": {
    "mbs": {
     "type": "integer"
    },
    "status": {
     "type": "integer"
    },
    "prbu_od": {
     "type": "integer"
    },
    "prbu_do": {
     "type": "integer"
    },
    "upis_id_od": {
     "type": "integer"
    },
    "upis_id_do": {
     "type": "integer"
    },
    "tekst": {
     "type": "string"
    }
   }
  },
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
  "row": {
   "type": "object",
   "required": [
    "mbs",
    "djelatnost_rbr",
    "status",
    "prbu_od",
    "upis_id_od",
    "djelatnost_tekst"
   ],
   "properties": {
    "mbs": {
     "type": "integer"
    },
    "djelatnost_rbr": {
     "type": "integer"
    },
    "status": {
     "type": "integer"
    },
    "prbu_od": {
     "type": "integer"
    },
    "prbu_do": {
     "type": "integer"
    },
    "upis_id_od": {
     "type": "integer"
    },
    "upis_id_do": {
     "type": "integer"
    },
    "nac_klas_djelatnosti_id": {
     "type": "integer"
    },
    "djelatnost_tekst": {
     "type": "string"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "mbs": {
     "type": "integer",
     "format": "int64"
    },
    "gfi_rbr": {
     "type": "integer",
     "format": "int32"
    },
    "vrsta_dokumenta": {
     "type": "integer",
     "format": "int32"
    },
    "oznaka_konsolidacije": {
     "type": "integer",
     "format": "int32"
    },
    "godina_izvjestaja": {
     "type": "integer",
     "format": "int32"
    },
    "datum_dostave": {
     "type": "string",
     "format": "date-time"
    },
    "datum_od": {
     "type": "string",
     "format": "date-time"
    },
    "datum_do": {
     "type": "string",
     "format": "date-time"
    }
   }
  },
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
  "row": {
   "type": "object",
   "required": [
    "mbs",
    "email_adresa_rbr",
    "status",
    "prbu_od",
    "upis_id_od",
    "adresa"
   ],
   "properties": {
    "mbs": {
     "type": "integer"
    },
    "email_adresa_rbr": {
     "type": "integer"
    },
    "status": {
     "type": "integer"
    },
    "prbu_od": {
     "type": "integer"
    },
    "prbu_do": {
     "type": "integer"
    },
    "upis_id_od": {
     "type": "integer"
    },
    "upis_id_do": {
     "type": "integer"
    },
    "adresa": {
     "type": "string",
     "format": "email"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "mbs": {
     "type": "integer",
     "format": "int64"
    },
    "vrsta_pravnog_oblika_id": {
     "type": "integer",
     "format": "int64"
    },
    "vrsta_pravnog_oblika": {
     "type": "object",
     "properties": {
      "sifra": {
       "type": "integer",
       "format": "int32"
      },
      "naziv": {
       "type": "string"
      },
      "kratica": {
       "type": "string"
      }
     }
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "mbs": {
     "type": "integer",
     "format": "int64"
    },
    "podruznica_rbr": {
     "type": "integer",
     "format": "int32"
    },
    "djelatnost_rbr": {
     "type": "integer",
     "format": "int32"
    },
    "nac_klas_djelatnosti_id": {
     "type": "integer",
     "format": "int64"
    },
    "nac_klas_djelatnosti": {
     "type": "object",
     "properties": {
      "id": {
       "type": "integer",
       "format": "int64"
      },
      "sifra": {
       "type": "string"
      },
      "puni_naziv": {
       "type": "string"
      }
     }
    },
    "djelatnost_tekst": {
     "type": "string"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "mbs": {
     "type": "integer",
     "format": "int64"
    },
    "postupak": {
     "type": "integer",
     "format": "int32"
    },
    "datum_stjecaja": {
     "type": "string",
     "format": "date-time"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "mbs": {
     "type": "integer",
     "format": "int64"
    },
    "status": {
     "type": "integer",
     "format": "int32"
    },
    "sud_id_nadlezan": {
     "type": "integer",
     "format": "int64"
    },
    "sud_id_sluzba": {
     "type": "integer",
     "format": "int64"
    },
    "oib": {
     "type": "integer",
     "format": "int64"
    },
    "ino_podruznica": {
     "type": "integer",
     "format": "int32"
    },
    "stecajna_masa": {
     "type": "integer",
     "format": "int32"
    },
    "likvidacijska_masa": {
     "type": "integer",
     "format": "int32"
    },
    "mbs_brisanog_subjekta": {
     "type": "integer",
     "format": "int64"
    },
    "glavna_podruznica_rbr": {
     "type": "integer",
     "format": "int64"
    },
    "datum_osnivanja": {
     "type": "string",
     "format": "date-time"
    },
    "datum_brisanja": {
     "type": "string",
     "format": "date-time"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "drzava_registra_id": {
     "type": "integer",
     "format": "int64"
    },
    "drzava_registra": {
     "type": "object",
     "properties": {
      "sifra": {
       "type": "integer",
       "format": "int32"
      },
      "naziv": {
       "type": "string"
      },
      "oznaka_2": {
       "type": "string"
      },
      "oznaka_3": {
       "type": "string"
      }
     }
    },
    "bris_kod": {
     "type": "string"
    },
    "kratica": {
     "type": "string"
    },
    "naziv": {
     "type": "string"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "drzava_registra_id": {
     "type": "integer",
     "format": "int64"
    },
    "drzava_registra": {
     "type": "object",
     "properties": {
      "sifra": {
       "type": "integer",
       "format": "int32"
      },
      "naziv": {
       "type": "string"
      },
      "oznaka_2": {
       "type": "string"
      },
      "oznaka_3": {
       "type": "string"
      }
     }
    },
    "identifikator": {
     "type": "string"
    },
    "naziv": {
     "type": "string"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "id": {
     "type": "integer",
     "format": "int64"
    },
    "sifra": {
     "type": "integer",
     "format": "int32"
    },
    "naziv": {
     "type": "string"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "id": {
     "type": "integer",
     "format": "int64"
    },
    "sud_id_nadlezan": {
     "type": "integer",
     "format": "int64"
    },
    "sud_nadlezan": {
     "type": "object",
     "properties": {
      "id": {
       "type": "integer",
       "format": "int64"
      },
      "sud_id_nadlezan": {
       "type": "integer",
       "format": "int64"
      },
      "sifra": {
       "type": "integer",
       "format": "int32"
      },
      "naziv": {
       "type": "string"
      },
      "sifra_zupanije": {
       "type": "integer",
       "format": "int32"
      },
      "naziv_zupanije": {
       "type": "string"
      },
      "sifra_opcine": {
       "type": "integer",
       "format": "int32"
      },
      "naziv_opcine": {
       "type": "string"
      },
      "sifra_naselja": {
       "type": "integer",
       "format": "int32"
      },
      "naziv_naselja": {
       "type": "string"
      }
     }
    },
    "izdaje_izvatke": {
     "type": "integer",
     "format": "int32"
    },
    "sifra": {
     "type": "integer",
     "format": "int32"
    },
    "naziv": {
     "type": "string"
    },
    "sifra_zupanije": {
     "type": "integer",
     "format": "int32"
    },
    "naziv_zupanije": {
     "type": "string"
    },
    "sifra_opcine": {
     "type": "integer",
     "format": "int32"
    },
    "naziv_opcine": {
     "type": "string"
    },
    "sifra_naselja": {
     "type": "integer",
     "format": "int32"
    },
    "naziv_naselja": {
     "type": "string"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "mbs": {
     "type": "integer",
     "format": "int64"
    },
    "podruznica_rbr": {
     "type": "integer",
     "format": "int32"
    },
    "ulica": {
     "type": "string"
    },
    "broj": {
     "type": "integer",
     "format": "int64"
    },
    "podbroj": {
     "type": "string"
    },
    "sifra_zupanije": {
     "type": "integer",
     "format": "int32"
    },
    "naziv_zupanije": {
     "type": "string"
    },
    "sifra_opcine": {
     "type": "integer",
     "format": "int32"
    },
    "naziv_opcine": {
     "type": "string"
    },
    "sifra_naselja": {
     "type": "integer",
     "format": "int32"
    },
    "naziv_naselja": {
     "type": "string"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "mbs": {
     "type": "integer",
     "format": "int64"
    },
    "podruznica_rbr": {
     "type": "integer",
     "format": "int32"
    },
    "ime": {
     "type": "string"
    },
    "naznaka_imena": {
     "type": "string"
    },
    "postupak": {
     "type": "integer",
     "format": "int32"
    },
    "glavna_podruznica": {
     "type": "integer",
     "format": "int32"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "id": {
     "type": "integer",
     "format": "int64"
    },
    "sifra": {
     "type": "integer",
     "format": "int32"
    },
    "naziv": {
     "type": "string"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "id": {
     "type": "integer",
     "format": "int64"
    },
    "sifra": {
     "type": "integer",
     "format": "int32"
    },
    "naziv": {
     "type": "string"
    },
    "oznaka_2": {
     "type": "string"
    },
    "oznaka_3": {
     "type": "string"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "id": {
     "type": "integer",
     "format": "int64"
    },
    "sifra": {
     "type": "string"
    },
    "puni_naziv": {
     "type": "string"
    }
   }
  },
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
  "row": {
   "type": "object",
   "properties": {
    "vrsta": {
     "type": "integer",
     "format": "int32"
    },
    "znacenje": {
     "type": "string"
    }
   }
  },
  "relations": [],
  "paged": false,
  "declaresTotal": false,
  "parameters": [
   "timestamp_id"
  ],
  "given": []
 }
];
