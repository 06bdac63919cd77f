import type { MutableResponse } from "../../checks/body.ts";
import { everyRow, inJson, jsonRows, jsonText } from "../../checks/changes.ts";
import { anywhere, type Fault, type ResponseChange, searches } from "../../checks/fault.ts";
import { isPaged } from "../../checks/probe.ts";
import { keyFields, registerPath } from "../../contract/operations.ts";
import type { Operation } from "../../contract/shape/operation.ts";
import { nothing } from "../../evidence/datum.ts";
import { offsetOf } from "../../evidence/request.ts";

/** Searches have requirements of their own, which would fail as well. */
const noSearch = (operation: Operation): boolean => !searches(operation);

const slash = (operation: Operation): boolean => operation.path.endsWith("/");

const respondWith =
  (status: number, text: string, type = "application/json", headers: Record<string, string> = {}): ResponseChange =>
  (body, { request }) => {
    if (request?.key !== "valid") return;
    body.status = status;
    body.text = text;
    body.headers.set("content-type", type);
    for (const [name, value] of Object.entries(headers)) body.headers.set(name, value);
  };

/** Changes pages past the end, however far. */
const pastTheEnd = (change: (body: MutableResponse) => void): ResponseChange =>
  inJson((body, site) => {
    if (body.text.trim() === "[]" && offsetOf(site.request) > 0) change(body);
  });

export const answerFaults: readonly Fault[] = [
  {
    name: "status-500",
    about: "One operation returns 500.",
    trips: ["REG-STATUS-01"],
    at: noSearch,
    change: respondWith(500, '{"error_code":505}'),
  },
  {
    name: "slash-redirects",
    about: "The path that ends with a slash redirects to the one without.",
    trips: ["REG-PATH-01", "REG-SEARCH-01", "REG-SEARCH-02", "REG-STATUS-01"],
    at: slash,
    change: respondWith(301, "", "text/plain", { location: `${registerPath}/subjekt` }),
  },
  {
    name: "past-end-400",
    about: "A page past the end returns 400.",
    trips: ["REG-STATUS-01"],
    at: isPaged,
    change: pastTheEnd((body) => {
      body.status = 400;
    }),
  },
  {
    name: "past-end-null",
    about: "A page past the end is null.",
    trips: ["REG-JSON-02"],
    at: isPaged,
    change: pastTheEnd((body) => {
      body.text = "null";
    }),
  },
  {
    name: "json-wrapped",
    about: "The array is wrapped in an object.",
    trips: ["REG-JSON-02"],
    at: anywhere,
    change: jsonText((text) => `{"data":${text}}`),
  },
  {
    name: "json-truncated",
    about: "The JSON ends in the middle.",
    trips: ["REG-JSON-01"],
    at: anywhere,
    change: jsonText((text) => text.trimEnd().slice(0, -1)),
  },
  {
    name: "json-not-utf-8",
    about: "The JSON text is in an encoding other than UTF-8.",
    trips: ["REG-JSON-01"],
    at: anywhere,
    change: inJson((body) => {
      body.bytes = Buffer.from(body.text.replace(/^\[/, '[ {"naziv":"\u017eito \u00e8"},'), "latin1");
    }),
  },
  {
    name: "json-null-item",
    about: "An item of the array is null.",
    trips: ["REG-JSON-03"],
    at: (operation) => !operation.paged,
    change: jsonRows((rows) => rows.with(0, nothing)),
  },
  {
    name: "object-in-list",
    about: "One object is returned as a list of one.",
    trips: ["REG-JSON-06"],
    at: ({ answer }) => answer === "object",
    change: jsonText((text) => `[${text.trim()}]`),
  },
  {
    name: "another-object",
    about: "Another object is returned than was asked for.",
    trips: ["REG-PATH-02"],
    at: (operation) => keyFields(operation).some(({ type }) => type === "integer"),
    change: everyRow((row, operation) => {
      const name = keyFields(operation).find(({ type }) => type === "integer")?.name;
      for (const member of row.members)
        if (member.name === name && "text" in member.value)
          member.value = { kind: "number", text: String(BigInt(member.value.text) + 1n) };
    }),
  },
  {
    name: "json-content-type",
    about: "JSON is labelled as plain text.",
    trips: ["REG-JSON-05"],
    at: anywhere,
    change: inJson((body) => body.headers.set("content-type", "text/plain")),
  },
];
