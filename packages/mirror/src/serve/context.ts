import { MirrorError } from "../mirror-error.ts";
import type { TargetOptions } from "../store/open.ts";
import { readCopy, type Snapshot } from "../store/snapshot.ts";
import { targetName } from "../store/target-name.ts";

/** Reads the copy. */
export type Read = <T>(work: (snapshot: Snapshot) => Promise<T>) => Promise<T>;

/** What routes answer from. */
export interface Context {
  /** The target, as pages may call it. */
  name: string;
  read: Read;
  /** Where others find the server, without a slash at its end; undefined if that is the address that a request asks for. */
  publicRoot: string | undefined;
  /** That of the courts. */
  timeZone: string;
}

export const makeContext = (
  target: string,
  options: TargetOptions,
  { publicRoot, timeZone }: Pick<Context, "publicRoot" | "timeZone">,
): Context => ({
  name: targetName(target),
  publicRoot,
  timeZone,
  read: async (work) => {
    let isOpen = false;
    try {
      return await readCopy(target, options, (snapshot) => {
        isOpen = true;
        return work(snapshot);
      });
    } catch (error) {
      // Whoever asks has done nothing wrong if the copy is gone, or another file is in its place.
      if (isOpen || !(error instanceof MirrorError)) throw error;
      throw new MirrorError("unavailable", error.text, { cause: error });
    }
  },
});
