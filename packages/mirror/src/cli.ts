#!/usr/bin/env node
import { requireNode } from "#kit/node-gate";

// An older Node cannot load what follows: it has no SQLite.
requireNode(new URL("../package.json", import.meta.url), 2);
// Node 22 warns about its SQLite, which is of no use to someone who makes a copy.
process.removeAllListeners("warning");
process.on("warning", ({ name, message }) => {
  if (name !== "ExperimentalWarning") console.error(`${name}: ${message}`);
});
const { watchOutput } = await import("#kit/watch-output");
watchOutput("court-register-mirror");
const { main } = await import("./cli/main.ts");
process.exitCode = await main(process.argv.slice(2));
