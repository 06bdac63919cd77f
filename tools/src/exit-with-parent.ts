/**
 * Loaded before a program that `fork` starts: ends the program when its parent ends, however that happens, and removes the folder
 * that the parent made for it (`FOLDER_OF_PARENT`). The channel between the two closes even when the parent is killed outright.
 */
import { rmSync } from "node:fs";

process.once("disconnect", () => {
  const { FOLDER_OF_PARENT } = process.env;
  if (FOLDER_OF_PARENT !== undefined) rmSync(FOLDER_OF_PARENT, { recursive: true, force: true });
  process.kill(process.pid, "SIGTERM");
});
// Without a listener for messages the channel would not be watched.
process.on("message", () => {});
process.channel?.unref();
