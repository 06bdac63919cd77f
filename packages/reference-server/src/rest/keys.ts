import { hash, randomBytes, timingSafeEqual } from "node:crypto";

export const hashOf = (key: string): Buffer => hash("sha256", key, "buffer");

/** The subscription keys that open the REST interface. Only their hashes are kept. */
export class Keys {
  readonly #hashes: readonly Buffer[];

  constructor(keys: readonly string[]) {
    this.#hashes = keys.map(hashOf);
  }

  /** Whether a key is one of them. Takes the same time for every key, however much of it is right. */
  accepts(key: string): boolean {
    const candidate = hashOf(key);
    return this.#hashes.reduce((found, own) => timingSafeEqual(own, candidate) || found, false);
  }
}

/** A new key: 32 hexadecimal digits, like the service's own. */
export const makeKey = (): string => randomBytes(16).toString("hex");
