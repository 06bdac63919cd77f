/**
 * Property tests draw the same cases in every run, so that a change alone makes a test fail, and never a draw.
 * `FAST_CHECK_SEED=$RANDOM pnpm test` draws others.
 */
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_120) });
