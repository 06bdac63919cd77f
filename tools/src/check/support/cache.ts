/** Where everything is kept that checks need not fetch again. */
import { root } from "../../repository.ts";

/** The folder that survives between runs. */
export const cache: string = `${root}/node_modules/.cache/court-register-runtimes`;

/** npm's cache of the checks alone, so that it can be told what has been downloaded. */
export const npmCache: string = `${cache}/npm`;
