/** A small disk for the tables of a PostgreSQL server. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverUser } from "./postgres-server.ts";

function run(program: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
}

/** A file system in memory that the server's user may write, and that holds no more than is said. */
export class SmallDisk implements Disposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Makes one. @throws Error if this user may not mount a file system. */
  static mount(megabytes: number): SmallDisk {
    const folder = mkdtempSync(join(tmpdir(), "mirror-disk-"));
    chmodSync(folder, 0o755);
    const { uid, gid } = serverUser;
    try {
      run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,uid=${uid},gid=${gid},mode=700`, "tmpfs", folder);
    } catch (error) {
      rmSync(folder, { recursive: true });
      throw error;
    }
    return new SmallDisk(folder);
  }

  grow(megabytes: number): void {
    run("mount", "-o", `remount,size=${megabytes}m`, this.folder);
  }

  [Symbol.dispose](): void {
    run("umount", this.folder);
    rmSync(this.folder, { recursive: true });
  }
}
