import { expect, test } from "vitest";
import {
  type Asking,
  type AskingOptions,
  ask,
  askingOf,
  type Received,
  type Service,
} from "../../test/support/asking.ts";
import { operationNamed } from "../../test/support/views.ts";
import { type OperationView, operationView } from "../evidence/operation-view.ts";
import { notTested, type Outcome, pass } from "../evidence/outcome.ts";
import type { ProbeName } from "../evidence/probes.ts";
import { every, noOrder, type RegisterRequirement } from "../requirements/requirement.ts";
import { type Confirming, confirmFailures } from "./confirm.ts";

const failed = (probe: ProbeName, found = ""): Outcome => ({
  state: "fail",
  findings: [{ probe, at: "body", expected: "others", found }],
});
const requirement = (
  needs: ProbeName[],
  check: RegisterRequirement["check"],
  compares?: RegisterRequirement["compares"],
): RegisterRequirement => ({
  ...{ id: "REG-TEST-01", level: "MUST", title: "Pages are as they are.", section: "3", selects: every, needs, check },
  ...(compares && { compares }),
});
/** Fails as long as rows are expected in an order. */
const ofRows = (probe: ProbeName): RegisterRequirement =>
  requirement(["json", "page"], ({ inOrder }) => (inOrder ? failed(probe) : notTested(noOrder)), "in order");
const ofCounts = requirement(["json", "page", "edge"], () => failed("page"), "in any order");
const ofData = { ...ofCounts, compares: "in order" } as const;
const ofPages = { ...ofCounts, needs: ["page"] } as const;

/** The newest first. */
const rows = (first: number, count = 30): number[] =>
  Array.from({ length: count }, (_, index) => first + count - index);
const before = rows(0);
const reversed = before.toReversed();
const exchanged = [...before.slice(0, 28), ...before.slice(28).toReversed()];
const reversedIn = (all: number[], { offset, limit }: Received): number[] => [
  ...all.slice(0, offset),
  ...all.slice(offset, offset + limit).toReversed(),
];

/** A service with those rows at each of its requests. */
const having =
  (rowsAt: (count: number) => number[]): Service =>
  ({ offset, limit, xml }, count) => {
    const page = rowsAt(count).slice(offset, offset + limit);
    if (!xml) return Response.json(page.map((mbs) => ({ mbs })));
    const text = `<gfiArray>${page.map((mbs) => `<gfi><mbs>${mbs}</mbs></gfi>`).join("")}</gfiArray>`;
    return new Response(text, { headers: { "content-type": "application/xml" } });
  };
const shorter = having((count) => rows(0, count > 2 ? 20 : 30));

const inAnyOrder = `not tested: ${noOrder}`;
const otherRows = "not tested: the same request returned different rows a moment later";
const noBudget = "error: no request budget was left to confirm the failure: try --max-requests N";
const noBudgetForOthers = `${otherRows}, and no request budget was left to ask again: try --max-requests N`;
const noRows = "error: asked again to confirm the failure, the service did not respond as before";

/** The outcomes of these requirements, still to be confirmed. */
const confirmingOf = (
  { conversation }: Asking,
  view: OperationView,
  ones: readonly RegisterRequirement[],
  keepsOrder = true,
): Confirming => ({
  outcomes: new Map(ones.map((one) => [one, one.check(view)])),
  check: (one, by) => one.check(by),
  keepsOrder,
  enough: () => conversation.enough(),
});

interface Case extends AskingOptions {
  ones?: RegisterRequirement[];
  probes?: ProbeName[];
  keepsOrder?: boolean;
}

// Requests are those for the first rows (f), a page (p), that as XML (x), the last rows (l), and what is past them (e).
test.for<[about: string, Service, left: string[], sent: string, options?: Case]>([
  [
    "the service responds as before",
    having(() => before),
    ["fail", "fail"],
    "fpl ffplp",
    { probes: ["json", "page", "edge"] },
  ],
  ["rows are in another order", having((n) => (n > 2 ? exchanged : before)), [inAnyOrder, "fail", "no order"], "fp fp"],
  [
    "they are, and are wrong in any order",
    having((n) => (n > 2 ? exchanged : before)),
    ["fail", "no order"],
    "fp fpp",
    { ones: [ofData] },
  ],
  ["every fourth is", having((n) => (n === 4 ? reversed : before)), [inAnyOrder, "fail", "no order"], "fp ffp"],
  ["only the page is", having((n) => (n === 5 ? reversed : before)), [inAnyOrder, "fail", "no order"], "fp ffp"],
  [
    "only the page has its own rows in another order",
    (request, n) => having(() => (n === 5 ? reversedIn(before, request) : before))(request, n),
    [inAnyOrder, "fail", "no order"],
    "fp ffp",
  ],
  [
    "only the page is, the third time",
    having((n) => (n === 6 ? reversed : before)),
    [inAnyOrder, "fail", "no order"],
    "fp ffpp",
    { spare: 4 },
  ],
  [
    "only the XML is",
    having((n) => (n === 6 ? reversed : before)),
    [inAnyOrder, "no order"],
    "fpx ffxp",
    { ones: [ofRows("pageXml")], probes: ["json", "page", "pageXml"] },
  ],
  [
    "only a page is gone",
    (request, n) => (n > 4 ? 404 : having(() => before)(request, n)),
    ["fail", "fail"],
    "fp ffpppp",
  ],
  [
    "only the XML cannot be read",
    (request, n) => {
      if (!request.xml || n < 5) return having(() => before)(request, n);
      return n < 8 ? new Response("<greska/>", { status: 404 }) : new Response("greška");
    },
    ["fail"],
    "fpx ffxxpxp",
    { ones: [ofRows("pageXml")], probes: ["json", "page", "pageXml"] },
  ],
  [
    "a page is there only now",
    (request, n) => (n === 2 || n === 3 ? 404 : having(() => before)(request, n)),
    ["fail", "fail"],
    "fpp ffpp",
  ],
  [
    "the service keeps no order",
    having(() => before),
    [inAnyOrder, "no order"],
    "fp",
    { keepsOrder: false, ones: [ofRows("page")] },
  ],
  ["as many others are there", having((n) => rows(n > 2 ? 9 : 0)), [otherRows, "fail", "no order"], "fp ffp"],
  [
    "as many are, and only rows failed",
    having((n) => rows(n > 2 ? 9 : 0)),
    [otherRows, "no order"],
    "fp f",
    { ones: [ofRows("page")] },
  ],
  [
    "as many are, and those were all",
    having((n) => rows(n > 4 ? 9 : 0)),
    ["fail"],
    "fple ffplffpp",
    { ones: [ofRows("page")], probes: ["json", "page", "edge", "past"] },
  ],
  ["fewer are there", shorter, ["fail", "fail"], "fp ffpffpp"],
  ["more are there each time", having((n) => rows(0, 30 + n)), [otherRows, "fail"], "fp ffpf"],
  ["more are, and only pages failed", having((n) => rows(0, 30 + n)), ["fail"], "fp ffp", { ones: [ofPages] }],
  ["no budget is left", having(() => before), [noBudget, "fail"], "fp", { spare: 0 }],
  ["the budget is too small for pages", having(() => before), ["fail", "fail"], "fp f", { spare: 1 }],
  ["the budget is enough for one", having(() => before), ["fail", "fail"], "fp ffp", { spare: 3 }],
  [
    "fewer are there, and the budget is too small",
    shorter,
    [noBudgetForOthers, noBudgetForOthers],
    "fp f",
    { spare: 2 },
  ],
  ["fewer are there, and the budget is soon spent", shorter, [noBudget, "fail"], "fp ffp", { spare: 3 }],
  ["the first rows were no list", (_, n) => (n > 1 ? 200 : Response.json({})), [noRows, "fail"], "f f"],
  ["the service responds no more", (_, n) => (n > 2 ? 404 : 200), [noRows, "fail"], "fp ff"],
])("of failures on rows, and on their count, what is left if %s", async ([, service, left, sent, options = {}]) => {
  const { ones = [ofRows("page"), ofCounts], probes = ["json", "page"], keepsOrder = true, ...others } = options;
  const asking = askingOf(service, others);
  const view = operationView(operationNamed("gfi"), await ask(asking, "gfi", ...probes), "shape");
  const confirming = confirmingOf(asking, view, ones, keepsOrder);
  await asking.asker.satisfy(view.operation, confirmFailures(confirming, view));
  const told = [...confirming.outcomes.values()].map((one) =>
    "reason" in one ? `${one.state}: ${one.reason.replace(/\d+$/, "N")}` : one.state,
  );
  expect([...told, ...(confirming.keepsOrder ? [] : ["no order"])]).toEqual(left);
  const letter = ({ offset, xml }: Received): string =>
    offset === 0 ? "f" : offset >= 30 ? "e" : offset === 29 ? "l" : xml ? "x" : "p";
  expect(asking.received.map(letter).join("")).toBe(sent.replace(" ", ""));
});

test("responses after a change of data clear failures to be confirmed, and add those of single responses", async () => {
  /** Another outcome once there are fewer rows. */
  const judged = (first: Outcome, then: Outcome, compares?: "in any order"): RegisterRequirement =>
    requirement(["json"], (view) => (view.rows("json").length === 30 ? first : then), compares);
  const ones = [
    ofCounts,
    judged(failed("json", "first"), pass, "in any order"),
    judged(pass, failed("json", "then"), "in any order"),
    judged(failed("json", "first"), pass),
    judged(failed("json", "first"), failed("json", "then")),
    judged(pass, failed("json", "then")),
    judged(pass, notTested("")),
  ];
  const asking = askingOf(shorter);
  const view = operationView(operationNamed("gfi"), await ask(asking, "gfi", "json", "page"), "shape");
  const confirming = confirmingOf(asking, view, ones);
  await asking.asker.satisfy(view.operation, confirmFailures(confirming, view));
  const found = [...confirming.outcomes.values()].map((one) =>
    one.state === "fail" ? one.findings[0]?.found : one.state,
  );
  expect(found).toEqual(["", "pass", "pass", "first", "first", "then", "pass"]);
});
