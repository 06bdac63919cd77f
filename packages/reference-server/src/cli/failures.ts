import { withoutSecrets } from "#kit/given-secrets";
import { explainDenied } from "#kit/watch-output";
import { DatabaseError } from "../store/database.ts";
import { LoadError } from "../store/load.ts";

/** One line that says why the server is not running, and what to do. It quotes files, which may be the URL of a database by mistake. */
export const explainFailure = (error: unknown, place: Place): string => withoutSecrets(explanationOf(error, place));

/** Where the server is to listen. */
interface Place {
  readonly host: string;
  readonly port: number;
}

function explanationOf(error: unknown, { host, port }: Place): string {
  if (error instanceof LoadError || error instanceof DatabaseError) return error.message;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is already in use. Choose another with --port, or --port 0 for a free one.`;
    case "EACCES":
      return `Permission to use port ${port} on ${host} was denied. Choose one above 1023 with --port, or --port 0 for a free one.`;
    case "EADDRNOTAVAIL":
    case "EINVAL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is not an address of this machine. Choose another with --host, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return explainDenied(error) ?? `The server failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}
