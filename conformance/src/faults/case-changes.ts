import type { Body } from "./body.ts";
import type { Change, Fault, FaultSite } from "./fault.ts";

/** Changes the response to one document. */
export const responseTo =
  (document: string, change: (body: Body, site: FaultSite) => void): Change =>
  (body, site) => {
    if (site.query.includes(`query ${document}`) && body.status === 200) change(body, site);
  };

/** A fault of interface B. */
export function caseFault(name: string, about: string, trips: readonly string[], change: Change): Fault {
  return { name, about, trips, change };
}
