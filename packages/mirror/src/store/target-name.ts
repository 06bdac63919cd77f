/** What may be told of a target: the URL of a database may have a password in it. */
import { MirrorError } from "../mirror-error.ts";

/** Whether a target is the URL of a PostgreSQL database. */
export const isPostgres = (target: string): boolean => /^postgres(ql)?:/i.test(target);

/** The parts of a URL that matter here, as they are written. */
interface UrlParts {
  user: string;
  host: string;
  path: string;
}

const url = /^postgres(?:ql)?:\/\/(?:([^:@/?#]*)(?::[^@/?#]*)?@)?([^@/?#]*)(\/[^@?#]*)?(?:\?[^@#]*)?$/i;

/**
 * Takes a URL apart. An `@` or `/` that is not escaped is refused, because a part of the password would be taken for the host.
 *
 * @throws MirrorError of kind `usage`, without the URL.
 */
function partsOf(target: string): UrlParts {
  const [matches, user = "", host = "", path = ""] = url.exec(target) ?? [];
  if (matches === undefined || !isDecodable(target))
    throw new MirrorError(
      "usage",
      "The target is not the URL of a PostgreSQL database. It looks like postgres://user:password@host:5432/database. In the password, @ is written as %40, / as %2F, : as %3A, ? as %3F, # as %23 and % as %25.",
    );
  return { user, host, path };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A target as messages may show it: without its password and options.
 *
 * @throws MirrorError of kind `usage` if it is a URL that cannot be one of a database.
 */
export function targetName(target: string): string {
  if (!isPostgres(target)) return target;
  const { user, host, path } = partsOf(target);
  return `postgres://${user && `${user}@`}${host}${path}`;
}
