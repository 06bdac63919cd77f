/** `pnpm build`: builds every package. */
import { readArguments } from "../shared/arguments.ts";
import { endWithLauncher } from "../shared/end-with-launcher.ts";
import { build } from "./build.ts";

await readArguments(
  `pnpm build

Compiles every package into its dist folder, except for those that are built from what is there now. What runs from there meanwhile,
such as another build, is not disturbed.
`,
  {},
);
endWithLauncher();
await build(undefined, 1);
