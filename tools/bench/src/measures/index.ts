import type { Measure } from "../harness/measure.ts";
import { measure as conformance } from "./conformance.ts";
import { measure as decode } from "./decode.ts";
import { measure as mirror } from "./mirror.ts";
import { measure as operations } from "./operations.ts";
import { measure as regenerate } from "./regenerate.ts";
import { measure as server } from "./server.ts";
import { measure as size } from "./size.ts";
import { measure as startUp } from "./start-up.ts";
import { measure as typeCheck } from "./type-check.ts";
import { measure as walk } from "./walk.ts";

/** All measures, in the order in which they run and are shown. */
export const measures: readonly Measure[] = [
  decode,
  size,
  typeCheck,
  operations,
  startUp,
  walk,
  server,
  regenerate,
  conformance,
  mirror,
];
