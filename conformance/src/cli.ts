#!/usr/bin/env node
// An older Node cannot even parse what `main` imports, so the version is checked first.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(
    `court-register-conformance needs Node 22.12 or newer, but this is ${process.version} (${process.execPath}). Install a newer one, or let npx fetch it: npx -p node@24 -p @court-register/conformance court-register-conformance …`,
  );
  process.exit(2);
}
// CI pipelines pass unset variables as empty ones.
for (const [name, value] of Object.entries(process.env)) {
  if (name.startsWith("COURT_REGISTER_") && value === "") delete process.env[name];
}

const { watchOutput, written } = await import("./generated/output.ts");
// Output that cannot be written does not end the run: its reports are still needed.
watchOutput("court-register-conformance");
const { main } = await import("./cli/main.ts");
const code = await main(process.argv.slice(2), process);
// Explicitly, once all output is written: behind a proxy that refuses to connect, Node would keep trying forever.
await written();
process.exit(code);
