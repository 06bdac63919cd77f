import { ask, isPaged, like, type Probe, takes, valueProbe } from "../../checks/probe.ts";

export const searchRequests: readonly Probe[] = [
  valueProbe("active", "only_active=true", "only_active", "true"),
  valueProbe("inactive", "only_active=false", "only_active", "false"),
  valueProbe("named", "tvrtka_naziv with a word common in company names", "tvrtka_naziv", "d.o.o."),
  {
    name: "namedNext",
    about: "the same search from the second row",
    after: ["named"],
    applies: (operation) => isPaged(operation) && takes("tvrtka_naziv")(operation),
    request: like("named", (query, operation) =>
      ask(operation, [["offset", "1"], ...query.filter(([name]) => name !== "offset")]),
    ),
  },
  // A word in many long names. Western European encodings lack its ć; a space would be one more thing to misread.
  valueProbe("namedBeyondAscii", "tvrtka_naziv with non-ASCII letters", "tvrtka_naziv", "odgovornošću"),
];
