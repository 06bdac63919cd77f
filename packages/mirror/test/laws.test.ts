/** Laws of a copy, on registers of any content over HTTP: what is kept is what was sent, however it was sent. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sync, verify } from "../src/index.ts";
import { type AnyJson, anyDigits, anyJson, anyObject, rendered } from "./support/any-json.ts";
import { proofRuns } from "./support/proofs.ts";
import { type NoRows, Register } from "./support/register.ts";
import { newTarget, randomRuns, rowsIn, rowsInView } from "./support/target.ts";

type Row = { fields: [string, AnyJson][] };

/** A list with a promised total, one without, and one without pages. */
const lists = ["temeljni_kapital", "gfi", "jezik"];

const field = (name: string, value: fc.Arbitrary<AnyJson>) => fc.tuple(fc.constant(name), value);
const digits = anyDigits.map((one) => ({ digits: one }));
/** A row as the contract has it, or anything. */
const anyRow: fc.Arbitrary<Row> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(field("mbs", digits), field("iznos", digits), field("naziv", fc.string()), field("valuta", anyJson))
      .map((fields) => ({ fields })),
  },
  { weight: 1, arbitrary: anyObject },
);
const anyRows = fc
  .array(anyRow, { maxLength: 14 })
  // Equal rows count as often as they are sent.
  .chain((rows) =>
    fc.array(fc.nat(99), { maxLength: 3 }).map((again) => [...rows, ...again.flatMap((one) => rows[one] ?? [])]),
  );

/** How a service sends its rows. */
interface Manner {
  seed: number;
  /** Greatest number of rows in each response, in turn. */
  caps: readonly number[];
  /** Whether it sends as many as that, whatever \`limit\` says. */
  ignoresLimit?: boolean;
  /** Whether rows come in another order in each response. */
  isShuffled: boolean;
}

const anyManner: fc.Arbitrary<Manner> = fc.record({
  seed: fc.nat(),
  // Two rows at least: pages of one cannot tell equal rows from a service that ignores offset.
  caps: fc.array(fc.integer({ min: 2, max: 9 }), { minLength: 1, maxLength: 4 }),
  ignoresLimit: fc.boolean(),
  isShuffled: fc.constant(false),
});

/** Lets a register answer every request in a manner. */
function answerWith(register: Register, rows: readonly Row[], { seed, caps, ignoresLimit, isShuffled }: Manner): void {
  register.intercept = ({ list, offset, limit, index, response }) => {
    const turn = index % rows.length || 0;
    const all = isShuffled ? [...rows.slice(turn), ...rows.slice(0, turn).reverse()] : rows;
    const isPaged = list !== "jezik";
    const cap = caps[index % caps.length] ?? 1;
    const most = ignoresLimit ? cap : Math.min(limit ?? 100, cap);
    const page = isPaged ? all.slice(offset, (offset ?? 0) + most) : all;
    if (list === "temeljni_kapital") response.setHeader("x-total-count", rows.length);
    if (register.state) response.setHeader("x-timestamp-id", register.state);
    if (page.length === 0) {
      register.sendNoRows(response);
      return true;
    }
    const texts = page.map((row, place) => rendered(row, seed + index * 1_000 + place));
    response.writeHead(200, { "content-type": "application/json" }).end(`[${texts.join(index % 2 ? ",\n " : ",")}]`);
    return true;
  };
}

test("a register cut into any pages, escaped in any way, its fields in any order, is the same copy and the same generation", async () => {
  await using register = await Register.start();
  await fc.assert(
    fc.asyncProperty(
      anyRows,
      fc.array(anyManner, { minLength: 2, maxLength: 3 }),
      fc.boolean(),
      async (rows, manners, namesStates) => {
        await using target = await newTarget();
        const sent = rows.map((row) => rendered(row)).sort();
        for (const [index, manner] of manners.entries()) {
          answerWith(register, rows, manner);
          register.state = namesStates ? `state-${index}` : undefined;
          const options = {
            baseUrl: register.url,
            subscriptionKey: register.key,
            lists,
            limit: 2 + (manner.seed % 9),
            fetch,
          };
          const { changes } = await sync(target.name, options);
          const fresh = index === 0 ? rows.length : 0;
          expect(changes).toMatchObject(lists.map(() => ({ rows: rows.length, new: fresh, gone: 0 })));
        }
        for (const list of lists) {
          expect(await rowsInView(target.name, list)).toEqual(sent);
          expect(await rowsIn(target.name, list, 1)).toEqual(sent);
        }
        expect((await verify(target.name)).problems).toEqual([]);
      },
    ),
    { numRuns: proofRuns("registers in two or three manners", randomRuns(100)) },
  );
});

test("rows that come in one response need no order, whether the service names states or not, however it ends", async () => {
  await using register = await Register.start();
  // Without status 500: where a list has no rows at all, it is retried, which takes seconds.
  const end = fc.constantFrom<NoRows>("[]", "null", "{}", "nothing", "status 400");
  await fc.assert(
    fc.asyncProperty(anyRows, fc.nat(), fc.boolean(), end, async (rows, seed, namesStates, noRows) => {
      await using target = await newTarget();
      register.noRows = noRows;
      answerWith(register, rows, { seed, caps: [1_000], isShuffled: true });
      register.state = namesStates ? "state" : undefined;
      const options = { baseUrl: register.url, subscriptionKey: register.key, lists, fetch };
      await sync(target.name, options);
      register.state = namesStates ? "another state" : undefined;
      const { changes } = await sync(target.name, options);
      expect(changes).toMatchObject(lists.map(() => ({ rows: rows.length, new: 0, gone: 0 })));
      for (const list of lists)
        expect(await rowsInView(target.name, list)).toEqual(rows.map((row) => rendered(row)).sort());
    }),
    { numRuns: proofRuns("registers without an order", randomRuns(60)) },
  );
});

test("a list without pages may have very many rows, also where one of them has changed", async () => {
  await using register = await Register.start();
  await using target = await newTarget();
  // A function takes some 126,000 arguments.
  const count = proofRuns("rows of a list without pages", 140_000);
  const rows = Array.from({ length: count }, (_, index) => `{"id":${index}}`);
  const options = { baseUrl: register.url, subscriptionKey: register.key, lists: ["jezik"], fetch };
  register.rows = { jezik: rows };
  register.state = "first-day";
  await sync(target.name, options);
  register.rows = { jezik: [...rows.slice(1), '{"id":-1}'] };
  register.state = "second-day";
  expect((await sync(target.name, options)).changes).toMatchObject([{ rows: count, new: 1, gone: 1 }]);
});
