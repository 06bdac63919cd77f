import { noRows } from "@court-register/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callsOf } from "./calls.ts";
import type { ClientUnderTest } from "./client-under-test.ts";
import { noMoreRows, register, servePages } from "./paging.ts";

/** A service of any size, cap and behaviour, and a walk with any options. */
const anyWalk = fc.record({
  size: fc.nat(60),
  limit: fc.option(fc.integer({ min: 1, max: 70 }), { nil: undefined }),
  prefetch: fc.nat(5),
  /** Maximum page size of each request, in turn: one value is a fixed cap. */
  caps: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 6 }),
  end: fc.constantFrom(...Object.keys(noMoreRows)),
  total: fc.boolean(),
  /** Numbers of the requests that are rate-limited, and succeed when retried. */
  refused: fc.array(fc.nat(30), { maxLength: 3 }),
  /** Row counts after which the walk is stopped and resumed from its cursor. */
  stops: fc.array(fc.nat(60), { maxLength: 2 }),
});

/** How many walks are tried, each with a service of its own: all of them by `pnpm check:proofs`, and a third by `pnpm test`. */
function walksTried(all: number): number {
  if (process.env.COURT_REGISTER_PROOFS === "full") return all;
  const some = Math.round(all / 3);
  const { seed } = fc.readConfigureGlobal();
  console.log(`${some} of ${all} walks, with FAST_CHECK_SEED=${seed}. pnpm check:proofs tries all.`);
  return some;
}

/** The invariant of a walk: the rows of the service, once each and in order, or an error. */
export function testWalkProperty(subject: ClientUnderTest): void {
  const { connect } = callsOf(subject);
  const operation = (total: boolean) => (total ? "sjediste" : "gfi");

  describe("any walk", () => {
    it("reads every row once, in order, despite interruptions", () =>
      fc.assert(
        fc.asyncProperty(anyWalk, async ({ size, limit, prefetch, caps, end, total, refused, stops }) => {
          const rows = register(size);
          await using service = await servePages({
            rows,
            cap: (request) => caps[request % caps.length] ?? 1,
            end: noMoreRows[end] ?? {},
            ...(total && { headers: () => ({ "x-total-count": `${size}` }) }),
            instead: (_, request) =>
              refused.includes(request) ? { status: 429, headers: { "retry-after": "0" } } : undefined,
          });
          const client = connect(service, { maxRetries: 4 })[operation(total)];
          const walked: unknown[] = [];
          let params: Record<string, unknown> = { limit };
          for (const stop of [...stops.toSorted((a, b) => a - b), Number.POSITIVE_INFINITY]) {
            for await (const page of client.pages(params, { prefetch, endsWalk: noRows })) {
              expect(page.offset).toBe(walked.length);
              expect(page.rows.length).toBeGreaterThan(0);
              walked.push(...page.rows);
              params = { limit, cursor: JSON.parse(JSON.stringify(page.cursor)) };
              if (walked.length > stop) break;
            }
          }
          expect(walked).toEqual(rows);
        }),
        { numRuns: walksTried(150) },
      ));

    it("fails if the register changes meanwhile, before it yields a wrong row", () =>
      fc.assert(
        fc.asyncProperty(
          anyWalk.filter(({ size }) => size > 2),
          fc.nat(58),
          fc.constantFrom("add", "remove", "rotate"),
          async ({ size, limit, prefetch, caps, total }, from, change) => {
            const before = register(size);
            const after = {
              add: [...register(size + 1).slice(size), ...before],
              remove: before.slice(1),
              rotate: [...before.slice(1), ...before.slice(0, 1)],
            }[change];
            // It changes once this many rows, but not all, have been requested.
            const threshold = 1 + (from % (size - 1));
            let changed = false;
            await using service = await servePages({
              rows: ({ query }, request) => {
                const end =
                  Number(query.offset) + Math.min(Number(query.limit ?? 100), caps[request % caps.length] ?? 1);
                const rows = changed ? after : before;
                changed ||= end >= threshold && end < size;
                return rows;
              },
              cap: (request) => caps[request % caps.length] ?? 1,
              ...(total && { headers: (_seen, _request, count) => ({ "x-total-count": `${count}` }) }),
            });
            const client = connect(service)[operation(total)];
            const walked: unknown[] = [];
            const walk = async () => {
              for await (const row of client.all({ limit }, { prefetch })) walked.push(row);
              return "ended";
            };
            const outcome = await walk().catch((error) => subject.error(error));
            expect(walked).toEqual(before.slice(0, walked.length));
            // With prefetch, all pages may have been sent before the change.
            if (changed && !(prefetch > 0 && outcome === "ended")) {
              expect(outcome).toMatchObject({ kind: "register-changed", cursor: { offset: walked.length } });
            } else expect([outcome, walked]).toEqual(["ended", before]);
          },
        ),
        { numRuns: walksTried(100) },
      ));
  });
}
