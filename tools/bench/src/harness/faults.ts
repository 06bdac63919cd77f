/** What a broken service does to a request or its response. */
export interface Fault {
  /** The path of the only operation that has it; without it, all have. */
  only?: string;
  /** Changes the query before the request is forwarded. */
  query?(query: URLSearchParams): void;
  /** Accepts every key. */
  anyKey?: true;
  /** Changes a response with status 200. */
  answer?(answer: FaultyAnswer): void;
}

export interface FaultyAnswer {
  status: number;
  type: string;
  total: string | null;
  body: string;
}

const inJson =
  (pattern: RegExp, replacement: string) =>
  (answer: FaultyAnswer): void => {
    if (answer.type.includes("json")) answer.body = answer.body.replaceAll(pattern, replacement);
  };

/** A parameter as a number, or -1 if it is invalid: the fault then leaves it alone, so that the service rejects it. */
function position(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}

/** The control: whatever a judge reports here was not injected. */
export const noFault = "no fault";

/** Faults that such services have had, or might have. Each violates the contract. */
export const faults: Readonly<Record<string, Fault>> = {
  [noFault]: {},
  "a status 500 of one operation": {
    only: "/javni/gfi",
    answer: (answer) => Object.assign(answer, { status: 500, body: "[]" }),
  },
  "a page of HTML with status 200 of one operation": {
    only: "/javni/gfi",
    answer: (answer) => Object.assign(answer, { type: "text/html", body: "<!doctype html><p>Poslužitelj je zauzet" }),
  },
  "an integer as text": { answer: inJson(/"(mbs|id)":\s*(\d+)/g, '"$1":"$2"') },
  "an integer with a fraction": { answer: inJson(/"(mbs|id)":\s*(\d+)/g, '"$1":$2.5') },
  "an integer past 64 bits": { answer: inJson(/"(mbs|id)":\s*\d+/g, '"$1":9223372036854775808') },
  "a required field left out": { answer: inJson(/,\s*"upis_id_od":\s*\d+/g, "") },
  "a body cut off": {
    answer: (answer) => Object.assign(answer, { body: answer.body.slice(0, answer.body.length - 5) }),
  },
  "a total that is one too high": {
    answer: (answer) => {
      if (answer.total !== null) answer.total = String(Number(answer.total) + 1);
    },
  },
  "a limit that is ignored": {
    query: (query) => {
      if (position(query, "limit") > 0) query.delete("limit");
    },
  },
  "pages that overlap by a row": {
    query: (query) => {
      if (position(query, "offset") > 0) query.set("offset", String(position(query, "offset") - 1));
    },
  },
  "an offset that is ignored": {
    query: (query) => {
      if (position(query, "offset") > 0) query.set("offset", "0");
    },
  },
  "any key opens the register": { anyKey: true },
  "XML roots of another name": {
    answer: (answer) => {
      if (answer.type.includes("xml")) answer.body = answer.body.replaceAll(/<(\/?)\w+Array\b/g, "<$1rows");
    },
  },
  "XML that lacks a field": {
    answer: (answer) => {
      if (answer.type.includes("xml")) answer.body = answer.body.replaceAll(/<(mbs|id)>[^<]*<\/\1>/g, "");
    },
  },
};
