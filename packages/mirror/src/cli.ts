#!/usr/bin/env node
// An older Node cannot load what follows: it has no SQLite.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 16)) {
  console.error(
    `court-register-mirror needs Node 22.16 or newer, but this is ${process.version} (${process.execPath}). Install a newer one, or let npx do it: npx -p node@24 -p @court-register/mirror court-register-mirror`,
  );
  process.exit(2);
}
// Node 22 warns about its SQLite, which is of no use to someone who makes a copy.
process.removeAllListeners("warning");
process.on("warning", ({ name, message }) => {
  if (name !== "ExperimentalWarning") console.error(`${name}: ${message}`);
});
const { watchOutput } = await import("./generated/output.ts");
watchOutput("court-register-mirror");
const { main } = await import("./cli/main.ts");
process.exitCode = await main(process.argv.slice(2));
