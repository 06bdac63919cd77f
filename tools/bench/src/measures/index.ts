import { measure as conformance } from "./conformance/index.ts";
import { measure as decode } from "./decode/index.ts";
import type { Measure } from "./measure.ts";
import { measure as mirror } from "./mirror/index.ts";
import { measure as scale } from "./scale/index.ts";
import { measure as server } from "./server/index.ts";
import { measure as size } from "./size/index.ts";
import { measure as startUp } from "./start-up/index.ts";
import { measure as typeCheck } from "./type-check/index.ts";
import { measure as walk } from "./walk/index.ts";

/** All measures, in the order in which they run and are shown. A new one is a folder here, and a line in this list. */
export const measures: readonly Measure[] = [
  decode,
  size,
  typeCheck,
  startUp,
  walk,
  mirror,
  scale,
  server,
  conformance,
];
