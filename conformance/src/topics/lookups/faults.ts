import { number } from "../../checks/changes.ts";
import type { Fault, ResponseChange } from "../../checks/fault.ts";
import { valueAt } from "../cases/faults.ts";

/** Keeps the response to the first named case, and returns it where it does not belong. */
const returnsFirst =
  (isWrong: (query: string, first: string) => boolean): ResponseChange =>
  (body, { query, once }) => {
    if (!query.includes("query predmet(")) return;
    const known = once(() => ({ query: "", text: "" }));
    if (known.query !== "" && isWrong(query, known.query)) body.text = known.text;
    else if (known.query === "" && /"predmet":\s*\{/.test(body.text)) Object.assign(known, { query, text: body.text });
  };

const mark = (query: string): string => /"oznakaBroj":"([^"]*)"/.exec(query)?.[1] ?? "";

export const lookUpFaults: readonly Fault[] = [
  {
    name: "case-of-another-court",
    about: "The returned case is of another court.",
    trips: ["CASE-LOOKUP-01"],
    change: (body, site) => {
      if (!/"sud":-?\d+/.test(site.query) || site.query.includes("1001")) return;
      // Only the query with the right court is changed: with another one, the sound service returns null.
      valueAt("predmet(", ["predmet", "sudId"], () => number("987654"))(body, site);
    },
  },
  {
    name: "named-case-null",
    about: "A case that exists is null.",
    trips: ["CASE-LOOKUP-01"],
    change: valueAt("predmet(", ["predmet"], () => ({ kind: "null" })),
  },
  {
    name: "case-invented",
    about: "A mark that no court has issued returns a case.",
    trips: ["CASE-LOOKUP-02"],
    change: (body, { query }) => {
      if (query.includes("query predmet(") && query.includes("/1001"))
        body.text = '{"data":{"predmet":{"oznakaBroj":"Xx-1/1001","id":1}}}';
    },
  },
  {
    name: "court-ignored",
    about: "The court is ignored.",
    trips: ["CASE-LOOKUP-03"],
    change: returnsFirst((query, first) => query !== first && mark(query) === mark(first)),
  },
];
