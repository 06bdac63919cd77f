import { expect, test } from "vitest";
import { serverOptions, smallServer } from "../../test/support/targets.ts";
import { recordRun } from "../run/recorded-run.ts";
import { selfTest } from "./self-test.ts";

test("what fails in the recorded rows is not due to a fault, even if the recorded run did not judge it", async () => {
  await using server = await smallServer();
  const { recording } = await recordRun({
    ...serverOptions(server),
    only: ["REG-JSON", "CASE-SCHEMA"],
    audits: false,
    operations: ["jezik", "drzava"],
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (url.endsWith("/graphql"))
        return new Response((await response.text()).replaceAll(/"sudNaziv":"[^"]*"/g, '"sudNaziv":7'), response);
      if (!url.endsWith("/jezik") || response.status !== 200) return response;
      return new Response((await response.text()).replaceAll(/"sifra":(\d+)/g, '"sifra":"$1"'), response);
    },
  });
  const outcomes = await selfTest(recording);
  expect(outcomes.filter(({ caught }) => caught).map(({ where }) => where)).toContain("jezik");
  expect(outcomes.filter(({ where, tripped }) => where === "jezik" && tripped.includes("REG-TYPE-01"))).toEqual([]);
  const cases = outcomes.filter(({ where }) => where === "GraphQL");
  expect(cases.filter(({ caught }) => caught).length).toBeGreaterThan(5);
  expect(cases.find(({ fault }) => fault.name === "graphql-text-as-number")?.tripped).not.toContain("CASE-TYPE-03");
});
