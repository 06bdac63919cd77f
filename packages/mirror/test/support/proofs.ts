/**
 * Proofs that take minutes: whole by `pnpm check:proofs`, or on a server by `pnpm check:postgres`; elsewhere a tenth of them, by a seed
 * that is printed.
 */
import fc from "fast-check";

const isFull = process.env.COURT_REGISTER_PROOFS === "full";

const wholeBy = process.env.COURT_REGISTER_TEST_POSTGRES ? "pnpm check:postgres" : "pnpm check:proofs";

/** The seed of all that is random in tests (tools/src/test/property-seed.ts). */
const seed = fc.readConfigureGlobal().seed ?? 0;

/** How often a property is tried, whose proof takes long. */
export function proofRuns(what: string, all: number): number {
  if (isFull) return all;
  const size = Math.max(1, Math.round(all / 10));
  console.log(`${size} of ${all} ${what}, with FAST_CHECK_SEED=${seed}. ${wholeBy} tries all.`);
  return size;
}

/** The cases of a proof that takes long: all of them, or some, in their order. */
export function proofCases<T>(what: string, all: readonly T[]): T[] {
  const size = proofRuns(what, all.length);
  const some = fc.shuffledSubarray([...all.keys()], { minLength: size, maxLength: size });
  const [chosen = []] = fc.sample(some, { numRuns: 1, seed });
  return chosen.sort((one, other) => one - other).map((index) => all[index] as T);
}
