#!/usr/bin/env node
// An older Node cannot load what follows: it has no SQLite.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 16)) {
  console.error(
    `court-register-server needs Node 22.16 or newer, but this is ${process.version} (${process.execPath}). Install a newer one, or let npx do it: npx -p node@24 -p @court-register/reference-server court-register-server`,
  );
  process.exit(1);
}
await import("./cli/memory.ts");
const { main } = await import("./cli/main.ts");
await main(process.argv);
