import type { Row } from "./service.ts";

/** Some cases of a service, by mark and court. */
export const someCases = (count: number): Record<string, Row> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `Ovr-${index}/2015@7`,
      { id: BigInt(index), oznakaBroj: `Ovr-${index}/2015` },
    ]),
  );

/** The key of one of them. */
export const keyOf = (index: number): { oznakaBroj: string; sud: number } => ({
  oznakaBroj: `Ovr-${index}/2015`,
  sud: 7,
});
