/** Puts `[redacted]` in the place of every secret, also of one that was encoded for a URL. */
export const redact = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, "[redacted]"), text);

/**
 * A cause that is safe to keep. An error that mentions no secret and carries no objects (which could hide one) stays
 * itself; of anything else the name, the message and the cause remain, redacted.
 */
export function safeCause(cause: unknown, secrets: readonly string[]): unknown {
  if (!(cause instanceof Error)) return cause === undefined ? cause : redact(String(cause), secrets);
  const inner = safeCause(cause.cause, secrets);
  const values = Object.values(cause);
  const text = [cause.message, cause.stack, ...values].join();
  if (inner === cause.cause && redact(text, secrets) === text && values.every((value) => Object(value) !== value))
    return cause;
  const copy = new Error(redact(cause.message, secrets), { cause: inner });
  copy.name = cause.name;
  return copy;
}
