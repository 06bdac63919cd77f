import type { Body } from "../../checks/body.ts";
import { inJson, jsonRows, jsonText } from "../../checks/changes.ts";
import { anywhere, type Change, type Fault, searches } from "../../checks/fault.ts";
import { isPaged } from "../../checks/probe.ts";
import { registerPath } from "../../contract/operations.ts";
import type { Operation } from "../../contract/shape/operation.ts";
import { nothing } from "../../evidence/datum.ts";
import { offsetOf } from "../../evidence/request.ts";

/** Searches have requirements of their own, which would fail as well. */
const noSearch = (operation: Operation): boolean => !searches(operation);

const slash = (operation: Operation): boolean => operation.path.endsWith("/");

const respondWith =
  (status: number, text: string, type = "application/json", headers: Record<string, string> = {}): Change =>
  (body, { request }) => {
    if (request?.key !== "valid") return;
    body.status = status;
    body.text = text;
    body.headers.set("content-type", type);
    for (const [name, value] of Object.entries(headers)) body.headers.set(name, value);
  };

/** Changes pages past the end, however far. */
const pastTheEnd = (change: (body: Body) => void): Change =>
  inJson((body, site) => {
    if (body.text.trim() === "[]" && offsetOf(site.request) > 0) change(body);
  });

const html = '<!doctype html><html lang="hr"><body><p>Poslužitelj je zauzet<br></body></html>';

export const answerFaults: readonly Fault[] = [
  {
    name: "status-500",
    about: "One operation returns 500.",
    trips: ["REG-STATUS-01"],
    at: noSearch,
    change: respondWith(500, '{"error_code":505}'),
  },
  {
    name: "status-400",
    about: "One operation returns 400 with a list that holds an error.",
    trips: ["REG-STATUS-01"],
    at: noSearch,
    change: respondWith(400, '[{"error_code":505}]'),
  },
  {
    name: "status-204",
    about: "One operation returns 204, without a body.",
    trips: ["REG-STATUS-01"],
    at: noSearch,
    change: respondWith(204, ""),
  },
  {
    name: "status-206",
    about: "One operation returns 206, as if pages were partial content.",
    trips: ["REG-STATUS-01"],
    at: noSearch,
    change: (body, { request }) => {
      if (request?.key === "valid") body.status = 206;
    },
  },
  {
    name: "slash-not-found",
    about: "The path that ends with a slash is not found.",
    trips: ["REG-PATH-01", "REG-SEARCH-01", "REG-SEARCH-02", "REG-STATUS-01"],
    at: slash,
    change: respondWith(404, '{"statusCode":404}'),
  },
  {
    name: "slash-redirects",
    about: "The path that ends with a slash redirects to the one without.",
    trips: ["REG-PATH-01", "REG-SEARCH-01", "REG-SEARCH-02", "REG-STATUS-01"],
    at: slash,
    change: respondWith(301, "", "text/plain", { location: `${registerPath}/subjekt` }),
  },
  {
    name: "xml-status-500",
    about: "One operation returns 500 when asked for XML.",
    trips: ["REG-STATUS-01"],
    at: anywhere,
    change: (body, site) => (site.request?.as === "xml" ? respondWith(500, "")(body, site) : undefined),
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
    name: "past-end-object",
    about: "A page past the end is an empty object.",
    trips: ["REG-JSON-02"],
    at: isPaged,
    change: pastTheEnd((body) => {
      body.text = "{}";
    }),
  },
  {
    name: "past-end-empty",
    about: "A page past the end is an empty body.",
    trips: ["REG-JSON-01"],
    at: isPaged,
    change: pastTheEnd((body) => {
      body.text = "";
    }),
  },
  {
    name: "html-200",
    about: "An HTML page is returned with status 200 instead of JSON.",
    trips: ["REG-JSON-01", "REG-JSON-05"],
    at: anywhere,
    change: inJson((body) => {
      body.text = html;
      body.headers.set("content-type", "text/html; charset=utf-8");
    }),
  },
  {
    name: "json-null",
    about: "The array is null.",
    trips: ["REG-JSON-02"],
    at: anywhere,
    change: jsonText(() => "null"),
  },
  {
    name: "json-wrapped",
    about: "The array is wrapped in an object.",
    trips: ["REG-JSON-02"],
    at: anywhere,
    change: jsonText((text) => `{"data":${text}}`),
  },
  {
    name: "json-single-object",
    about: "An array of one is just the object.",
    trips: ["REG-JSON-02"],
    at: anywhere,
    change: jsonText(() => '{"id":1}'),
  },
  {
    name: "json-twice-encoded",
    about: "The JSON is encoded twice, as a string that holds JSON.",
    trips: ["REG-JSON-02"],
    at: anywhere,
    change: jsonText((text) => JSON.stringify(text)),
  },
  {
    name: "json-truncated",
    about: "The JSON ends in the middle.",
    trips: ["REG-JSON-01"],
    at: anywhere,
    change: jsonText((text) => text.trimEnd().slice(0, -1)),
  },
  {
    name: "json-trailing-comma",
    about: "The last item is followed by a comma.",
    trips: ["REG-JSON-01"],
    at: anywhere,
    change: jsonText((text) => text.replace(/\]\s*$/, ",]")),
  },
  {
    name: "json-not-a-number",
    about: "A number is written NaN.",
    trips: ["REG-JSON-01"],
    at: anywhere,
    change: jsonText((text) => text.replace(/:\d+/, ":NaN")),
  },
  {
    name: "json-control-character",
    about: "A string contains an unescaped control character.",
    trips: ["REG-JSON-01"],
    at: ({ fields }) => fields.some(({ type, format }) => type === "string" && format === undefined),
    change: jsonText((text) => text.replace(/:"(?=\p{L})/u, ':"\u0001')),
  },
  {
    name: "json-byte-order-mark",
    about: "The JSON text starts with a byte order mark.",
    trips: ["REG-JSON-01"],
    at: anywhere,
    change: inJson((body) => {
      body.bytes = Buffer.from(`\uFEFF${body.text}`);
    }),
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
    name: "gzip-truncated",
    about: "The compressed body is cut short.",
    trips: ["REG-JSON-01"],
    at: anywhere,
    change: inJson((body) => {
      body.broken = true;
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
    name: "json-nested-arrays",
    about: "Every item is an array with the object in it.",
    trips: ["REG-JSON-03"],
    at: anywhere,
    change: jsonRows((rows) => rows.map((row) => ({ kind: "array", items: [row] }))),
  },
  {
    name: "json-content-type",
    about: "JSON is labelled as plain text.",
    trips: ["REG-JSON-05"],
    at: anywhere,
    change: inJson((body) => body.headers.set("content-type", "text/plain")),
  },
  {
    name: "json-called-xml",
    about: "JSON is labelled as XML.",
    trips: ["REG-JSON-05"],
    at: anywhere,
    change: inJson((body) => body.headers.set("content-type", "application/xml")),
  },
];
