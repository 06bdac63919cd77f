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

const { main } = await import("./cli/main.ts");

// Output that cannot be written does not end the run: its reports are still needed. With a closed pipe (`… | head`), nothing is wrong.
let unwritten: NodeJS.ErrnoException | undefined;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") unwritten ??= error;
});
// There is nowhere to say it, and the verdict does not depend on it.
process.stderr.on("error", () => {});

let code = await main(process.argv.slice(2), process);
// Explicitly, once all output is flushed: behind a proxy that refuses to connect, Node would keep trying forever.
await new Promise((resolve) => process.stdout.write("", resolve));
if (unwritten !== undefined) {
  console.error(`court-register-conformance: the output could not be written (${unwritten.code}): is the disk full?`);
  code = 2;
}
await new Promise((resolve) => process.stderr.write("", resolve));
process.exit(code);
