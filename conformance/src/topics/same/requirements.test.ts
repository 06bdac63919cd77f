import { expect, test } from "vitest";
import { operationNamed, viewOf } from "../../../test/support/views.ts";
import { sameRequirements } from "./requirements.ts";

test.for([
  ["engleski, ruèni", "engleski, ručni", true],
  ["engleski, ru?ni", "engleski, ručni", true],
  ["engleski, ruÄŤni", "engleski, ručni", true],
  ["engleski, rucni", "engleski, ručni", false],
  ["č", "ć", false],
  ["", "ručni", false],
] as const)(
  "texts that differ only in letters that encodings disagree about get a hint: %s, %s",
  ([found, expected, isAlike]) => {
    const view = viewOf(operationNamed("jezik"), {
      json: { body: [{ id: 1, naziv: expected }] },
      xml: { body: `<jezikArray><jezik><id>1</id><naziv>${found}</naziv></jezik></jezikArray>` },
    });
    const outcome = sameRequirements.find(({ id }) => id === "REG-SAME-02")?.check(view);
    const text = outcome?.state === "fail" ? outcome.findings[0]?.found : "";
    expect(text?.endsWith(", the same in ASCII: is the encoding right?")).toBe(isAlike);
  },
);

test("rows that differ between XML and JSON are found in every field that differs", () => {
  const sameData = sameRequirements.find(({ id }) => id === "REG-SAME-02");
  const item = (id: number, naziv: string): string => `<Jezik><id>${id}</id><naziv>${naziv}</naziv></Jezik>`;
  const xml = `<ArrayOfJezik>${item(1, "hrvatski")}${item(3, "drugi")}</ArrayOfJezik>`;
  const view = viewOf(operationNamed("jezik"), {
    json: {
      body: [
        { id: 1, naziv: "hrvatski" },
        { id: 2, naziv: "engleski" },
      ],
    },
    xml: { body: xml, headers: { "content-type": "application/xml" } },
  });
  expect(sameData?.check(view)).toMatchObject({
    findings: [
      { at: "/ArrayOfJezik/*[2]/id", expected: "the value of JSON /1/id, a value of 1 character" },
      { at: "/ArrayOfJezik/*[2]/naziv" },
    ],
  });
});
