import { expect, test } from "vitest";
import { type AskingOptions, ask, askingOf, type Service } from "../../test/support/asking.ts";
import { operationNamed } from "../../test/support/views.ts";
import { every, type RegisterRequirement } from "../checks/requirement.ts";
import { OperationView } from "../evidence/operation-view.ts";
import type { Outcome } from "../evidence/outcome.ts";
import { lookAgain, lookAtStatus, type RowChanges } from "./second-look.ts";

/** Fails with the number of rows on the page as its finding, or passes if there are none. */
const requirement = (id: string, compares?: RegisterRequirement["compares"]): RegisterRequirement => ({
  id,
  level: "MUST",
  title: "Pages are as they are.",
  section: "3",
  judges: [],
  selects: every,
  needs: ["json", "page"],
  ...(compares && { compares }),
  check: (view): Outcome => ({
    state: "fail",
    findings: [{ probe: "page", at: "body", expected: "others", found: String(view.rows("page").length) }],
  }),
});
const ofRows = requirement("REG-ROWS-01", "in order");
const ofCounts = requirement("REG-COUNT-01", "in any order");
const ofSingles = requirement("REG-SINGLE-01");

/** A service whose rows, total and pages depend on which request it is. */
const having =
  (rowsAt: (count: number) => number[], total?: (count: number) => number): Service =>
  ({ offset, limit }, count) =>
    Response.json(
      rowsAt(count)
        .slice(offset, offset + limit)
        .map((mbs) => ({ mbs })),
      { headers: total === undefined ? {} : { "x-total-count": String(total(count)) } },
    );
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const before = upTo(30);
const turned = before.toReversed();

const noOrder = "not tested: the same request returned the rows in a different order a moment later";
const rowsChange = "not tested: rows change between requests";
const notAgain = "not tested: the service did not do it again when it was asked once more";
const noneLeft = "error: no request was left for a second look: try a higher --max-requests";
const noRows = "error: asked again to confirm the failure, the service did not respond as before";

interface Case extends AskingOptions {
  rowChanges?: Partial<RowChanges>;
}

/** Replicas that take turns, and differ only on pages: each comparison meets the same ones again. */
const pagesInTurn: Service = (request, n) =>
  having(() => (request.limit > 30 || n % 3 > 0 ? before : turned))(request, n);

// The first look is two requests; the second asks for the first rows twice, for the page and, unless other rows came, for that twice more.
test.for<[about: string, Service, rows: string, counts: string, sent: number, Case?]>([
  ["the service responds as before", having(() => before), "fail", "fail", 7],
  ["replicas that take turns differ beyond the first rows", pagesInTurn, noOrder, rowsChange, 7],
  ["rows are in another order", having((n) => (n > 2 ? turned : before)), noOrder, "fail", 5],
  ["every fourth response is", having((n) => (n === 4 ? turned : before)), noOrder, "fail", 5],
  ["other rows are there", having((n) => upTo(n > 2 ? 20 : 30)), rowsChange, rowsChange, 5],
  ["they are there with every fourth request", having((n) => upTo(n === 4 ? 20 : 30)), rowsChange, rowsChange, 5],
  [
    "only the total is another",
    having(
      () => before,
      (n) => (n > 2 ? 31 : 30),
    ),
    rowsChange,
    rowsChange,
    5,
  ],
  ["the page is another one", having((n) => upTo(n === 5 ? 29 : 30).slice(n === 5 ? 28 : 0)), noOrder, notAgain, 7],
  ["the page is gone", (request, n) => (n > 4 ? 404 : having(() => before)(request, n)), noOrder, notAgain, 10],
  ["the service responds no more", (_, n) => (n > 2 ? 404 : 200), noRows, noRows, 6],
  ["no request is left", having(() => before), noneLeft, noneLeft, 2, { secondLooks: 2, retries: 2 }],
  ["only those for retries are left", having(() => before), "fail", "fail", 7, { secondLooks: 2, retries: 5 }],
  ["no order is relied on", having(() => before), noOrder, "fail", 7, { rowChanges: { keepsOrder: false } }],
  [
    "rows of two others changed",
    having(() => before),
    rowsChange,
    rowsChange,
    2,
    { rowChanges: { changed: new Set("ab") } },
  ],
])(
  "a failure that compares counts only if it is there again: %s",
  async ([, service, rows, counts, sent, more = {}]) => {
    const { rowChanges = {}, ...options } = more;
    const asking = askingOf(service, { secondLooks: 60, ...options });
    const view = new OperationView(operationNamed("gfi"), await ask(asking, "gfi", "json", "page"), "shape");
    const check = (one: RegisterRequirement, by: typeof view): Outcome => {
      try {
        return one.check(by);
      } catch {
        return { state: "not tested", reason: "no page" };
      }
    };
    const outcomes = new Map([ofRows, ofCounts, ofSingles].map((one) => [one, check(one, view)]));
    await lookAgain(asking.asker, view, outcomes, check, { keepsOrder: true, changed: new Set(), ...rowChanges });
    const told = [...outcomes.values()].map((one) => ("reason" in one ? `${one.state}: ${one.reason}` : one.state));
    expect(told).toEqual([rows, counts, "fail"]);
    expect(asking.received).toHaveLength(sent);
  },
);

test("what one operation shows of order and changes holds for the rest of the run", async () => {
  const rowChanges: RowChanges = { keepsOrder: true, changed: new Set() };
  const look = async (name: string, service: Service): Promise<Outcome | undefined> => {
    const asking = askingOf(service, { secondLooks: 60 });
    const view = new OperationView(operationNamed(name), await ask(asking, name, "json", "page"), "shape");
    const outcomes = new Map([[ofCounts, ofCounts.check(view)]]);
    await lookAgain(asking.asker, view, outcomes, (one, by) => one.check(by), rowChanges);
    return outcomes.get(ofCounts);
  };
  // As many other rows of a list that was seen as a whole are another state, not another order.
  const replaced = having(
    (n) => (n > 2 ? before.with(0, 99) : before),
    () => 30,
  );
  await look("sjediste", replaced);
  expect(rowChanges).toEqual({ keepsOrder: true, changed: new Set(["sjediste"]) });
  await look(
    "gfi",
    having((n) => (n > 2 ? turned : before)),
  );
  expect(rowChanges.keepsOrder).toBe(false);
  for (const name of ["gfi", "sjediste"])
    await look(
      name,
      having((n) => upTo(30 + n)),
    );
  expect(rowChanges.changed).toEqual(new Set(["gfi", "sjediste"]));
  expect(
    await look(
      "subjekt",
      having(() => before),
    ),
  ).toMatchObject({ state: "not tested" });
});

test.for<[later: number | Error, secondLooks: number, why: string | undefined]>([
  [200, 9, "then 200 after the other operations: an intermittent failure"],
  [503, 9, undefined],
  [500, 9, undefined],
  [new Error("socket hang up"), 9, "and no response when asked again: socket hang up"],
  [503, 0, "and no request was left for a second look: try a higher --max-requests"],
])("a wrong status, then %s with %i requests left: %s", async ([later, secondLooks, why]) => {
  let next: number | Error = 503;
  const asking = askingOf(() => next, { secondLooks, retries: secondLooks });
  const asked = (await ask(asking, "drzava", "json")).get("json");
  next = later;
  if (asked?.kind !== "asked") throw new Error("it was asked");
  expect(await lookAtStatus(asking.asker, { results: [], status: "503", probe: "json", asked })).toBe(why);
});
