/** A copy is killed at any moment, and the next run goes on: the result is that of a run that nobody killed. */
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sync, verify } from "../src/index.ts";
import { history, nextDay, optionsFor, startRegister } from "./support/days.ts";
import { assertKilled, assertPlacesFit, countCommits, startSync } from "./support/killed.ts";
import { proofCases, proofRuns } from "./support/proofs.ts";
import type { Register } from "./support/register.ts";
import { newTarget, randomRuns, sqliteTarget } from "./support/target.ts";

/** A hundred processes and more, one after another, on a machine that does other work too. */
const patience = 900_000;

/** The history of a target that two uninterrupted runs have filled on two days. */
async function expectedHistory(register: Register): Promise<unknown[]> {
  await using whole = await newTarget();
  const { rows, state } = register;
  await sync(whole.name, optionsFor(register));
  nextDay(register);
  await sync(whole.name, optionsFor(register));
  const expected = await history(whole.name);
  Object.assign(register, { rows, state });
  return expected;
}

test.for([true, false])(
  "a kill at any commit loses nothing (the service names states: %s)",
  { timeout: patience },
  async (namesStates, { skip }) => {
    if (process.env.COURT_REGISTER_TEST_POSTGRES) return skip("This is about files, and runs without a server.");
    await using register = await startRegister(namesStates);
    const expected = await expectedHistory(register);
    await using yesterday = sqliteTarget();
    await sync(yesterday.name, optionsFor(register));
    nextDay(register);
    await using counted = sqliteTarget();
    copyFileSync(yesterday.name, counted.name);
    const commits = await countCommits(counted.name, register);
    expect(commits).toBeGreaterThan(10);
    const each = Array.from({ length: commits }, (_, index) => index + 1);
    for (const commit of proofCases("kills at a commit", each)) {
      await using target = sqliteTarget();
      copyFileSync(yesterday.name, target.name);
      await assertKilled(startSync(target.name, register, String(commit)), commit);
      await assertPlacesFit(target.name);
      await sync(target.name, optionsFor(register));
      // Killed after it was published, a copy of a service without states is followed by an equal one.
      const days = (await history(target.name)).slice(0, expected.length);
      expect(days, `killed at commit ${commit}`).toEqual(expected);
      expect((await verify(target.name)).problems).toEqual([]);
    }
  },
);

test(
  "100 kills, ten to a copy, each at a random request and moment",
  async () => {
    await using register = await startRegister(true);
    const expected = await expectedHistory(register);
    const kill = fc.record({ requests: fc.integer({ min: 1, max: 8 }), delay: fc.nat(6) });
    await fc.assert(
      fc.asyncProperty(fc.array(kill, { minLength: 10, maxLength: 10 }), async (kills) => {
        const { rows, state } = register;
        await using target = await newTarget();
        for (const [index, { requests, delay }] of kills.entries()) {
          const child = startSync(target.name, register);
          const last = register.requests + requests;
          register.intercept = async ({ index: request }) => {
            if (request + 1 === last) setTimeout(() => child.kill("SIGKILL"), delay);
            return false;
          };
          await once(child, "exit");
          // Half of the kills are on the second day, whatever is unfinished by then.
          if (index === 4) {
            register.intercept = undefined;
            await sync(target.name, optionsFor(register));
            nextDay(register);
          }
        }
        register.intercept = undefined;
        await sync(target.name, optionsFor(register));
        expect(await history(target.name)).toEqual(expected);
        Object.assign(register, { rows, state });
      }),
      { numRuns: proofRuns("copies that are killed ten times", randomRuns(10)), endOnFailure: true },
    );
  },
  patience,
);
