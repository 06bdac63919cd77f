/**
 * Loaded before a program that `fork` starts: ends the program when its parent ends, however that happens. The channel
 * between the two closes even when the parent is killed outright.
 */
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
// Without a listener for messages the channel would not be watched.
process.on("message", () => {});
process.channel?.unref();
