import type { Measure } from "../harness/measure.ts";
import { measure as decode } from "./decode.ts";

/** All measures, in the order in which they run and are shown. */
export const measures: readonly Measure[] = [decode];
