/** What root commands are told, read in one way. */
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/**
 * Reads the arguments of this process before it does anything. `--help` prints the help and ends the process; an argument that
 * the command does not know ends it with exit code 2.
 *
 * @param help - its first line shows how the command is called, as `pnpm check:docs [FILE or FOLDER …]`.
 * @param options - as `parseArgs` takes them.
 * @param knows - whether the command knows a word that is no option. @defaultValue it knows none
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  help: string,
  options: Options,
  knows: (word: string) => boolean = () => false,
): { values: ReturnType<typeof parseArgs<{ options: Options }>>["values"]; words: string[] } {
  try {
    const args = process.argv.slice(2);
    // Before the rest: who asks for help may have the rest wrong.
    if (args.includes("--help") || args.includes("-h")) {
      process.stdout.write(help);
      process.exit(0);
    }
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    for (const word of positionals) if (!knows(word)) throw new TypeError(`Unknown argument '${word}'.`);
    return { values, words: positionals };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // What Node advises beside it does not hold here: no argument begins with a dash and is no option.
    process.stderr.write(`${error.message.replace(/(?<=\.) To specify a positional argument.*/s, "")}\n\n${help}`);
    process.exit(2);
  }
}
