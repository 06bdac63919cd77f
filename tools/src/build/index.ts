/** `pnpm build`: builds every package. */
import { readArguments } from "../shared/arguments.ts";
import { endWithLauncher } from "../shared/end-with-launcher.ts";
import { turbo } from "../shared/turbo.ts";

readArguments(
  `pnpm build

Compiles every package into its dist folder. What runs from there meanwhile, such as another build, is not disturbed.
`,
  {},
);
endWithLauncher();
process.exitCode = await turbo("build");
