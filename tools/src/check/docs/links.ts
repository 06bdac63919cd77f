/** Checks that links resolve. */
import { posix } from "node:path";
import type { Document, Finding } from "./document.ts";

/**
 * Finds relative links that are broken.
 *
 * @param files - all files of the repository, by path from its root.
 * @param read - parses the document that a link leads to.
 */
export function findBrokenLinks(
  document: Document,
  files: ReadonlySet<string>,
  read: (file: string) => Document,
): Finding[] {
  const folders = new Set(["."]);
  for (const file of files) for (let one = posix.dirname(file); one !== "."; one = posix.dirname(one)) folders.add(one);
  return document.links.flatMap(({ url, line }) => {
    const what = problem(url);
    return what === undefined ? [] : [{ file: document.file, line, what }];
  });

  function problem(url: string): string | undefined {
    if (/^[a-z][a-z+.-]*:/i.test(url)) return undefined;
    const [path = "", anchor] = url.split("#").map(decodeURIComponent);
    if (path.startsWith("/")) return `${url} is absolute, and leads elsewhere wherever this is shown`;
    const target = path === "" ? document.file : posix.join(posix.dirname(document.file), path).replace(/\/$/, "");
    if (!files.has(target) && !folders.has(target)) return `${url} is not a file or folder of the repository`;
    if (anchor === undefined) return undefined;
    if (!target.endsWith(".md")) return `${url} has an anchor, but is not Markdown`;
    return read(target).anchors.has(anchor) ? undefined : `${url} is not an anchor in ${target}`;
  }
}
