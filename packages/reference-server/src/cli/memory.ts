/**
 * A young generation of 8 MB, and a heap that is collected once it has grown by 30 %: responses are still fast with these
 * sizes. Node 22 warns about its SQLite, which is of no use to someone who only starts a server.
 */
const engineOptions = ["--max-semi-space-size=8", "--heap-growing-percent=30", "--disable-warning=ExperimentalWarning"];

/**
 * On a machine with much memory, V8 lets hundreds of megabytes of garbage pile up. A server that people leave running
 * beside their own work should stay small. The sizes can only be set when a process starts, so this one replaces itself
 * (execve) where the system supports that; elsewhere it just uses more memory.
 */
function restartSmall(): void {
  // An IPC channel to a parent would not survive; a parent that opened one can pass the options itself.
  const chosen = process.execArgv.some((argument) => argument.includes("semi-space")) || process.connected;
  // Under --permission, to replace a process is to start one.
  if (chosen || process.permission?.has("child") === false) return;
  if (typeof process.execve !== "function" || process.platform === "win32") return;
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...engineOptions, ...process.argv.slice(1)]);
}

restartSmall();
