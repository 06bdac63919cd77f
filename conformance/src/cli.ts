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

// A closed pipe (`… | head`) does not end the run: its reports and exit code are still needed.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

let code: number;
try {
  code = await main(process.argv.slice(2), process);
} catch (error) {
  // A bug in the suite is no verdict on the service.
  console.error("court-register-conformance: this is a bug in the suite, please report it:", error);
  code = 2;
}
// Explicitly, once all output is flushed: behind a proxy that refuses to connect, Node would keep trying forever.
for (const stream of [process.stdout, process.stderr]) await new Promise((resolve) => stream.write("", resolve));
process.exit(code);
