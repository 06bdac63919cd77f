import { watchOutput } from "../shared/output.ts";
import { root } from "../shared/repository.ts";
import { specDiff } from "./spec-diff.ts";

watchOutput("pnpm spec:diff");
process.exitCode = await specDiff(process.argv.slice(2), {
  root,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
