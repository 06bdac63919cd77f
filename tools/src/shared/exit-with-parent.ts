/**
 * Preloaded into a program started with `fork`: ends it when its parent ends, for whatever reason, and removes the folder that
 * the parent made for it (`FOLDER_OF_PARENT`). The IPC channel closes even when the parent is killed with SIGKILL.
 */
import { rmSync } from "node:fs";

process.once("disconnect", () => {
  const { FOLDER_OF_PARENT } = process.env;
  if (FOLDER_OF_PARENT !== undefined) rmSync(FOLDER_OF_PARENT, { recursive: true, force: true });
  process.kill(process.pid, "SIGTERM");
});
// Without a message listener, Node would not watch the channel.
process.on("message", () => {});
process.channel?.unref();
