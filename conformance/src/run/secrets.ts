import { minSecretLength } from "../exchange/redact.ts";
import type { RunOptions } from "../options/run-options.ts";

/** Minimum length of a secret that is a part of a header's value: a shorter one may be a name or a scheme, such as `Bearer`. */
const minPartLength = 8;

/** Every value that must not appear in any output. A plan refuses keys and case marks that are too short to redact. */
export function secretsOf(options: Pick<RunOptions, "key" | "graphqlHeaders" | "cases">): string[] {
  // Whitespace around a value is not sent. A service may return a single one of several cookies.
  const headers = Object.values(options.graphqlHeaders ?? {}).flatMap((value) => [
    value.trim(),
    value.trim().split(" ").at(-1) ?? "",
    ...value.split(/[\s;,="]+/).filter(({ length }) => length >= minPartLength),
  ]);
  // A case mark leads to the persons in the case. A service may look it up, and return it, without whitespace around it.
  const marks = (options.cases ?? []).map(({ mark }) => mark.trim());
  return [options.key ?? "", ...headers, ...marks].filter(({ length }) => length >= minSecretLength);
}
