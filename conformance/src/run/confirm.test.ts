import { expect, test } from "vitest";
import { type AskingOptions, ask, askingOf, rows, type Service } from "../../test/asking.ts";
import { operationNamed } from "../../test/views.ts";
import { every, type Outcome, type RegisterRequirement } from "../requirements/requirement.ts";
import { confirmFailures, type Outcomes } from "./confirm.ts";
import { operationView } from "./operation-view.ts";

const requirement = (id: string): RegisterRequirement => ({
  id,
  level: "MUST",
  title: "Pages are as they are.",
  section: "3",
  selects: every,
  needs: ["json", "page"],
  confirm: true,
  check: () => failed,
});
const failed: Outcome = {
  state: "fail",
  findings: [{ probe: "page", at: "body", expected: "others", found: "these" }],
};
const ofRows = requirement("REG-PAGE-01");
const ofCounts = requirement("REG-PAGE-02");

test.for<[string, Service, string[], number, AskingOptions?]>([
  ["the service responds as before", () => 200, ["fail", "fail"], 6],
  ["the data changes with every request", (_, count) => rows(30 + count), ["not tested", "fail"], 6],
  ["no budget is left", () => 200, ["error", "fail"], 2, { spare: 0 }],
  ["the service responds no more", (_, count) => (count > 2 ? 404 : 200), ["error", "fail"], 4],
])("of failures on rows, and on their count, what is left if %s", async ([, service, states, sent, options]) => {
  const { asking, received } = askingOf(service, options);
  const view = operationView(operationNamed("gfi"), await ask(asking, "gfi", "json", "page"), "shape");
  const outcomes: Outcomes = new Map([ofRows, ofCounts].map((one) => [one, failed]));
  await confirmFailures(asking, view, outcomes, (one) => one.check(view));
  expect([...outcomes.values()].map(({ state }) => state)).toEqual(states);
  expect(received).toHaveLength(sent);
});
