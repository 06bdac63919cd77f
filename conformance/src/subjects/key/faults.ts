import type { Body } from "../../checks/body.ts";
import { anywhere, type Change, type Fault } from "../../checks/fault.ts";
import { isPaged } from "../../checks/probe.ts";
import { type KeyKind, offsetOf, type RegisterRequest } from "../../evidence/request.ts";
import { escapeMarkup } from "../../shared/text.ts";

/** Responds to requests without a valid key with something from the response for a valid one. */
function leak(
  kinds: readonly KeyKind[],
  put: (body: Body, sound: Body) => void,
  when: (request: RegisterRequest) => boolean = () => true,
): Change {
  return async (body, { request, ask }) => {
    if (request !== undefined && kinds.includes(request.key) && when(request)) put(body, await ask({ key: "valid" }));
  };
}

const whole = (body: Body, sound: Body): void => {
  body.status = sound.status;
  body.text = sound.text;
};

/** The first object of an array of objects without arrays inside. */
const firstObject = (text: string): string => JSON.stringify(JSON.parse(text)[0]);

/** Operations whose rows are recognizable even in a body that is not a list. */
const isDistinctive = ({ name }: { name: string }): boolean =>
  ["sjediste", "sud", "subjekt", "sjediste_podruznice", "email_adrese"].includes(name);

export const keyFaults: readonly Fault[] = [
  {
    name: "no-key-accepted",
    about: "A request without a key gets the data.",
    trips: ["REG-KEY-01"],
    at: anywhere,
    change: leak(["none"], whole),
  },
  {
    name: "empty-key-accepted",
    about: "An empty key gets the data.",
    trips: ["REG-KEY-02"],
    at: anywhere,
    change: leak(["empty"], whole),
  },
  {
    name: "any-key-accepted",
    about: "Any key gets the data.",
    trips: ["REG-KEY-03"],
    at: anywhere,
    change: leak(["wrong"], whole),
  },
  {
    name: "key-ignored",
    about: "The key is ignored.",
    trips: ["REG-KEY-01", "REG-KEY-02", "REG-KEY-03"],
    at: anywhere,
    change: leak(["none", "empty", "wrong"], whole),
  },
  {
    name: "no-key-accepted-as-xml",
    about: "A request for XML without a key gets the data.",
    trips: ["REG-KEY-01"],
    at: anywhere,
    change: leak(["none"], whole, ({ as }) => as === "xml"),
  },
  {
    name: "no-key-accepted-further",
    about: "A request without a key gets the data, unless it starts at the first row.",
    trips: ["REG-KEY-01"],
    at: isPaged,
    change: leak(["none"], whole, (request) => offsetOf(request) > 0),
  },
  {
    name: "data-under-401",
    about: "The refusal of a wrong key has the data in its body.",
    trips: ["REG-KEY-03"],
    at: isDistinctive,
    change: leak(["wrong"], (body, sound) => {
      body.status = 401;
      body.text = sound.text;
    }),
  },
  {
    name: "row-in-refusal",
    about: "The error object of a refusal contains a row.",
    trips: ["REG-KEY-01"],
    at: isDistinctive,
    change: leak(["none"], (body, sound) => {
      body.status = 403;
      body.text = `{"statusCode":403,"message":"Access denied","debug":{"row":${firstObject(sound.text)}}}`;
    }),
  },
  {
    name: "row-in-refusal-page",
    about: "The HTML page of a refusal shows a row.",
    trips: ["REG-KEY-02"],
    at: isDistinctive,
    change: leak(["empty"], (body, sound) => {
      const values = Object.values(JSON.parse(firstObject(sound.text))).filter((value) => typeof value !== "object");
      body.status = 200;
      body.headers.set("content-type", "text/html");
      body.text = `<html><body><p>Prijava<br>${values.join("<br>")}</body></html>`;
    }),
  },
  {
    name: "rows-in-refusal-xml",
    about: "The refusal is an XML document with the rows.",
    trips: ["REG-KEY-01"],
    at: isDistinctive,
    change: leak(["none"], (body, sound) => {
      const rows: Record<string, unknown>[] = JSON.parse(sound.text);
      const element = (name: string, value: unknown): string =>
        typeof value === "object" ? "" : `<${name}>${escapeMarkup(String(value))}</${name}>`;
      const items = rows.map(
        (row) =>
          `<r>${Object.entries(row)
            .map(([name, value]) => element(name, value))
            .join("")}</r>`,
      );
      body.status = 401;
      body.headers.set("content-type", "application/xml");
      body.text = `<error><debug>${items.join("")}</debug></error>`;
    }),
  },
  {
    name: "rows-in-refusal-page",
    about: "The HTML page of a refusal contains the rows as escaped JSON.",
    trips: ["REG-KEY-01"],
    at: isDistinctive,
    change: leak(["none"], (body, sound) => {
      body.status = 401;
      body.headers.set("content-type", "text/html");
      body.text = `<html><body><h1>401</h1><pre>${escapeMarkup(sound.text)}</pre></body></html>`;
    }),
  },
];
