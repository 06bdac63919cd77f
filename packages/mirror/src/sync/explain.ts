/** What users are told of an error of a service: what happened, what is kept, and what to do. */
import { RegisterError } from "@court-register/fetch";
import { MirrorError, type MirrorErrorKind } from "../mirror-error.ts";
import { say } from "../option-text.ts";
import { interfaceNames } from "../store/snapshot.ts";
import type { Interface } from "../wire/list.ts";
import { inOwnWords, wantsToken } from "./advice.ts";

/**
 * Turns an error of the client into one that says what to do. Returns any other as it is.
 *
 * @param of - The interface whose client it is from.
 * @param goesOn - Whether the next run goes on from what is copied.
 */
export function explainPart(error: unknown, of: Interface, goesOn: boolean): unknown {
  if (!(error instanceof RegisterError)) return error;
  const { kind } = error;
  const message = inOwnWords(error, of);
  const options = { cause: error };
  if (kind === "aborted") return new MirrorError("stopped", "Stopped. Run the command again.", options);
  if (kind === "authentication")
    return new MirrorError("refused", say`${refusalOf(error, of)} ${message} The earlier copy is intact.`, options);
  if (kind === "redirect") return new MirrorError("refused", say`${message} The earlier copy is intact.`, options);
  return new MirrorError(
    "service",
    goesOn
      ? say`${message} What is copied so far is kept: run the command again to go on.`
      : say`${message} The earlier copy is intact. Run the command again: it begins anew, because the service names no states.`,
    options,
  );
}

/** What a service refuses. */
const refusalOf = ({ tokenUrl, headers }: RegisterError, of: Interface): string =>
  tokenUrl === undefined
    ? `The service refuses the ${of === "register" && !wantsToken(headers) ? "key" : "request"}.`
    : "There is no access token for the service.";

/** Errors of one service: the other one is asked all the same. */
const ofOneService: ReadonlySet<MirrorErrorKind> = new Set(["service", "refused", "changing", "shrunk", "grown"]);

/** Whether an error is one of a service, so that the other one may be asked. */
export const isOfOneService = (error: unknown): error is MirrorError =>
  error instanceof MirrorError && ofOneService.has(error.kind);

/** The error of a run that ends before the other interface, because that would drop what is copied. */
export const withoutOther = (error: MirrorError, other: Interface): MirrorError =>
  new MirrorError(
    error.kind,
    say`${error.text} This run did not copy ${interfaceNames[other]}, which would drop what is copied so far.`,
    { cause: error.cause },
  );

/** Of two errors, the one after which the same command does not simply go on says what kind they are. */
export const bothOf = (one: MirrorError, other: MirrorError): MirrorError =>
  new MirrorError(
    one.resumable ? other.kind : one.kind,
    say`${one.text} The other interface failed too. ${other.text}`,
    { cause: one.cause },
  );
