/** Refuses options that cannot work, by name, when a client, a call or a walk is made. */

/** What an option may be. */
export interface OptionRule {
  accepts(value: unknown): boolean;
  /** Completes "must be …". */
  allowed: string;
}

/** The options that there are, by name. */
export type OptionRules = Readonly<Record<string, OptionRule>>;

export const isFunction = (value: unknown): boolean => typeof value === "function";
export const isObject = (value: unknown): boolean => typeof value === "object" || typeof value === "function";
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** For an option that its user checks. */
export const anything: OptionRule = { accepts: () => true, allowed: "" };
export const aFunction: OptionRule = { accepts: isFunction, allowed: "a function" };
export const milliseconds: OptionRule = {
  accepts: (value) => typeof value === "number" && value >= 0,
  allowed: "a number of milliseconds from 0 on, or Infinity",
};
const trueOrFalse: OptionRule = { accepts: (value) => typeof value === "boolean", allowed: "true or false" };

/** Options of clients, calls and walks. */
export const requestOptions: OptionRules = {
  timeout: milliseconds,
  maxRetries: {
    accepts: (value) => isWhole(value) || value === Number.POSITIVE_INFINITY,
    allowed: "a whole number from 0 on, or Infinity",
  },
  maxWait: milliseconds,
  maxBody: {
    accepts: (value) => typeof value === "number" && value > 0,
    allowed: "a number of bytes above 0, or Infinity",
  },
};

/** Options of clients alone. */
export const clientOptions: OptionRules = {
  onRequest: aFunction,
  onResponse: aFunction,
  limiter: { accepts: isObject, allowed: "what requestLimiter returns" },
  random: aFunction,
  headers: anything,
  integers: { accepts: (value) => value === "number" || value === "bigint", allowed: '"number" or "bigint"' },
};

/** Options of calls and walks. */
export const callOptions: OptionRules = { signal: { accepts: isObject, allowed: "an AbortSignal" } };

/** Options of walks alone. */
export const walkOptions: OptionRules = {
  prefetch: {
    accepts: (value) => isWhole(value) && (value as number) < 1_000,
    allowed: "a whole number from 0 to 999",
  },
  endsWalk: aFunction,
  allowUnprovenJoins: trueOrFalse,
  allowTotalChange: trueOrFalse,
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
 * @param tables - The options that there are.
 * @throws TypeError that names the option, its value and what is allowed.
 */
export function checkOptions(who: string, options: object | undefined, ...tables: readonly OptionRules[]): void {
  for (const [name, value] of Object.entries(options ?? {})) {
    const rule = tables.find((table) => Object.hasOwn(table, name))?.[name];
    if (!rule) {
      const names = tables.flatMap((table) => Object.keys(table)).join(", ");
      throw new TypeError(`${who} has no option called ${name.slice(0, 40)}. Its options are ${names}.`);
    }
    if (value != null && !rule.accepts(value))
      throw new TypeError(`The option ${name} of ${who} must be ${rule.allowed}, but is ${shown(value)}.`);
  }
}
