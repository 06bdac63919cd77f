import { expect, test } from "vitest";
import { answer, type Reply } from "../evidence/answer.ts";
import { casesView } from "../evidence/cases-view.ts";
import { NotJudged } from "../evidence/outcome.ts";
import { caseObservations } from "./case-observed.ts";

test.for<[state: string, reason: string, unseen?: true]>([
  ["not tested", "the budget of 5 requests is used up", true],
  ["error", "the connection was reset"],
])("without a response, whether introspection is on is %s: %s", ([state, problem, unseen]) => {
  const request = {
    id: "introspection",
    subject: "",
    method: "POST",
    url: "https://registar.primjer.hr",
    headers: {},
  } as const;
  const none: Reply = { kind: "no answer", request, problem, final: true, ...(unseen && { unseen }) };
  const replies = new Map<string, Reply>([
    ["introspection", none],
    ["sudovi", answer(request, 200, {}, Buffer.from('{"data":{"sudovi":[]}}'))],
  ]);
  const view = casesView({ replies, audits: [] }, [], "shape");
  const introspection = caseObservations.find(({ id }) => id === "CASE-INFO-01");
  const judge = () => introspection?.check(view, "schema");
  expect(judge).toThrow(NotJudged);
  expect(judge).toThrow(expect.objectContaining({ outcome: { state, reason: problem } }));
});

test.for([
  ["1", ""],
  ['"1"', ""],
  ["1.0", ", with an exponent or a decimal point: as doubles, which round integers above 2^53"],
])("how a BigInteger is written is observed: %s", ([text, written]) => {
  const request = {
    id: "sudovi",
    subject: "",
    method: "POST",
    url: "https://registar.primjer.hr",
    headers: {},
  } as const;
  const body = `{"data":{"sudovi":[{"id":7,"razina":${text}}]}}`;
  const replies = new Map<string, Reply>([["sudovi", answer(request, 200, {}, Buffer.from(body))]]);
  const integers = caseObservations.find(({ id }) => id === "CASE-INFO-03");
  expect(integers?.check(casesView({ replies, audits: [] }, [], "shape"), "sudovi")).toEqual({
    state: "observed",
    note: `JSON type of BigInteger: number${written}`,
  });
});
