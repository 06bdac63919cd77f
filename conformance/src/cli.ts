#!/usr/bin/env node
import { requireNode } from "#kit/node-gate";

// An older Node cannot even parse what `main` imports, so the version is checked first.
requireNode(new URL("../package.json", import.meta.url), 2);
// CI pipelines pass unset variables as empty ones.
for (const [name, value] of Object.entries(process.env)) {
  if (name.startsWith("COURT_REGISTER_") && value === "") delete process.env[name];
}

const { watchOutput, written } = await import("#kit/watch-output");
// Output that cannot be written does not end the run: its reports are still needed.
watchOutput("court-register-conformance");
const { main } = await import("./cli/main.ts");
const code = await main(process.argv.slice(2), process);
// Explicitly, once all output is written: behind a proxy that refuses to connect, Node would keep trying forever.
await written();
process.exit(code);
