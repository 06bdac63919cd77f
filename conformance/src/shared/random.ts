/** Seeded random numbers: a run prints its seed, and the same seed requests the same rows. */
export interface Random {
  /** An integer from `low` to `high`, inclusive. */
  integer: (low: number, high: number) => number;
  uuid: () => string;
  /** The items in random order. */
  shuffle: <T>(items: readonly T[]) => T[];
}

/** A sequence of its own for each name, so that what one operation draws does not shift the others. */
export function seededRandom(seed: number, name: string): Random {
  let state = seed >>> 0;
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  // Mulberry32: small, public domain, and good enough to sample offsets.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const hex = (digits: number): string => Array.from({ length: digits }, () => integer(0, 15).toString(16)).join("");
  const shuffle = <T>(items: readonly T[]): T[] => {
    const rest = [...items];
    return items.flatMap(() => rest.splice(integer(0, rest.length - 1), 1));
  };
  return {
    integer,
    shuffle,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${"89ab".charAt(integer(0, 3))}${hex(3)}-${hex(12)}`,
  };
}
