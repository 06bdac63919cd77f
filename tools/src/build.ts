/** `pnpm build`: builds every package. */
import { readArguments } from "./arguments.ts";
import { endWithLauncher } from "./end-with-launcher.ts";
import { turbo } from "./turbo.ts";

readArguments(
  `pnpm build

Compiles every package into its dist folder. What runs from there meanwhile, such as another build, is not disturbed.
`,
  {},
);
endWithLauncher();
process.exitCode = await turbo("build");
