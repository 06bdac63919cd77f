/** Absolute path of the repository's root folder, without a slash at its end. */
export const root: string = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
