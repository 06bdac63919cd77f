import { expect, test } from "vitest";
import { answer, type Reply } from "../../evidence/answer.ts";
import { casesView } from "../../evidence/cases-view.ts";
import { NotJudged } from "../../evidence/outcome.ts";
import { caseRequirements } from "../catalogue.ts";

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
  const introspection = caseRequirements.find(({ id }) => id === "CASE-INFO-01");
  const judge = () => introspection?.check(view, "schema");
  expect(judge).toThrow(NotJudged);
  expect(judge).toThrow(expect.objectContaining({ outcome: { state, reason: problem } }));
});
