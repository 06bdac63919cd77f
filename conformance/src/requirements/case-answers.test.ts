import { describe, expect, test } from "vitest";
import { answer } from "../exchange/answer.ts";
import { casesView } from "../run/cases-view.ts";
import { caseAnswerRequirements } from "./case-answers.ts";
import { NotJudged, type State } from "./requirement.ts";

const cases = ["P-1/2020", "P-2/2020"].map((mark) => ({ mark, court: "12" }));

/** What a requirement says of answers, given by the names of their requests; the first case is asked for at court 13 as well. */
function judged(id: string, subject: string, bodies: Record<string, string>, status = 200): State {
  const requirement = caseAnswerRequirements.find((one) => one.id === id);
  if (requirement === undefined) throw new Error(`${id} is gone`);
  const answers = new Map(
    Object.entries(bodies).map(([name, text]) => {
      const body = '{"variables":{"sud":13}}';
      const request = { id: name, method: "POST", url: "https://registar.primjer.hr", headers: {}, body } as const;
      return [name, answer(request, status, {}, Buffer.from(text))];
    }),
  );
  try {
    return requirement.check(casesView({ answers, audits: [] }, cases, "shape"), subject).state;
  } catch (error) {
    if (error instanceof NotJudged) return error.outcome.state;
    throw error;
  }
}

describe("a DateTime", () => {
  test.for<[State, string]>([
    ["pass", '"2024-10-31T12:00:00Z"'],
    ["pass", '"2024-10-31T12:00Z"'],
    ["pass", '"2024-10-31T12:00:00,5+01:00"'],
    ["pass", '"2024-10-31T12:00:00+0100"'],
    ["pass", '"2024-10-31T12:00:00+01"'],
    ["pass", '"20241031T120000Z"'],
    ["pass", '"20241031T1200+01"'],
    ["fail", '"20241331T1200Z"'],
    ["fail", '"2024-10-31"'],
    ["fail", "20241031"],
    ["not tested", "null"],
  ])("%s: %s", ([state, value]) => {
    const bodies = { posljednjeAzuriranje: `{"data":{"posljednjeAzuriranje":${value}}}` };
    expect(judged("CASE-TYPE-02", "posljednjeAzuriranje", bodies)).toBe(state);
  });
});

describe("a BigInteger", () => {
  test.for<[State, string]>([
    ["pass", "12"],
    ["pass", "-12.0"],
    ["pass", '"12"'],
    ["pass", '"-12"'],
    ["fail", "1.5"],
    ["fail", '"1.5"'],
    ["fail", "true"],
    ["not tested", "null"],
  ])("%s: %s", ([state, value]) => {
    const bodies = { sudovi: `{"data":{"sudovi":[null,{"id":${value}}]}}` };
    expect(judged("CASE-TYPE-01", "sudovi", bodies)).toBe(state);
    expect(judged("CASE-TYPE-04", "sudovi", bodies)).toBe("pass");
  });

  test("and nothing else is judged where there is no data", () => {
    expect(judged("CASE-TYPE-04", "sudovi", { sudovi: '{"data":{"sudovi":null}}' })).toBe("not tested");
  });
});

describe("a query", () => {
  test.for<[State, string, status?: number]>([
    ["pass", '{"data":{"posljednjeAzuriranje":null},"errors":null}'],
    ["pass", '{"data":{"posljednjeAzuriranje":null},"errors":[]}'],
    ["fail", '{"data":{"posljednjeAzuriranje":null},"errors":[{}]}'],
    ["fail", '{"data":{"posljednjeAzuriranje":null},"errors":{}}'],
    ["fail", '{"data":{}}'],
    ["fail", '{"data":null}'],
    ["fail", "{}"],
    ["error", "{}", 404],
    ["error", "<html></html>"],
    ["pass", '{"data":{"posljednjeAzuriranje":null}}', 500],
  ])("%s: %s %s", ([state, text, status]) => {
    expect(judged("CASE-QUERY-01", "posljednjeAzuriranje", { posljednjeAzuriranje: text }, status)).toBe(state);
  });

  test.for<[State, string]>([
    ["fail", "<html></html>"],
    ["fail", "{}"],
  ])("%s: %s, where another is answered as GraphQL", ([state, text]) => {
    const bodies = { posljednjeAzuriranje: text, sudovi: '{"data":{"sudovi":[]}}' };
    expect(judged("CASE-QUERY-01", "posljednjeAzuriranje", bodies)).toBe(state);
    for (const status of [401, 403, 429, 500])
      expect(judged("CASE-QUERY-01", "posljednjeAzuriranje", bodies, status)).toBe("error");
  });
});

describe("the case that was asked for, beside one that says nothing", () => {
  const silent = '{"data":{"predmet":{"id":2}}}';
  test.for<[State, string]>([
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
  test.for<[State, string]>([
    ["pass", '{"data":{"predmet":null}}'],
    ["pass", '{"data":{"predmet":{"oznakaBroj":"P-1/2020","sudId":13}}}'],
    ["pass", '{"data":{"predmet":{"sudId":"13"}}}'],
    ["fail", '{"data":{"predmet":{"oznakaBroj":"P-1/2020","sudId":12}}}'],
    ["fail", '{"data":{"predmet":{"oznakaBroj":"P-7/2020","sudId":13}}}'],
    ["not tested", '{"data":{"predmet":{"oznakaBroj":"P-1/2020"}}}'],
  ])("%s: %s", ([state, text]) => {
    expect(judged("CASE-LOOKUP-03", "predmet", { "case 1 at another court": text })).toBe(state);
  });
});
