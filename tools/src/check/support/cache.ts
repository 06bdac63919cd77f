/** Where checks cache what they download. */
import { root } from "../../shared/repository.ts";

/** A folder that is kept between runs. */
export const cache: string = `${root}/node_modules/.cache/court-register-runtimes`;

/** npm's cache, used only by the checks. */
export const npmCache: string = `${cache}/npm`;
