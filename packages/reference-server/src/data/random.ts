/**
 * Random choices that depend on their seed alone: the same seed, stream and index give the same choices on every machine,
 * whatever was drawn for other rows before.
 */
export class SeededRandom {
  #state: number;

  constructor(seed: number, stream: string, index: number) {
    this.#state = mix(mix(seed) ^ index);
    for (let at = 0; at < stream.length; at += 1) this.#state = mix(this.#state ^ stream.charCodeAt(at));
  }

  /** A number from 0 up to, but not including, 1. The generator is mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from `from` up to `to`, both included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** True with the probability `share`. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new RangeError("nothing to pick from");
    return item;
  }
}

/** Spreads neighbouring numbers over all 32 bits (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) | 0;
}
