/** Refuses options that cannot work, by name, when a client, a call or a walk is made. */

/** What an option may be. */
interface Rule {
  accepts(value: unknown): boolean;
  /** Completes "must be …". */
  allowed: string;
}

const isNumber = (value: unknown): value is number => typeof value === "number";
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isBoolean: Rule = { accepts: (value) => typeof value === "boolean", allowed: "true or false" };
const isFunction: Rule = { accepts: (value) => typeof value === "function", allowed: "a function" };
const isObject = (value: unknown): boolean => typeof value === "object" || typeof value === "function";
const isDuration: Rule = {
  accepts: (value) => isNumber(value) && value >= 0,
  allowed: "a number of milliseconds from 0 on, or Infinity",
};

const rules: Readonly<Record<string, Rule>> = {
  timeout: isDuration,
  maxWait: isDuration,
  pause: isDuration,
  maxRetries: {
    accepts: (value) => isWhole(value) || value === Number.POSITIVE_INFINITY,
    allowed: "a whole number from 0 on, or Infinity",
  },
  maxBody: {
    accepts: (value) => isNumber(value) && value > 0,
    allowed: "a number of bytes above 0, or Infinity",
  },
  integers: { accepts: (value) => value === "number" || value === "bigint", allowed: '"number" or "bigint"' },
  prefetch: {
    accepts: (value) => isWhole(value) && (value as number) < 1_000,
    allowed: "a whole number from 0 to 999",
  },
  allowUnprovenJoins: isBoolean,
  allowTotalChange: isBoolean,
  endsWalk: isFunction,
  onRequest: isFunction,
  onResponse: isFunction,
  random: isFunction,
  parse: isFunction,
  fetch: isFunction,
  limiter: { accepts: (value) => isObject(value), allowed: "what requestLimiter returns" },
  axios: { accepts: (value) => isObject(value), allowed: "an axios instance" },
  signal: { accepts: (value) => isObject(value), allowed: "an AbortSignal" },
};

/** A value as an error may quote it. Objects and long texts are named by their type. */
const shown = (value: unknown): string =>
  typeof value === "string" && value.length < 40
    ? JSON.stringify(value)
    : ["number", "bigint", "boolean"].includes(typeof value)
      ? `${value}`
      : `of type ${typeof value}`;

/**
 * Checks the options given to `who`. An undefined or null one counts as absent.
 *
 * @param names - The options that there are.
 * @throws TypeError that names the option, its value and what is allowed.
 */
export function checkOptions(who: string, options: object | undefined, names: readonly string[]): void {
  for (const [name, value] of Object.entries(options ?? {})) {
    if (!names.includes(name))
      throw new TypeError(`${who} has no option called ${name.slice(0, 40)}. Its options are ${names.join(", ")}.`);
    const rule = rules[name];
    if (value != null && rule && !rule.accepts(value))
      throw new TypeError(`The option ${name} of ${who} must be ${rule.allowed}, but is ${shown(value)}.`);
  }
}

const ofRequests = ["timeout", "maxRetries", "maxWait", "maxBody"];
const ofWalks = ["prefetch", "endsWalk", "allowUnprovenJoins", "allowTotalChange"];

/** Names of the options, by who takes them. */
export const optionNames: Readonly<Record<"requests" | "clients" | "calls" | "walks", readonly string[]>> = {
  requests: ofRequests,
  clients: [...ofRequests, "onRequest", "onResponse", "limiter", "random", "headers", "integers"],
  calls: [...ofRequests, "signal", "headers"],
  walks: [...ofRequests, "signal", "headers", ...ofWalks],
};
