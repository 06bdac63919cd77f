/** The reference server that blocks run against, in place of the one that a reader starts. */

export interface Service {
  url: string;
  key: string;
}

/** Replaces the URL and the key that documents show by those of this run. No other service answers here. */
export function adapt(code: string, { url, key }: Service): string {
  return code.replaceAll("http://127.0.0.1:8080", url).replaceAll("my-key", key);
}

/** The environment variables that blocks may rely on. */
export const settingsOf = ({ url, key }: Service): NodeJS.ProcessEnv => ({
  COURT_REGISTER_BASE_URL: url,
  COURT_REGISTER_KEY: key,
});

/** The end of a program's output, for a finding. */
export const quote = (output: string): string =>
  output
    .trim()
    .split("\n")
    .slice(-12)
    .map((line) => `  | ${line}`)
    .join("\n");
