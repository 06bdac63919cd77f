import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";

/** The JVM runs for a second or two: the optimizing compiler and the parallel collector would only slow it down. */
const fastJvm = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

/** An environment in which `java` is found, preferring JAVA_HOME. */
export function javaEnvironment(): NodeJS.ProcessEnv {
  const { JAVA_OPTS = fastJvm, JAVA_HOME, PATH = "" } = process.env;
  const path = JAVA_HOME ? `${join(JAVA_HOME, "bin")}${delimiter}${PATH}` : PATH;
  return { ...process.env, JAVA_OPTS, PATH: path };
}

/** The message for a machine without Java; `undefined` if it has Java. */
export function javaMissing(): string | undefined {
  if (spawnSync("java", ["-version"], { env: javaEnvironment() }).status === 0) return undefined;
  return "Java 11 or newer is missing: openapi-generator needs it (put `java` on the PATH or set JAVA_HOME). Only regeneration needs Java; build, start and test use the committed code.";
}

/** What the wrapper prints when it cannot download the generator, with the reason. */
const notFetched = /Download failed, because of: "(.*)"/;

/** What is wrong with the spec, in its words, such as `-attribute paths.'/gfi'(get).parametres is unexpected`; once per generator. */
const refused = /^\t-(.*)$/gm;

/** The message when the generator fails: that it could not be downloaded, what it refuses in the spec or its whole output. */
export function generatorFailure({ code, text }: { code: unknown; text: string }): string {
  const refusals = new Set(Array.from(text.matchAll(refused), ([, what]) => what));
  if (refusals.size > 0)
    return `openapi-generator refuses the spec: ${[...refusals].join("; ")}. \`pnpm check:specs\` says where.`;
  const reason = notFetched.exec(text)?.[1];
  return reason === undefined
    ? `openapi-generator failed (exit code ${code}):\n${text}`
    : `openapi-generator could not be fetched: ${reason}. It is downloaded once, from Maven Central, and kept in ~/.cache/openapi-generator: check the network, the proxy (HTTPS_PROXY) and its certificate (NODE_EXTRA_CA_CERTS, or NODE_OPTIONS=--use-system-ca), then try again.`;
}
