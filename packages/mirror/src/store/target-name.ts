/** What may be told of a target: the URL of a database may have a password in it. */
import { MirrorError } from "../mirror-error.ts";

/** Whether a target is the URL of a PostgreSQL database. */
export const isPostgres = (target: string): boolean => /^postgres(ql)?:/i.test(target);

/** The parts of a URL that matter here, as they are written. */
interface UrlParts {
  user: string;
  password: string;
  host: string;
  path: string;
  query: string;
}

const url = /^postgres(?:ql)?:\/\/(?:([^:@/?#]*)(?::([^@/?#]*))?@)?([^@/?#]*)(\/[^@?#]*)?(?:\?([^@#]*))?$/i;

/**
 * Takes a URL apart. An `@` or `/` that is not escaped is refused, because a part of the password would be taken for the host.
 *
 * @throws MirrorError of kind `usage`, without the URL.
 */
function partsOf(target: string): UrlParts {
  const [matches, user = "", password = "", host = "", path = "", query = ""] = url.exec(target) ?? [];
  if (matches === undefined || !isDecodable(target))
    throw new MirrorError(
      "usage",
      "The target is not the URL of a PostgreSQL database. It looks like postgres://user:password@host:5432/database. In the password, @ is written as %40, / as %2F, : as %3A, ? as %3F, # as %23 and % as %25.",
    );
  return { user, password, host, path, query };
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

/**
 * Every form of the passwords of a URL, to be hidden wherever a text may quote them.
 *
 * @throws MirrorError of kind `usage` if it is a URL that cannot be one of a database.
 */
export function passwordsOf(target: string): string[] {
  if (!isPostgres(target)) return [];
  const { password, query } = partsOf(target);
  const inQuery = [...query.matchAll(/(?:^|&)(?:ssl)?password=([^&]*)/g)].map(([, value = ""]) => value);
  const written = [password, ...inQuery].filter(Boolean);
  return [...new Set(written.flatMap((one) => [one, decodeURIComponent(one)]))];
}
