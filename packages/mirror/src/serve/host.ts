/**
 * By which names a page may be asked for. A page elsewhere can have its own name lead to this machine (DNS rebinding), and then reads
 * what is served here: its requests have that name as their `Host`. An address cannot be made to lead elsewhere.
 */
import { BlockList, isIP } from "node:net";

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
 * `localhost`; else any address, `localhost`, and the name that the server was told to listen on.
 *
 * @param listensOn - A name or an address, such as `127.0.0.1`.
 */
export function hostGuard(listensOn: string): (host: string) => boolean {
  const own = listensOn.toLowerCase();
  const isLocal = own === "localhost" || isLoopback(own);
  return (host) => {
    const name = nameIn(host);
    if (name === undefined) return false;
    if (name === "localhost") return true;
    return isLocal ? isLoopback(name) : isIP(name) !== 0 || name === own;
  };
}
