import { MirrorError } from "../mirror-error.ts";

/**
 * Turns an error of the file system into one that says what to do. Returns any other error as it is.
 *
 * @param folder - Where the export goes.
 * @param outcome - What has become of the export.
 */
export function explainFile(error: unknown, folder: string, outcome = "Nothing of this export has appeared"): unknown {
  if (error instanceof DOMException && error.name === "AbortError")
    return new MirrorError("stopped", `Stopped. ${outcome}. Run the command again.`, { cause: error });
  if (!(error instanceof Error) || error instanceof MirrorError || !("syscall" in error)) return error;
  const { code, path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  const place = dest ?? path ?? folder;
  const options = { cause: error };
  if (code === "ENOSPC" || code === "EDQUOT")
    return new MirrorError(
      "unavailable",
      `The disk of ${folder} is full. ${outcome}. Free some space and run the command again.`,
      options,
    );
  if (code === "EEXIST" || code === "ENOTDIR")
    return new MirrorError("usage", `${place} is not a folder. ${outcome}. Name another one.`, options);
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return new MirrorError(
      "unavailable",
      `${place} cannot be read or written. ${outcome}. Check its permissions.`,
      options,
    );
  return new MirrorError("unavailable", `${place} cannot be read or written: ${error.message}. ${outcome}.`, options);
}
