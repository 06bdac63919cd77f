/** Whether a process of this machine runs, by its number. */
export function isRunning(number: number): boolean {
  try {
    process.kill(number, 0);
    return true;
  } catch (error) {
    // A process of another user is one too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
