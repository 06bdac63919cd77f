/**
 * Preloaded into every root command, or run before it. pnpm runs the command even when the automatic install has failed, or has not brought Node
 * because it ignores install scripts; the last thing printed would then be a stack trace about a file that the machine's own Node
 * cannot load. JavaScript, because any Node runs it.
 */
import { existsSync } from "node:fs";

if (!existsSync(new URL("../../../node_modules/.modules.yaml", import.meta.url))) {
  console.error(
    "\nNot started: the packages are not installed. What pnpm says above is the reason. Put it right (network, proxy, registry, free space), then run the same command again.",
  );
  process.exit(2);
}

if (Number.parseInt(process.versions.node, 10) < 24) {
  const isThere = ["node", "node.exe"].some((name) =>
    existsSync(new URL(`../../../node_modules/node/bin/${name}`, import.meta.url)),
  );
  console.error(
    isThere
      ? `\nNot started: this is Node ${process.versions.node}, and not the workspace's own Node 24, which is installed. Scripts of pnpm run on that: use one, such as npx --yes pnpm@12 start, or npx --yes pnpm@12 exec node … for a file.`
      : `\nNot started: this is Node ${process.versions.node}, and the workspace's own Node 24 is missing. If pnpm ignores install scripts here (ignore-scripts), let this one run:\n\n  pnpm_config_ignore_scripts=false npx --yes pnpm@12 rebuild node`,
  );
  process.exit(2);
}
