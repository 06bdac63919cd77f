import { redactor } from "#kit/redact";
import { MirrorError, type MirrorErrorKind } from "../../mirror-error.ts";

/** What is known of the database that an error is about. */
export interface ErrorTarget {
  /** The target without its password. */
  name: string;
  schema: string;
  /** Texts that must not be shown. */
  secrets: readonly string[];
}

type Advice = readonly [MirrorErrorKind, (subject: ErrorTarget, reason: string) => string];

const lost: Advice = [
  "unavailable",
  ({ name }) => `The connection to ${name} was lost. Nothing is lost in the database: run the command again.`,
];
const busy: Advice = [
  "unavailable",
  ({ name }) => `${name} has too much to do: other programs change the same rows. Run the command again.`,
];
const missing: Advice = [
  "damaged",
  ({ name }, reason) =>
    `${name} does not have all that the mirror has written (${reason}). Restore it from a backup, or copy the register into another target.`,
];
const refused: Advice = [
  "usage",
  ({ name }, reason) =>
    `${name} does not let this user in (${reason}). Check the user and the password of the URL, or PGPASSWORD.`,
];
const unreachable: Advice = [
  "unavailable",
  ({ name }, reason) =>
    `${name} cannot be reached (${reason}). Check the host and the port, and run the command again.`,
];
const secure: Advice = [
  "usage",
  ({ name }, reason) =>
    `${name} has no connection that both sides take as secure (${reason}). Check sslmode in the URL.`,
];

/** What to do, by the code of an error: of PostgreSQL (postgresql.org/docs/current/errcodes-appendix.html), else of Node. */
const advice: Readonly<Record<string, Advice>> = {
  "28000": refused,
  "28P01": refused,
  "3D000": [
    "usage",
    ({ name }) => `${name} does not exist. Create the database first (createdb), or name another one in the URL.`,
  ],
  "42501": [
    "usage",
    ({ name, schema }, reason) =>
      `The user of ${name} may not do this in the schema ${schema} (${reason}). The guide docs/postgresql.md of the mirror says which rights it needs. Nothing was changed.`,
  ],
  "2BP01": [
    "usage",
    ({ name }, reason) =>
      `The contract has changed the type of a field, so that views in ${name} must be made anew, and others rest on them (${reason}). Drop those, run the command again, and make them again. Nothing was changed.`,
  ],
  "25006": ["usage", ({ name }) => `${name} can only be read. Name the server that takes writes.`],
  "22P05": ["usage", ({ name }) => `${name} cannot keep every character. Name a database with the encoding UTF8.`],
  "53100": [
    "unavailable",
    ({ name }) => `The disk of ${name} is full. Nothing is lost. Free some space there and run the command again.`,
  ],
  "53200": ["unavailable", ({ name }) => `The server of ${name} has no memory left. Run the command again later.`],
  "53300": ["unavailable", ({ name }) => `${name} has too many connections. Run the command again later.`],
  "57014": ["unavailable", ({ name }) => `${name} has cancelled a statement. Nothing is lost: run the command again.`],
  "57P03": ["unavailable", ({ name }) => `${name} is starting up or shutting down. Run the command again in a minute.`],
  "42P01": missing,
  "42703": missing,
  "40001": busy,
  "40P01": busy,
  "55P03": busy,
  XX001: ["damaged", ({ name }, reason) => `${name} is damaged (${reason}). Restore it from a backup.`],
  XX002: ["damaged", ({ name }, reason) => `${name} is damaged (${reason}). Run REINDEX there, or restore a backup.`],
  "57P01": lost,
  "57P02": lost,
  "57P05": lost,
  "25P03": lost,
  ECONNRESET: lost,
  EPIPE: lost,
  ECONNREFUSED: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ENOENT: unreachable,
  EACCES: unreachable,
};

/** What to do, by the text of an error of the driver, which has no code. */
const adviceByText: readonly (readonly [RegExp, Advice])[] = [
  [/timeout expired|timeout exceeded/i, unreachable],
  [/Connection terminated|not queryable|Client was closed/i, lost],
  [/password must be|SASL|authentication/i, refused],
  [/SSL|TLS|certificate/i, secure],
];

const connectionLost = /^08/;

/** An error of the server, the connection or the driver, apart from those of the work that is done with them. */
export class DriverError extends Error {
  override readonly name = "DriverError" as const;
  /** Code of PostgreSQL or of Node; empty if there is none. */
  readonly code: string;

  constructor(cause: unknown) {
    // Each address of a host has an error of its own.
    const error = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
    super(error instanceof Error ? `${error.message}${detailOf(error)}` : String(error), { cause });
    this.code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  }
}

/** What rests on something: PostgreSQL names it in a text of its own. */
const detailOf = (error: Error & { code?: unknown; detail?: unknown }): string =>
  error.code === "2BP01" ? `: ${String(error.detail).replaceAll("\n", "; ")}` : "";

const adviceFor = ({ code, message }: DriverError): Advice | undefined =>
  advice[code] ??
  (connectionLost.test(code) ? lost : undefined) ??
  adviceByText.find(([pattern]) => pattern.test(message))?.[1];

/** Whether a connection was lost. */
export const isLost = (error: unknown): boolean => error instanceof DriverError && adviceFor(error) === lost;

/** Turns an error of the server or the driver into one that says what to do. Returns any other error as it is. */
export function explainPostgres(error: unknown, subject: ErrorTarget): unknown {
  if (!(error instanceof DriverError)) return error;
  const { code, message } = error;
  const reason = redactor(subject.secrets)(message);
  const [kind, text] = adviceFor(error) ?? [
    "unavailable",
    ({ name }: ErrorTarget) => `${name} reports an error: ${reason}${code && ` (${code})`}.`,
  ];
  // The error itself is not the cause: its text may quote what must be hidden.
  return new MirrorError(kind, text(subject, reason), { cause: new Error(code ? `${code}: ${reason}` : reason) });
}
