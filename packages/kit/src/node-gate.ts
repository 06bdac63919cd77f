// Nothing here is newer than Node 14: an old one must get as far as the message.
import { readFileSync } from "node:fs";

/** What the manifest of a command says of it. */
export interface Manifest {
  name: string;
  /** The command alone. */
  bin: Readonly<Record<string, string>>;
  /** The versions of Node, from the lowest on, such as `^22.16.0 || ^24.0.0 || >=26.0.0`. */
  engines: { readonly node: string };
}

/** The versions of one line of Node, or from one on, if `isOpen`. */
interface Line {
  major: number;
  minor: number;
  isOpen: boolean;
}

const linesOf = (range: string): Line[] =>
  range.split(" || ").map((part) => {
    const [, sign, major, minor] = /^(\^|>=)(\d+)\.(\d+)\.0$/.exec(part) ?? [];
    if (sign === undefined) throw new Error(`engines.node must be such as ^22.16.0 || >=24.0.0, and not ${range}.`);
    return { major: Number(major), minor: Number(minor), isOpen: sign === ">=" };
  });

const isIn = (line: Line, major: number, minor: number): boolean =>
  major === line.major ? minor >= line.minor : line.isOpen && major > line.major;

/** Why a command does not run on a version of Node, and what to do; undefined if it does. */
export function refuseNode({ name, bin, engines }: Manifest, version: string, program: string): string | undefined {
  const lines = linesOf(engines.node);
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (lines.some((line) => isIn(line, major, minor))) return undefined;
  const majors = lines.map((line) => line.major);
  const [lowest] = lines as [Line];
  const gaps: number[] = [];
  for (let one = lowest.major; one < Math.max(...majors); one++)
    if (!lines.some((line) => isIn(line, one, Number.POSITIVE_INFINITY))) gaps.push(one);
  const but = gaps.length === 0 ? "" : `, but not ${gaps.join(" or ")}`;
  const [command] = Object.keys(bin);
  return `${command} needs Node ${lowest.major}.${lowest.minor} or newer${but}: this is v${version} (${program}). Install Node 24, or let npx do it: npx -p node@24 -p ${name} ${command}`;
}

/**
 * Ends the process if its Node is not one that the command runs on: the first thing that a command does, before it loads anything else.
 *
 * @param manifest - The file.
 * @param failed - The exit code.
 */
export function requireNode(manifest: URL, failed: 1 | 2): void {
  const why = refuseNode(JSON.parse(readFileSync(manifest, "utf8")), process.versions.node, process.execPath);
  if (why === undefined) return;
  console.error(why);
  process.exit(failed);
}
