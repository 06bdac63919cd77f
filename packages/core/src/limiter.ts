import type { Limiter } from "./options.ts";

export type { Limiter };

/** How many requests a client may send. */
export interface RequestLimits {
  /**
   * Requests that may start within any minute.
   * @defaultValue none: no limit
   */
  perMinute?: number | undefined;
  /**
   * Requests that may be under way at once.
   * @defaultValue none: no limit
   */
  inFlight?: number | undefined;
}

const minute = 60_000;

/** One request that waits for its turn. */
interface Waiting {
  begin(): void;
}

/**
 * Makes a limiter: give it to a client as `limiter`, or the same one to several. Retries count like other requests; waiting for
 * a turn counts neither as `timeout` nor as `maxWait`.
 *
 * @throws RangeError if a limit is not a whole number above 0, and TypeError if there is no limit of that name.
 * @example
 * createRegisterClient({ baseUrl, subscriptionKey, limiter: requestLimiter({ perMinute: 6, inFlight: 2 }) });
 */
export function requestLimiter(limits: RequestLimits): Limiter {
  checkLimits(limits);
  const { perMinute, inFlight } = limits;
  const queue: Waiting[] = [];
  /** When the requests of the last minute started, the oldest first. */
  let started: number[] = [];
  let running = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Starts all requests whose turn it is, and wakes up again when the next one's may be. */
  const proceed = (): void => {
    clearTimeout(timer);
    while (queue.length > 0 && running < (inFlight ?? Number.POSITIVE_INFINITY)) {
      const now = Date.now();
      started = started.filter((time) => now - time < minute);
      const [oldest] = started;
      if (perMinute !== undefined && oldest !== undefined && started.length >= perMinute) {
        timer = setTimeout(proceed, oldest + minute - now);
        return;
      }
      if (perMinute !== undefined) started.push(now);
      running++;
      queue.shift()?.begin();
    }
  };

  return {
    start: (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        let ended = false;
        const end = (): void => {
          if (!ended) running--;
          ended = true;
          proceed();
        };
        const leave = (): void => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal.reason);
          proceed();
        };
        const waiting: Waiting = {
          begin: () => {
            signal.removeEventListener("abort", leave);
            resolve(end);
          },
        };
        signal.addEventListener("abort", leave);
        queue.push(waiting);
        proceed();
      }),
  };
}

function checkLimits(limits: RequestLimits): void {
  for (const [name, limit] of Object.entries(limits)) {
    if (name !== "perMinute" && name !== "inFlight")
      throw new TypeError(
        `requestLimiter has no limit called ${name.slice(0, 40)}. Its limits are perMinute and inFlight.`,
      );
    if (limit != null && !(Number.isSafeInteger(limit) && limit > 0))
      throw new RangeError(`The limit ${name} must be a whole number above 0, but is ${limit}.`);
  }
}
