import { expect, test } from "vitest";
import { operationNamed, viewOf } from "../../test/support/views.ts";
import { dataRequirements } from "./reg-same.ts";

test("rows that differ between XML and JSON are found in every field that differs", () => {
  const sameData = dataRequirements.find(({ id }) => id === "REG-SAME-02");
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
