/** Megabytes of the nursery for new objects. */
const nursery = 16;

/**
 * On a machine with memory to spare, the engine lets its nursery grow to hundreds of megabytes of garbage. A server that
 * people leave running beside their own work keeps small instead, and answers as fast. The size can only be set when the
 * process begins, so it begins again, as the same process, where the system can do that; elsewhere it just runs larger.
 */
function beginSmall(): void {
  const option = `--max-semi-space-size=${nursery}`;
  // A channel to a parent would not survive; whoever opened one can give the option itself.
  const chosen = process.execArgv.some((argument) => argument.includes("semi-space")) || process.connected;
  if (chosen || typeof process.execve !== "function" || process.platform === "win32") return;
  process.execve(process.execPath, [process.execPath, ...process.execArgv, option, ...process.argv.slice(1)]);
}

beginSmall();
