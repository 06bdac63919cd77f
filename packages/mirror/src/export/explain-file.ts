import { MirrorError } from "../mirror-error.ts";

const nothing = "Nothing of this export has appeared";

/** Turns an error of the file system into one that says what to do. Returns any other error as it is. */
export function explainFile(error: unknown, folder: string): unknown {
  if (error instanceof DOMException && error.name === "AbortError")
    return new MirrorError("stopped", `Stopped. ${nothing}. Run the command again.`, { cause: error });
  if (!(error instanceof Error) || error instanceof MirrorError || !("syscall" in error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  const options = { cause: error };
  if (code === "ENOSPC" || code === "EDQUOT")
    return new MirrorError(
      "unavailable",
      `The disk of ${folder} is full. ${nothing}. Free some space and run the command again.`,
      options,
    );
  if (code === "EEXIST" || code === "ENOTDIR")
    return new MirrorError("usage", `${folder} is not a folder. Name another one.`, options);
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return new MirrorError("unavailable", `${folder} cannot be written. ${nothing}. Check its permissions.`, options);
  return new MirrorError("unavailable", `${folder} cannot be written: ${error.message}. ${nothing}.`, options);
}
