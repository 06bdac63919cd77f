import { ask, farAway, isPaged, type Probe, page, type Query, type Seen } from "../../checks/probe.ts";
import { isAll } from "../../evidence/operation-view.ts";

const maxOffset = 2_147_483_645;

/** The same page in every run with the same seed. */
function sampledPage(seen: Seen): Query | string {
  const count = seen.rows("json")?.length;
  if (count === undefined) return "the first rows could not be read";
  if (count < 2) return `paging needs 2 rows, but the resource shows ${count}`;
  const random = seen.random("page");
  // If there are enough rows, one is left after the page, so that an ignored limit shows.
  const offset = random.integer(1, Math.max(1, count - Math.max(4, seen.minLimit + 1)));
  const room = Math.max(1, Math.min(4, count - offset - 1));
  // At least two rows if possible: a page of one cannot show a duplicate.
  return page(offset, Math.max(seen.minLimit, random.integer(Math.min(2, room), room)));
}

export const pagingRequests: readonly Probe[] = [
  {
    name: "default",
    about: "a page from the second row without a limit",
    applies: isPaged,
    // Not from the first: a service may ignore the offset without a limit.
    request: (operation) => ask(operation, page(1, Number.POSITIVE_INFINITY)),
  },
  {
    name: "page",
    about: "a small page at a sampled offset within the first rows",
    after: ["json"],
    applies: isPaged,
    request: (operation, seen) => {
      const query = sampledPage(seen);
      return typeof query === "string" ? query : ask(operation, query);
    },
  },
  {
    name: "edge",
    about: "the last rows",
    which: "the last two if a total is promised, otherwise from the last row seen",
    after: ["json"],
    applies: isPaged,
    request: (operation, seen) => {
      const count = seen.rows("json")?.length;
      if (count === undefined) return "the first rows could not be read";
      if (count === 0) return "the resource has no rows";
      const total = operation.declaresTotal ? seen.total("json") : undefined;
      // No more rows than the service returned at once: that may be one.
      const offset = total === undefined ? count - 1 : Math.max(0, total - Math.min(2, count));
      return ask(operation, page(Math.min(offset, maxOffset), Math.max(seen.minLimit, 5)));
    },
  },
  {
    name: "past",
    about: "a page past the end",
    which: "right after the last row if that is known, otherwise far away",
    after: ["json", "edge"],
    applies: isPaged,
    request: (operation, seen) => {
      const count = seen.rows("json")?.length;
      if (count === undefined) return "the first rows could not be read";
      const total = operation.declaresTotal ? seen.total("json") : undefined;
      const isEnd = count === 0 || (count < seen.width && isAll(count, seen.rows("edge")?.length));
      const end = total ?? (isEnd ? count : farAway);
      return ask(operation, page(Math.min(end, maxOffset), Math.max(seen.minLimit, 5)));
    },
  },
  {
    name: "further",
    about: "further pages",
    // Never planned: it takes what is left of the budget.
    applies: () => false,
    request: (operation, seen) =>
      seen.from === undefined ? "no request budget was left" : ask(operation, page(seen.from, seen.width)),
  },
];
