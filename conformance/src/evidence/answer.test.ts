import { expect, test } from "vitest";
import { answer } from "./answer.ts";

const request = { id: "one", subject: "", method: "GET", url: "https://registar.primjer.hr", headers: {} } as const;

const utf8 = Buffer.from('["č"]');
const windows1250 = Buffer.from([0x5b, 0x22, 0xe8, 0x22, 0x5d]);
const utf16 = Buffer.from("\ufeff[]", "utf16le");

test.for<[string, string, Uint8Array, string | undefined]>([
  ["JSON in UTF-8", "application/json; charset=windows-1250", utf8, '["č"]'],
  ["JSON in windows-1250", "application/json; charset=windows-1250", windows1250, undefined],
  ["JSON in UTF-16, with a byte order mark", "application/json", utf16, undefined],
  ["text in windows-1250", "text/plain; charset=windows-1250", windows1250, '["č"]'],
])("JSON is read as UTF-8 whatever the header says, and other text as it says: %s, %s", ([, type, body, text]) => {
  const { json, ...read } = answer(request, 200, { "content-type": type }, body);
  expect(read.unreadable).toBe(text === undefined ? "bytes that are not UTF-8" : undefined);
  expect(json().ok).toBe(text !== undefined);
  expect(read.text).toBe(text ?? "");
});
