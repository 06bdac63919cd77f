import { root } from "../shared/repository.ts";
import { specDiff } from "./spec-diff.ts";

process.exitCode = await specDiff(process.argv.slice(2), {
  root,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
