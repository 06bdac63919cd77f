/** When the service may have another state. The contract does not say, but a state may tell when it was made. */
import type { GenerationSummary } from "../store/generations.ts";

/** When the next copy is worth trying. */
export interface NextState {
  /** When the newest state was made, in UTC. */
  made: string;
  /** `made`, and the shortest time between two states that were copied: the next state is to be expected by then, in UTC. */
  expected: string;
}

/** Milliseconds from 1582-10-15, where the time of UUIDs of the versions 1 and 6 begins, to 1970. */
const gregorian = 12_219_292_800_000;

const oneDay = 86_400_000;

/**
 * When a state was made, in milliseconds since 1970, if it tells: as a UUID that has a time (RFC 9562: versions 1, 6 and 7), or, as
 * states of court cases are, as a time. Of times without a zone, only the differences are certain.
 */
export function stateTime(state: string): number | undefined {
  const digits = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(state) ? state.replaceAll("-", "") : undefined;
  if (digits === undefined) {
    const [, day, time, zone = "Z"] =
      /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)?$/.exec(state) ?? [];
    const parsed = Date.parse(`${day}T${time}${zone}`);
    return Number.isNaN(parsed) ? undefined : parsed;
  }
  const part = (from: number, to: number): string => digits.slice(from, to);
  const ticks = (hex: string): number => Number(BigInt(`0x${hex}`) / 10_000n) - gregorian;
  if (digits[12] === "1") return ticks(part(13, 16) + part(8, 12) + part(0, 8));
  if (digits[12] === "6") return ticks(part(0, 12) + part(13, 16));
  return digits[12] === "7" ? Number.parseInt(part(0, 12), 16) : undefined;
}

/**
 * When the next state of an interface is to be expected.
 *
 * @param generations - Its generations, the oldest first.
 * @returns undefined if the newest state does not tell when it was made, or no earlier one does.
 */
export function nextState(
  generations: readonly Pick<GenerationSummary, "state" | "completed">[],
): NextState | undefined {
  const made = generations.map(({ state, completed }) => {
    const time = state === undefined ? undefined : stateTime(state);
    // A state is not made after it was copied, on whatever clock: such a time means something else.
    return time !== undefined && time <= Date.parse(completed) + oneDay ? time : undefined;
  });
  const newest = made.at(-1);
  if (newest === undefined) return undefined;
  const times = made.filter((time) => time !== undefined);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const shortest = Math.min(...gaps.filter((gap) => gap > 0));
  if (!Number.isFinite(shortest)) return undefined;
  return { made: new Date(newest).toISOString(), expected: new Date(newest + shortest).toISOString() };
}
