/** What the command is to run, by its settings. Whatever no run can use is refused here, before anything is sent or written. */
import type { Recording } from "../exchange/recording.ts";
import { usesTokens } from "../exchange/tokens.ts";
import { readOptions, type Settings } from "../options/table.ts";
import { makePlan, type Plan } from "../run/plan.ts";
import type { judgeRecording } from "../run/recorded-run.ts";
import type { RunOptions } from "../run/run-options.ts";
import { UsageError } from "../shared/usage-error.ts";

/** A run. */
export interface ToRun<Options> {
  readonly options: Options;
  /** Whether only a part of the contract is judged. */
  readonly isPart: boolean;
}

/** A run that asks a service. @param clientSecret - the secret for access tokens, which no option gives. */
export function serviceRun(settings: Settings, clientSecret?: string): ToRun<RunOptions> {
  const options = runOptions(settings, clientSecret);
  makePlan(options);
  usesTokens(options);
  return { options, isPart: isPart(options) };
}

/** A run that judges a recording again. */
export function replayRun(
  settings: Settings,
  recording: Recording,
): ToRun<NonNullable<Parameters<typeof judgeRecording>[2]>> {
  if (settings.record !== undefined)
    throw new UsageError("--record saves what a service answers, but --replay asks no service: use only one of them");
  const options = readOptions(settings, "judging");
  makePlan({ ...options, baseUrl: recording.log._run.baseUrl });
  return { options, isPart: isPart(options) || isPart(recording.log._run) };
}

/** The plan of a run, for which nobody has to name a service. */
export function planOf(settings: Settings): { plan: Plan; options: RunOptions } {
  const options = runOptions({ ...settings, baseUrl: settings.baseUrl ?? "http://localhost" });
  return { plan: makePlan(options), options };
}

/** The options of a run. If only GraphQL is judged, nobody has to give a base URL: it is the root of GraphQL. */
function runOptions({ baseUrl, ...settings }: Settings, clientSecret?: string): RunOptions {
  const options = { clientSecret, ...readOptions(baseUrl ? { ...settings, baseUrl } : settings) };
  if (options.baseUrl !== undefined) return { ...options, baseUrl: options.baseUrl };
  const { registerRequirements } = makePlan({ ...options, baseUrl: "" });
  if (registerRequirements.length > 0 || options.graphqlUrl === undefined)
    throw new UsageError(
      "no base URL: give the service's root with --base-url https://host or in COURT_REGISTER_BASE_URL",
    );
  return { ...options, baseUrl: new URL(options.graphqlUrl).origin };
}

const isPart = ({ only, operations }: Pick<RunOptions, "only" | "operations">): boolean =>
  only !== undefined || operations !== undefined;
