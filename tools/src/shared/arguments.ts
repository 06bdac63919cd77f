/** Parses the arguments of the root commands the same way. */
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { watchOutput, written } from "@court-register/kit/watch-output";

/**
 * Reads this process's arguments before it does anything else. `--help` prints the help and exits; an unknown argument exits
 * with code 2, as does from here on whatever keeps the command from its work: 1 is a verdict.
 *
 * @param help - its first line is the usage, such as `pnpm check:docs [FILE or FOLDER …]`.
 * @param options - as for `parseArgs`.
 * @param knows - whether the command accepts a positional argument. @defaultValue it accepts none
 */
export async function readArguments<const Options extends ParseArgsOptionsConfig>(
  help: string,
  options: Options,
  knows: (word: string) => boolean = () => false,
): Promise<{ values: ReturnType<typeof parseArgs<{ options: Options }>>["values"]; words: string[] }> {
  watchOutput(/^pnpm exec node \S+|^pnpm \S+/.exec(help)?.[0] ?? "");
  try {
    const args = process.argv.slice(2);
    // First: whoever asks for help may have got the rest wrong.
    if (args.includes("--help") || args.includes("-h")) {
      process.stdout.write(help);
      await written();
      process.exit(0);
    }
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    for (const word of positionals) if (!knows(word)) throw new TypeError(`Unknown argument '${word}'.`);
    return { values, words: positionals };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node's advice on positional arguments that begin with a dash does not apply: no command takes any.
    process.stderr.write(`${error.message.replace(/(?<=\.) To specify a positional argument.*/s, "")}\n\n${help}`);
    await written();
    process.exit(2);
  }
}
