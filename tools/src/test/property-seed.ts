/**
 * Property tests use a fixed seed, so that only a change to the code can make one fail. `FAST_CHECK_SEED=$RANDOM pnpm test` uses
 * another.
 */
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_120) });
