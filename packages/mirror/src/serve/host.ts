/**
 * By which names a page may be asked for. A page elsewhere can have its own name lead to this machine (DNS rebinding), and then reads
 * what is served here: its requests have that name as their `Host`. An address cannot be made to lead elsewhere.
 */
import { BlockList, isIP } from "node:net";
import { MirrorError } from "../mirror-error.ts";
import { option, say } from "../option-text.ts";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether an address of IP is one that only this machine reaches. */
const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** `Host` is a name or an address, in brackets if it is one of IPv6, and a port (RFC 9110, section 7.2). */
const form = /^(?:\[(?<v6>[^\]%]+)\]|(?<other>[^:@/?#[\]]+))(?::\d*)?$/;

/** The name or address in a `Host`, in small letters and without the dot that ends a full name; undefined if it is malformed. */
function nameIn(host: string): string | undefined {
  const { v6, other } = form.exec(host.toLowerCase())?.groups ?? {};
  if (v6 !== undefined) return isIP(v6) === 6 ? v6 : undefined;
  return other?.replace(/\.$/, "");
}

/**
 * Makes a function that says whether a `Host` may be asked for: where only this machine listens, its loopback addresses and
 * `localhost`; else any address, `localhost`, and the name that the server was told to listen on. The name of the public URL may be
 * asked for, too: it leads to this server because the user says so.
 *
 * @param listensOn - A name or an address, such as `127.0.0.1`.
 * @param publicRoot - What {@link publicRootOf} has made of the public URL.
 */
export function hostGuard(listensOn: string, publicRoot?: string): (host: string) => boolean {
  const own = listensOn.toLowerCase();
  const publicName = publicRoot && nameIn(new URL(publicRoot).host);
  const isLocal = own === "localhost" || isLoopback(own);
  return (host) => {
    const name = nameIn(host);
    if (name === undefined) return false;
    if (name === "localhost" || name === publicName) return true;
    return isLocal ? isLoopback(name) : isIP(name) !== 0 || name === own;
  };
}

/** The root that links begin with, without a slash at its end. @throws MirrorError of kind `usage` if it is no URL of a page. */
export function publicRootOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (
    !parsed ||
    !/^https?:$/.test(parsed.protocol) ||
    [parsed.username, parsed.password, parsed.search, parsed.hash].some(Boolean)
  )
    throw new MirrorError(
      "usage",
      say`${option("publicUrl")} is where others find the page, such as https://primjer.hr/register: a URL of http or https, without a user name, a query or a fragment.`,
    );
  return `${parsed.origin}${parsed.pathname.replace(/\/+$/, "")}`;
}
