import { realpathSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Which Java this machine has, for the hash of the tests that generate clients and are skipped without one: its path, and when it was
 * installed.
 */
export function installedJava({ JAVA_HOME, PATH = "" }: NodeJS.ProcessEnv): string {
  const folders = [...(JAVA_HOME ? [join(JAVA_HOME, "bin")] : []), ...PATH.split(delimiter)];
  for (const folder of folders) {
    const file = join(folder, "java");
    try {
      return `${realpathSync(file)} of ${statSync(file).mtime.toISOString()}`;
    } catch {
      // It is not there.
    }
  }
  return "none";
}
