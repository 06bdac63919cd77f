/**
 * A nursery of 8 MB, and a heap that is collected once it has grown by a third: sizes that answers are quick with. Node 22
 * warns of its SQLite, which is not for those to read who only start a server.
 */
const engineOptions = ["--max-semi-space-size=8", "--heap-growing-percent=30", "--disable-warning=ExperimentalWarning"];

/**
 * On a machine with memory to spare, the engine lets hundreds of megabytes of garbage pile up. A server that people leave
 * running beside their own work keeps small instead. The sizes can only be set when the process begins, so it begins again,
 * as the same process, where the system can do that; elsewhere it just runs larger.
 */
function beginSmall(): void {
  // A channel to a parent would not survive; whoever opened one can give the option itself.
  const chosen = process.execArgv.some((argument) => argument.includes("semi-space")) || process.connected;
  if (chosen || typeof process.execve !== "function" || process.platform === "win32") return;
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...engineOptions, ...process.argv.slice(1)]);
}

beginSmall();
