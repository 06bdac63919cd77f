import { readArguments } from "../shared/arguments.ts";
import { root } from "../shared/repository.ts";
import { help, options, specDiff } from "./spec-diff.ts";

const { values } = await readArguments(help, options);
const { code, out, err } = await specDiff(root, values, process.env.GITHUB_ACTIONS === "true");
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = code;
