#!/usr/bin/env node
// First: it starts another process, which would do once more what came before.
await import("./cli/memory.ts");
const { requireNode } = await import("#kit/node-gate");
// An older Node cannot load what follows: it has no SQLite.
requireNode(new URL("../package.json", import.meta.url), 1);
const { main } = await import("./cli/main.ts");
await main(process.argv);
