/** `pnpm build`: builds every package that is out of date. */
import { readArguments } from "./arguments.ts";
import { endWithLauncher } from "./end-with-launcher.ts";
import { turbo } from "./turbo.ts";

readArguments(
  `pnpm build

Compiles every package into its dist folder, and skips what did not change.
`,
  {},
);
endWithLauncher();
process.exitCode = await turbo("build");
