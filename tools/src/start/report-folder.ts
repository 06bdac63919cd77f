import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A folder that only this process writes reports to, until it ends: `reports`, or `reports/2` and so on while another process of
 * the same clone has that one. Two would remove each other's reports.
 */
export function claimReportFolder(root: string): string {
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? join(root, "reports") : join(root, "reports", String(number));
    const claim = join(folder, ".in-use-by");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isClaimed(claim)) rmSync(claim, { force: true });
    try {
      writeFileSync(claim, String(process.pid), { flag: "wx" });
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "EEXIST") continue;
      throw error;
    }
    process.once("exit", () => rmSync(claim, { force: true }));
    return folder;
  }
}

/** Whether the process that wrote the claim is still there: one that was killed has not removed it. */
function isClaimed(claim: string): boolean {
  try {
    return process.kill(Number(readFileSync(claim, "utf8")), 0);
  } catch (error) {
    // EPERM: we may not signal it, so it exists.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
