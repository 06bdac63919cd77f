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
/** Whether a value has this method: instances may be of another realm, or made by hand. */
export const hasMethod = (value: unknown, name: string): boolean =>
  isFunction((value as Record<string, unknown> | null)?.[name]);
export const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** Whether a value is an object of header names and values. `Headers` and maps are none: nothing of them would be sent. */
export const isHeaders = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !(Symbol.iterator in value) &&
  Object.entries(value).every(
    ([name, text]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && (text == null || isHeaderText(text)),
  );

const isHeaderText = (value: unknown): boolean => typeof value === "string" && /^[\t -~\x80-\xff]*$/.test(value.trim());

/** For an option that its user checks. */
export const anything: OptionRule = { accepts: () => true, allowed: "" };
export const aFunction: OptionRule = { accepts: isFunction, allowed: "a function" };
export const milliseconds: OptionRule = {
  accepts: (value) => typeof value === "number" && value >= 0,
  allowed: "a number of milliseconds from 0 on, or Infinity",
};
const aCount: OptionRule = {
  accepts: (value) => isWhole(value) || value === Number.POSITIVE_INFINITY,
  allowed: "a whole number from 0 on, or Infinity",
};
const trueOrFalse: OptionRule = { accepts: (value) => typeof value === "boolean", allowed: "true or false" };

/** Options of clients, calls and walks. */
export const requestOptions: OptionRules = {
  timeout: milliseconds,
  maxRetries: aCount,
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
  credentials: { accepts: (value) => hasMethod(value, "token"), allowed: "what clientCredentials returns" },
  limiter: { accepts: (value) => hasMethod(value, "start"), allowed: "what requestLimiter returns" },
  random: aFunction,
  integers: { accepts: (value) => value === "number" || value === "bigint", allowed: '"number" or "bigint"' },
};

/** Options of calls and walks. */
export const callOptions: OptionRules = {
  signal: { accepts: (value) => hasMethod(value, "addEventListener"), allowed: "an AbortSignal" },
};

/** Options of `asResponse`. */
export const responseOptions: OptionRules = {
  accept: { accepts: (value) => typeof value === "string", allowed: "a media type" },
};

/** Options of `toArray`. */
export const arrayOptions: OptionRules = { max: aCount };

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

/** An error about an option, in parts: a program that has another name for the option makes its own message of them. */
export interface OptionError extends TypeError {
  /** Name of the option. */
  readonly option: string;
  /** What is wrong with it, such as "must be a function": completes "The option …". */
  readonly problem: string;
  /** The environment variable that may stand for it, if neither is there. */
  readonly variable: string | undefined;
}

/** Makes the error about an option of `who`. */
export const optionError = (who: string, option: string, problem: string, variable?: string): OptionError =>
  Object.assign(
    new TypeError(
      `The option ${option} of ${who} ${problem}${variable ? `, and so is the environment variable ${variable}` : ""}.`,
    ),
    { option, problem, variable },
  );

/**
 * Checks the options given to `who`. An undefined or null one counts as absent.
 *
 * @param tables - The options that there are.
 * @throws OptionError with its value and what is allowed.
 */
export function checkOptions(who: string, options: object | undefined, ...tables: readonly OptionRules[]): void {
  for (const [name, value] of Object.entries(options ?? {})) {
    const rule = tables.find((table) => Object.hasOwn(table, name))?.[name];
    if (!rule) {
      const names = tables.flatMap((table) => Object.keys(table)).join(", ");
      throw optionError(who, name.slice(0, 40), `is unknown: there are ${names}`);
    }
    if (value != null && !rule.accepts(value))
      throw optionError(who, name, `must be ${rule.allowed}, but is ${shown(value)}`);
  }
}
