import { describe, expect, test } from "vitest";
import { judged } from "../../../test/support/case-outcomes.ts";
import type { ResultState } from "../../evidence/outcome.ts";

describe("the requested case, next to one without mark and court", () => {
  const silent = '{"data":{"predmet":{"id":2}}}';
  test.for<[ResultState, string]>([
    ["pass", '{"data":{"predmet":{"oznakaBroj":" P-1/2020 ","sudId":"12"}}}'],
    ["pass", '{"data":{"predmet":{"oznakaBroj":"P-1/2020"}}}'],
    ["pass", '{"data":{"predmet":{"sudId":12.0}}}'],
    ["fail", '{"data":{"predmet":{"oznakaBroj":"P-1/2021","sudId":12}}}'],
    ["fail", '{"data":{"predmet":{"oznakaBroj":"P-1/2020","sudId":13}}}'],
    ["fail", '{"data":{"predmet":null}}'],
    ["not tested", '{"data":{"predmet":null},"errors":[{}]}'],
    ["not tested", '{"data":{"predmet":{"id":1}}}'],
  ])("%s: %s", ([state, text]) => {
    expect(judged("CASE-LOOKUP-01", "predmet", { "case 1": text, "case 2": silent })).toBe(state);
  });
});

describe("the same mark at another court", () => {
  test.for<[ResultState, string]>([
    ["pass", '{"data":{"predmet":null}}'],
    ["pass", '{"data":{"predmet":{"oznakaBroj":"P-1/2020","sudId":13}}}'],
    ["pass", '{"data":{"predmet":{"sudId":"13"}}}'],
    ["fail", '{"data":{"predmet":{"oznakaBroj":"P-1/2020","sudId":12}}}'],
    ["fail", '{"data":{"predmet":{"oznakaBroj":"P-7/2020","sudId":13}}}'],
    ["not tested", '{"data":{"predmet":{"oznakaBroj":"P-1/2020"}}}'],
  ])("%s: %s", ([state, text]) => {
    const bodies = { "case 1": '{"data":{"predmet":{"id":1}}}', "case 1 at another court": text };
    expect(judged("CASE-LOOKUP-03", "predmet", bodies)).toBe(state);
  });
});

describe("a look-up without a case, next to a named case", () => {
  const found = '{"data":{"predmet":{"id":1}}}';
  const coded = (code: string): string => `{"data":{"predmet":null},"errors":[{"extensions":{"code":"${code}"}}]}`;
  const looksUp = { "CASE-LOOKUP-02": "unknown case", "CASE-LOOKUP-03": "case 1 at another court" };
  test.for<[afterFound: ResultState, afterNone: ResultState, string, status?: number]>([
    ["pass", "pass", '{"data":{"predmet":null}}'],
    ["pass", "not tested", coded("NOT_FOUND")],
    ["pass", "not tested", '{"errors":[{}]}', 404],
    ["not tested", "not tested", '{"errors":[{}]}', 500],
    ["not tested", "not tested", coded("FORBIDDEN")],
    ["not tested", "not tested", '{"errors":[{}]}', 401],
    ["not tested", "not tested", '{"data":{}}'],
    ["not tested", "not tested", '{"data":null}'],
    ["not tested", "not tested", "{}"],
    ["not tested", "not tested", "<html></html>", 404],
    ["error", "error", "<html></html>", 401],
  ])("%s if that is found, %s otherwise: %s %s", ([afterFound, afterNone, text, status = 200]) => {
    for (const [id, probe] of Object.entries(looksUp)) {
      const beside = (one: string): ResultState =>
        judged(id, "predmet", { "case 1": one, [probe]: text }, { [probe]: status });
      expect(beside(found)).toBe(afterFound);
      // At another court, a case is not looked for that is not found at its own.
      const isThird = id === "CASE-LOOKUP-03" && afterNone === "pass";
      expect(beside('{"data":{"predmet":null}}')).toBe(isThird ? "not tested" : afterNone);
    }
  });
});
