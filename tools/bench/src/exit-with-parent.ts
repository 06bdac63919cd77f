/**
 * Preloaded into a program started with `fork`: ends it when its parent ends, for whatever reason. The IPC channel closes even when the
 * parent is killed with SIGKILL.
 */
process.once("disconnect", () => void process.kill(process.pid, "SIGTERM"));
// Without a message listener, Node would not watch the channel.
process.on("message", () => {});
process.channel?.unref();
