import { type OptionText, writeText } from "./option-text.ts";

/**
 * Why a command of the mirror has ended:
 * - `usage`: an option or the target is not one
 * - `refused`: the service refuses the key, or leads elsewhere; or the receiver of changes refuses them
 * - `foreign`: the target, or the file of what was told, belongs to something else
 * - `newer`: the target was written by a newer version of the mirror
 * - `damaged`: what is stored is not what was stored
 * - `held`: another run writes to the target
 * - `shrunk`: a list lost so many rows that it may be a mistake of the service
 * - `grown`: a list got so many rows that it may have no end
 * - `unavailable`: the target cannot be opened, read or written
 * - `service`: the service did not answer as it should, or the receiver of changes could not take them now
 * - `changing`: the register changed while it was copied, again and again
 * - `lost-hold`: another run has taken over
 * - `stopped`: the caller has stopped it
 */
export type MirrorErrorKind =
  | "usage"
  | "refused"
  | "foreign"
  | "newer"
  | "damaged"
  | "held"
  | "shrunk"
  | "grown"
  | "unavailable"
  | "service"
  | "changing"
  | "lost-hold"
  | "stopped";

/** Kinds after which the same command goes on when it is run again. */
const resumable: ReadonlySet<MirrorErrorKind> = new Set(["unavailable", "service", "changing", "lost-hold", "stopped"]);

/** The mirror cannot go on. The message says what is wrong and what to do; no secret is in it. */
export class MirrorError extends Error {
  override readonly name = "MirrorError" as const;
  readonly kind: MirrorErrorKind;
  /** The message in its parts, for those that have other names for options than programs. */
  readonly text: OptionText;

  constructor(kind: MirrorErrorKind, text: OptionText | string, options?: ErrorOptions) {
    super(writeText(text), options);
    this.kind = kind;
    this.text = typeof text === "string" ? [text] : text;
  }

  /** Whether what was copied so far is kept, so that the same command goes on from there. */
  get resumable(): boolean {
    return resumable.has(this.kind);
  }
}
