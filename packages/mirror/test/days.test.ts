/** The register changes from day to day, and every day is kept. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sync, verify } from "../src/index.ts";
import { proofRuns } from "./support/proofs.ts";
import { Register } from "./support/register.ts";
import { canonicalRows, newTarget, randomRuns, rowsIn, rowsInView } from "./support/target.ts";

/** What happens to a list overnight. */
type Change =
  | { type: "insert"; at: number; row: string }
  | { type: "delete"; at: number }
  | { type: "repeat"; at: number; to: number }
  | { type: "reverse" }
  | { type: "null for absent"; at: number };

const amount = fc.oneof(
  fc.constantFrom("1", "1.0", "1.00", "20000.00", "1E7", "99999999999999999999.99", "-0.0", "0.1"),
  fc.integer().map(String),
);
const mbs = fc.constantFrom("60000001", "60000002", "9007199254740993", "9223372036854775807", "-1", "7.0", '"text"');
const row = fc.record({ mbs, iznos: amount, valuta_id: fc.constantFrom("1", "2") }).map(
  (fields) =>
    `{${Object.entries(fields)
      .map(([name, value]) => `"${name}":${value}`)
      .join(",")}}`,
);
const at = fc.nat(30);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("insert" as const), at, row }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("delete" as const), at }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("repeat" as const), at, to: at }) },
  { weight: 1, arbitrary: fc.constant({ type: "reverse" as const }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("null for absent" as const), at }) },
);

function changed(rows: readonly string[], changes: readonly Change[]): string[] {
  const next = [...rows];
  const place = (position: number): number => (next.length === 0 ? 0 : position % next.length);
  for (const one of changes) {
    if (one.type === "insert") next.splice(place(one.at), 0, one.row);
    if (one.type === "delete") next.splice(place(one.at), 1);
    if (one.type === "reverse") next.reverse();
    const here = "at" in one ? next[place(one.at)] : undefined;
    if (one.type === "repeat" && here !== undefined) next.splice(place(one.to), 0, here);
    if (one.type === "null for absent" && here !== undefined)
      next[place(one.at)] = here.replace(/,"drzava":null|\}$/, (end) => (end === "}" ? ',"drzava":null}' : ""));
  }
  return next;
}

test("every past generation has the rows of its day, whatever happened since", async () => {
  await using register = await Register.start();
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 12 }),
      fc.array(fc.array(change, { maxLength: 6 }), { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (first, nights, namesStates) => {
        await using target = await newTarget();
        const days = [first];
        for (const night of nights) days.push(changed(days.at(-1) ?? [], night));
        for (const [index, rows] of days.entries()) {
          register.rows = { temeljni_kapital: rows };
          register.state = namesStates ? `state-${index}` : undefined;
          const result = await sync(target.name, {
            baseUrl: register.url,
            subscriptionKey: register.key,
            lists: ["temeljni_kapital"],
            limit: 5,
            acceptShrink: true,
            // More than a thousand copies: without a thread for each.
            fetch,
          });
          expect(result.generation).toBe(index + 1);
        }
        for (const [index, rows] of days.entries())
          expect(await rowsIn(target.name, "temeljni_kapital", index + 1)).toEqual(canonicalRows(rows));
        expect(await rowsInView(target.name, "temeljni_kapital")).toEqual(canonicalRows(days.at(-1) ?? []));
        expect((await verify(target.name)).problems).toEqual([]);
      },
    ),
    { numRuns: proofRuns("sequences of days", randomRuns(300)) },
  );
});
