#!/usr/bin/env node
import { main } from "./cli/main.ts";

// A reader that has seen enough (`… | head`) does not end the run: its reports and its exit code are still wanted.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  process.exitCode = await main(process.argv.slice(2), process);
} catch (error) {
  // A bug of the suite's own is no verdict on the service.
  console.error("court-register-conformance: this is a bug of the suite, please report it:", error);
  process.exitCode = 2;
}
