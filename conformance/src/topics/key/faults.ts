import type { MutableResponse } from "../../checks/body.ts";
import { anywhere, type Fault, type ResponseChange } from "../../checks/fault.ts";
import type { KeyKind, RegisterRequest } from "../../evidence/request.ts";

/** Responds to requests without a valid key with something from the response for a valid one. */
function leak(
  kinds: readonly KeyKind[],
  put: (body: MutableResponse, sound: MutableResponse) => void,
  when: (request: RegisterRequest) => boolean = () => true,
): ResponseChange {
  return async (body, { request, ask }) => {
    if (request === undefined || !kinds.includes(request.key) || !when(request)) return;
    const sound = await ask({ key: "valid" });
    if (sound !== undefined) put(body, sound);
  };
}

const whole = (body: MutableResponse, sound: MutableResponse): void => {
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
];
