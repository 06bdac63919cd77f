import { expect, test } from "vitest";
import { hasZone, isDateTime, isEmail } from "./formats.ts";

test.for([
  "1990-10-31T00:00:00Z",
  "1990-10-31T00:00:00",
  "1990-10-31T00:00:00.1234567+01:00",
  "1990-10-31t00:00:00z",
  "2024-02-29T23:59:59-11:30",
])("%s is a date-time", (text) => {
  expect(isDateTime(text)).toBe(true);
});

test.for([
  "",
  "1990-10-31",
  "31.10.1990",
  "2023-02-29T00:00:00Z",
  "1990-10-31T25:00:00Z",
  "1990-10-31 00:00:00Z",
  "1990-10-31T00:00:00+0100",
])("%j is not a date-time", (text) => {
  expect(isDateTime(text)).toBe(false);
});

test("a zone is a Z or an offset at the end", () => {
  expect(["1990-10-31T00:00:00Z", "1990-10-31T00:00:00+01:00", "1990-10-31T00:00:00z"].map(hasZone)).toEqual([
    true,
    true,
    true,
  ]);
  expect(hasZone("1990-10-31T00:00:00")).toBe(false);
});

test.for([
  "info@primjer.hr",
  "ivan.horvat+ured@ured.primjer.hr",
  "žito@žito.primjer.hr",
  "o'neil@primjer.hr",
  "a.b_c-d@x--y.primjer.hr",
  '"ivan horvat"@primjer.hr',
  "a@[192.0.2.1]",
])("%s is an e-mail address", (text) => {
  expect(isEmail(text)).toBe(true);
});

test.for([
  "",
  "@primjer.hr",
  "info@",
  "a@b@primjer.hr",
  "a@primjer.hr, b@primjer.hr",
  "Ured <a@primjer.hr>",
  "a..b@primjer.hr",
  "a.@primjer.hr",
  "a@-primjer.hr",
])("%j is not an e-mail address", (text) => {
  expect(isEmail(text)).toBe(false);
});
