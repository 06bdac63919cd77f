import type { MutableResponse } from "../../checks/body.ts";
import { type Fault, type ResponseChange, searches } from "../../checks/fault.ts";
import { offsetOf, parameter } from "../../evidence/request.ts";

const withNonAscii =
  (change: (body: MutableResponse) => void): ResponseChange =>
  (body, { request }) => {
    if (/[^\x20-\x7e]/.test(parameter(request, "tvrtka_naziv") ?? "")) change(body);
  };

export const searchFaults: readonly Fault[] = [
  {
    name: "search-active-fails",
    about: "only_active=true returns 500.",
    trips: ["REG-SEARCH-01"],
    at: searches,
    change: (body, { request }) => {
      if (parameter(request, "only_active") === "true") body.status = 500;
    },
  },
  {
    name: "search-inactive-texts",
    about: "only_active=false returns strings.",
    trips: ["REG-SEARCH-01"],
    at: searches,
    change: (body, { request }) => {
      if (parameter(request, "only_active") === "false") body.text = '["Primjer d.o.o."]';
    },
  },
  {
    name: "search-limit-ignored",
    about: "With only_active=true, limit is ignored.",
    trips: ["REG-PAGE-02"],
    at: searches,
    change: (body, { request }) => {
      const rows = parameter(request, "only_active") === "true" ? body.rows() : undefined;
      if (rows !== undefined) body.setRows([...rows, ...rows]);
    },
  },
  {
    name: "search-name-other-rows",
    about: "tvrtka_naziv returns rows of another resource.",
    trips: ["REG-SEARCH-02"],
    at: searches,
    change: (body, { request }) => {
      if (parameter(request, "tvrtka_naziv") !== undefined) body.text = '[{"ime":"Primjer d.o.o."}]';
    },
  },
  {
    name: "search-letters-refused",
    about: "A tvrtka_naziv with non-ASCII letters returns 400.",
    trips: ["REG-SEARCH-02"],
    at: searches,
    change: withNonAscii((body) => {
      body.status = 400;
    }),
  },
  {
    name: "search-offset-ignored",
    about: "With tvrtka_naziv, offset is ignored.",
    trips: ["REG-SEARCH-03"],
    at: searches,
    change: async (body, site) => {
      const { request } = site;
      if (request === undefined || parameter(request, "tvrtka_naziv") === undefined || offsetOf(request) === 0) return;
      const query = request.query.map(([name, value]) => [name, name === "offset" ? "0" : value] as const);
      body.text = (await site.ask({ query }))?.text ?? body.text;
    },
  },
];
