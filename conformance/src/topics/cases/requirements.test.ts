import { buildSchema, type GraphQLObjectType } from "graphql";
import { describe, expect, test } from "vitest";
import { judged, outcome } from "../../../test/support/case-outcomes.ts";
import { casesContract } from "../../contract/cases.ts";
import { answer } from "../../evidence/answer.ts";
import { casesView } from "../../evidence/cases-view.ts";
import type { Show } from "../../evidence/datum.ts";
import type { ResultState } from "../../evidence/outcome.ts";
import { sdl } from "../../generated/court-cases.ts";
import { caseAnswerRequirements, ownTitle } from "./requirements.ts";

/** A text of a court, as the contract calls it. */
const text = Object.values((casesContract.schema.getType("Sud") as GraphQLObjectType).getFields()).find(
  ({ type }) => String(type) === "String",
)?.name;

const request = { id: "sudovi", subject: "", method: "POST", url: "https://registar.primjer.hr", headers: {} } as const;

describe("a DateTime", () => {
  test.for<[ResultState, string]>([
    ["pass", '"2024-10-31T12:00:00Z"'],
    ["pass", '"2024-10-31T12:00Z"'],
    ["pass", '"2024-10-31T12:00:00,5+01:00"'],
    ["pass", '"2024-10-31T12:00:00+0100"'],
    ["pass", '"20241031T120000Z"'],
    ["fail", '"2024-10-31"'],
    ["fail", "20241031"],
    ["not tested", "null"],
  ])("%s: %s", ([state, value]) => {
    const bodies = { posljednjeAzuriranje: `{"data":{"posljednjeAzuriranje":${value}}}` };
    expect(judged("CASE-TYPE-02", "posljednjeAzuriranje", bodies)).toBe(state);
  });
});

describe("a BigInteger", () => {
  test.for<[ResultState, string]>([
    ["pass", "12"],
    ["pass", "-12.0"],
    ["pass", '"12"'],
    ["fail", "1.5"],
    ["fail", "true"],
    ["not tested", "null"],
  ])("%s: %s", ([state, value]) => {
    const bodies = { sudovi: `{"data":{"sudovi":[null,{"id":${value}}]}}` };
    expect(judged("CASE-TYPE-01", "sudovi", bodies)).toBe(state);
    expect(judged("CASE-TYPE-04", "sudovi", bodies)).toBe("pass");
  });

  test("is not judged without data, and nor is anything else", () => {
    expect(judged("CASE-TYPE-04", "sudovi", { sudovi: '{"data":{"sudovi":null}}' })).toBe("not tested");
  });
});

test.for<[ResultState, id: string, subject: string, value: string]>([
  ["pass", "CASE-TYPE-05", "vrstaUpisnika", '[null,{"id":1}]'],
  ["fail", "CASE-TYPE-05", "vrstaUpisnika", '[{"id":1},{"id":null}]'],
  ["fail", "CASE-TYPE-05", "vrstaUpisnika", '[{"id":1},{}]'],
  ["pass", "CASE-TYPE-03", "sudovi", `[{"${text}":""}]`],
  ["fail", "CASE-TYPE-03", "sudovi", `[{"${text}":"a"},{"${text}":1}]`],
  ["not tested", "CASE-TYPE-03", "sudovi", '[{"id":1}]'],
  ["pass", "CASE-TYPE-04", "sudovi", "[]"],
  ["fail", "CASE-TYPE-04", "sudovi", "{}"],
  ["fail", "CASE-TYPE-04", "sudovi", '"a"'],
  ["fail", "CASE-TYPE-04", "sudovi", "[1]"],
  ["pass", "CASE-TYPE-06", "posljednjeAzuriranje", '"2024-10-31T12:00:00Z"'],
  ["fail", "CASE-TYPE-06", "posljednjeAzuriranje", '"2024-10-31T12:00:00"'],
  ["not tested", "CASE-TYPE-06", "posljednjeAzuriranje", "1730376000"],
  ["not tested", "CASE-TYPE-06", "posljednjeAzuriranje", '"31.10.2024. 12:00"'],
  ["fail", "CASE-TYPE-02", "posljednjeAzuriranje", '"20241027T2560Z"'],
  ["pass", "CASE-TYPE-02", "posljednjeAzuriranje", '"20240229T2315Z"'],
])("%s: %s of %s: %s", ([state, id, subject, value]) => {
  expect(judged(id, subject, { [subject]: `{"data":{"${subject}":${value}}}` })).toBe(state);
});

test("what the document does not select need not be there, not even where it is never null", () => {
  const documents = {
    ...casesContract.documents,
    vrstaUpisnika: "query vrstaUpisnika { vrstaUpisnika { ... { naziv } } }",
  };
  const contract = { ...casesContract, documents };
  const states = (value: string): ResultState[] =>
    ["CASE-QUERY-01", "CASE-TYPE-05"].map((id) => {
      const bodies = { vrstaUpisnika: `{"data":{"vrstaUpisnika":[${value}]}}` };
      return judged(id, "vrstaUpisnika", bodies, 200, "shape", contract);
    });
  expect(states('{"naziv":"a"}')).toEqual(["pass", "pass"]);
  expect(states('{"naziv":"a","id":null}')).toEqual(["pass", "fail"]);
  expect(states("{}")).toEqual(["fail", "pass"]);
});

describe("a scalar of GraphQL's own", () => {
  const schema = buildSchema(sdl.replace("type Sud {", "type Sud { pokusniBoolean: Boolean pokusniId: ID"));
  const contract = { ...casesContract, schema };
  test.for<[ResultState, string]>([
    ["pass", '"pokusniBoolean":true,"pokusniId":"7"'],
    ["pass", '"pokusniBoolean":null,"pokusniId":null'],
    ["fail", '"pokusniBoolean":"true"'],
    ["fail", '"pokusniId":7'],
  ])("%s: %s", ([state, fields]) => {
    const bodies = { sudovi: `{"data":{"sudovi":[{"${text}":"a",${fields}}]}}` };
    expect(outcome("CASE-TYPE-03", "sudovi", bodies, 200, "shape", contract).state).toBe(state);
    expect(outcome("CASE-TYPE-02", "sudovi", bodies, 200, "shape", contract).state).toBe("not tested");
  });
});

describe("an enum, an Int, lists and a further scalar", () => {
  const types = `enum Vrsta { A B } scalar Datum scalar Rbr scalar Da
    type Sud { vrsta: Vrsta vrste: [Vrsta!] broj: Int oznake: [String!] od: Datum rbr: [Rbr] da: Da }`;
  const schema = buildSchema(`${types} type Query { sudovi: [Sud] }`);
  const contract = {
    ...casesContract,
    schema,
    scalars: { Datum: "text", Rbr: "integer", Da: "boolean" } as const,
  };
  test.for<[ResultState, id: string, string]>([
    ["pass", "CASE-TYPE-07", '"vrsta":"A","vrste":["B"]'],
    ["fail", "CASE-TYPE-07", '"vrsta":"C"'],
    ["fail", "CASE-TYPE-07", '"vrsta":"a"'],
    ["fail", "CASE-TYPE-07", '"vrsta":1'],
    ["fail", "CASE-TYPE-07", '"vrste":["A","C"]'],
    ["not tested", "CASE-TYPE-07", '"vrsta":null,"vrste":[]'],
    ["pass", "CASE-TYPE-03", '"broj":-2147483648,"oznake":[]'],
    ["pass", "CASE-TYPE-03", '"broj":7.0'],
    ["fail", "CASE-TYPE-03", '"broj":2147483648'],
    ["fail", "CASE-TYPE-03", '"broj":"7"'],
    ["fail", "CASE-TYPE-03", '"broj":1.5'],
    ["fail", "CASE-TYPE-03", '"oznake":["a",1]'],
    ["fail", "CASE-TYPE-05", '"oznake":["a",null]'],
    ["fail", "CASE-TYPE-05", '"vrste":[null]'],
    ["pass", "CASE-TYPE-05", '"oznake":null,"rbr":[null]'],
    ["fail", "CASE-TYPE-04", '"oznake":"a"'],
    ["pass", "CASE-TYPE-08", '"od":"","rbr":[9007199254740993,"7"],"da":false'],
    ["fail", "CASE-TYPE-08", '"od":7'],
    ["fail", "CASE-TYPE-08", '"rbr":[1.5]'],
    ["fail", "CASE-TYPE-08", '"da":"ne"'],
    ["not tested", "CASE-TYPE-08", '"rbr":[]'],
  ])("%s: %s %s", ([state, id, fields]) => {
    const bodies = { sudovi: `{"data":{"sudovi":[{${fields}}]}}` };
    expect(outcome(id, "sudovi", bodies, 200, "shape", contract).state).toBe(state);
  });

  test("what a response has none of is named", () => {
    const bodies = { sudovi: '{"data":{"sudovi":[{}]}}' };
    const reason = (id: string) => outcome(id, "sudovi", bodies, 200, "shape", contract);
    expect(reason("CASE-TYPE-07")).toMatchObject({ reason: "the response holds no value of an enum" });
    expect(reason("CASE-TYPE-08")).toMatchObject({ reason: "the response holds no value of a further scalar" });
  });
});

describe("a query", () => {
  test.for<[ResultState, string, status?: number]>([
    ["pass", '{"data":{"posljednjeAzuriranje":null},"errors":null}'],
    ["pass", '{"data":{"posljednjeAzuriranje":null},"errors":[]}'],
    ["fail", '{"data":{}}'],
    ["fail", '{"data":null}'],
    ["fail", "{}"],
    ["error", "{}", 404],
    ["error", "<html></html>"],
    ["pass", '{"data":{"posljednjeAzuriranje":null}}', 500],
  ])("%s: %s %s", ([state, text, status]) => {
    expect(judged("CASE-QUERY-01", "posljednjeAzuriranje", { posljednjeAzuriranje: text }, status)).toBe(state);
  });
});

describe("a list, by the fields that its items omit", () => {
  const type = '{"id":1,"naziv":null,"oznaka":""}';
  test.for<[ResultState, string]>([
    ["pass", `[${type},null]`],
    ["pass", "[]"],
    ["pass", "null"],
    ["fail", `[${type},{"id":1,"naziv":null}]`],
    ["fail", "[{}]"],
  ])("%s: %s", ([state, value]) => {
    const bodies = { vrstaUpisnika: `{"data":{"vrstaUpisnika":${value}}}` };
    expect(judged("CASE-QUERY-01", "vrstaUpisnika", bodies)).toBe(state);
  });
});

describe("without a named case, an unknown one", () => {
  test.for<[query: ResultState, lookup: ResultState, string]>([
    ["pass", "pass", '{"data":{"predmet":null}}'],
    ["pass", "not tested", '{"data":{"predmet":null},"errors":[{}]}'],
    ["pass", "fail", '{"data":{"predmet":{"id":1}}}'],
    ["fail", "not tested", '{"data":null,"errors":[{}]}'],
    ["fail", "not tested", '{"errors":[{}]}'],
    ["fail", "not tested", "<html></html>"],
  ])("%s, %s: %s", ([query, lookup, text]) => {
    const bodies = { "unknown case": text, sudovi: '{"data":{"sudovi":[]}}' };
    expect(judged("CASE-QUERY-01", "predmet", bodies)).toBe(query);
    expect(judged("CASE-LOOKUP-02", "predmet", bodies)).toBe(lookup);
    expect(judged("CASE-TYPE-01", "predmet", bodies)).toBe("not tested");
  });
});

describe("the description of errors", () => {
  const sudovi = '{"data":{"sudovi":[]}}';
  test.for<[found: string, text: string, show?: Show]>([
    ["1 error", '{"errors":["no"]}'],
    ["1 error", '{"errors":[{}]}'],
    ["2 errors", '{"errors":[{},{"message":"no"}]}'],
    // What a service says may quote what it read, as may the path that it gives.
    ["1 error", '{"errors":[{"message":"Ana"}]}'],
    ["1 error", '{"data":{"predmet":null},"errors":[{"message":"Ana"}]}'],
    ["1 error at /data/predmet/…/…", '{"errors":[{"message":"Ana","path":["predmet","Ana",12345678]}]}'],
    ["1 error at /data/…", '{"errors":[{"path":[{"Ana":1}]}]}'],
    ["1 error: no such field", '{"errors":[{"message":"no such\\n\\u001bfield"}]}', "values"],
    ["2 errors, the first: no", '{"data":null,"errors":[{"message":"no"},{}]}', "values"],
    ["1 error", `{"errors":[{"message":"${"no".repeat(151)}"}]}`, "values"],
    ["1 error at /data/predmet/Ana", '{"errors":[{"path":["predmet","Ana"]}]}', "values"],
    [
      "2 errors, the first at /data/predmet/stranke/0",
      '{"errors":[{"message":"Ana","path":["predmet","stranke",0]},{}]}',
    ],
    ["1 error NOT_FOUND at /data/predmet", '{"errors":[{"path":["predmet"],"extensions":{"code":"NOT_FOUND"}}]}'],
    ["2 errors, the first BAD_INPUT", '{"errors":[{"message":"no","extensions":{"code":"BAD_INPUT"}},{}]}'],
    ["1 error", '{"errors":[{"extensions":{"code":"Ana P."}}]}'],
    ["1 error", '{"errors":[{"extensions":{"code":7}}]}'],
    ["1 error at /data/predmet: Ana", '{"errors":[{"message":"Ana","path":["predmet"]}]}', "values"],
  ])("%s: %s %s", ([found, text, show]) => {
    expect(outcome("CASE-QUERY-01", "predmet", { "case 1": text, "case 2": text, sudovi }, 200, show)).toMatchObject({
      findings: [{ found }, { found }],
    });
  });
});

describe("a query that refuses its caller, while others get data", () => {
  const refused = (code: string, ...more: object[]): string =>
    JSON.stringify({ data: { predmet: null }, errors: [{ path: ["predmet"], extensions: { code } }, ...more] });
  test.for<[ResultState, string, string, number?]>([
    ["error", "1 error UNAUTHENTICATED at /data/predmet", refused("UNAUTHENTICATED")],
    ["error", "1 error FORBIDDEN at /data/predmet", refused("FORBIDDEN")],
    [
      "error",
      "1 error FORBIDDEN at /data/predmet/stranke",
      refused("FORBIDDEN").replace("null", '{"id":1}').replace('"]', '","stranke"]'),
    ],
    ["error", "status 401", '{"errors":[{"message":"log in"}]}', 401],
    ["error", "status 403", '{"errors":[{"message":"log in"}]}', 403],
    ["fail", "", refused("FORBIDDEN", {})],
    ["fail", "", refused("NOT_FOUND")],
    ["fail", "", '{"errors":[{"message":"log in"}]}', 400],
  ])("%s: %s %s", ([state, what, text, status]) => {
    const found = outcome("CASE-QUERY-01", "predmet", { "case 1": text, sudovi: '{"data":{"sudovi":[]}}' }, status);
    expect(found.state).toBe(state);
    if (state === "error")
      expect(found).toMatchObject({ reason: `${what}: the service wants other credentials (--graphql-header)` });
  });

  test("an unknown case may be refused like this, as long as the response has data", () => {
    const bodies = { "unknown case": refused("FORBIDDEN"), sudovi: '{"data":{"sudovi":[]}}' };
    expect(judged("CASE-QUERY-01", "predmet", bodies)).toBe("pass");
    expect(judged("CASE-LOOKUP-02", "predmet", bodies)).toBe("not tested");
  });
});

test("a contract without GraphQL's own scalars has a title for the requirement on them", () => {
  expect(ownTitle(["ID"])).toBe("An ID field holds a string.");
  expect(ownTitle([])).toContain("A String field holds a string.");
});

test.for<[ResultState, string]>([
  ["pass", '{"data":{"sudovi":null},"errors":[{}]}'],
  ["fail", '{"errors":[{}]}'],
  ["fail", '{"data":{"sudovi":[{}]}}'],
])("%s: a query field that is asked without its argument responds %s", ([state, text]) => {
  // Another query has data, so the errors are not about the caller.
  const replies = new Map([
    ["sudovi", answer(request, 200, {}, Buffer.from(text))],
    ["vrstaUpisnika", answer(request, 200, {}, Buffer.from('{"data":{"vrstaUpisnika":[]}}'))],
  ]);
  const schema = buildSchema(sdl.replace("sudovi: [Sud]", "sudovi(sud: String): [Sud]"));
  const view = { ...casesView({ replies, audits: [] }, [], "shape"), contract: { ...casesContract, schema } };
  const requirement = caseAnswerRequirements.find(({ id }) => id === "CASE-QUERY-01");
  expect(requirement?.check(view, "sudovi").state).toBe(state);
});
