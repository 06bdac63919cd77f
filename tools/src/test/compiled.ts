/** The cache of compiled modules that the processes of one run of tests share. */
import { makeCommandFolder } from "../shared/command-folder.ts";

/**
 * Lets every process that tests start find modules compiled by an earlier one: hundreds of them load the same. The cache is removed when
 * this process ends. Paths of copies differ in every run, so that one that is kept would only grow.
 */
export function shareCompiled(): void {
  process.env.NODE_COMPILE_CACHE = makeCommandFolder("compiled");
}
