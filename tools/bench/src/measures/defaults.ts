/** What each client does, told nothing but the address and the key, where a service is difficult. */
import type { Context } from "../measure.ts";
import { program, run } from "../places.ts";
import type { Bar, Result } from "../report/result.ts";

/** Clients that are generated from the same spec, or read it. */
const peers = [
  ...["openapi-generator-fetch", "openapi-generator-fetch-plain", "openapi-generator-axios"],
  ...["hey-api", "openapi-fetch", "orval", "redocly"],
];
const ours = ["ours-fetch", "ours-axios"];
/** Not at its defaults: it pages only if its generator is told how. */
const withWalk = "redocly-paged";

/** What a client did, in a few words, as `try-defaults.ts` prints it; `walk` is missing where there is none. */
export interface Behaviour {
  busy: string;
  silent: string;
  integer: string;
  redirect: string;
  walk?: string;
}

const columns: [keyof Behaviour, string][] = [
  ["busy", "status 503 once, then rows"],
  ["silent", "no response"],
  ["integer", "the integer 9007199254740993"],
  ["redirect", "a redirect to another origin"],
  ["walk", "a list that loses 10 of its 250 rows while it is read"],
];

export async function measure({ quick }: Context): Promise<Result> {
  const names = [...ours, ...peers, withWalk];
  // Each in a process of its own, all at once: one of them replaces the global fetch, and all wait.
  const seen = await Promise.all(
    names.map(async (name): Promise<[string, Behaviour]> => {
      const milliseconds = String(quick ? 500 : 35_000);
      return [name, JSON.parse(await run(process.execPath, [program("try-defaults"), name, milliseconds]))];
    }),
  );
  return {
    title: "What each does at its defaults",
    method:
      'Each client reads `/sjediste` of a service on the loopback, in a process of its own, told nothing but the address and the key. "No rows" is a call that has returned without an error, and tells in another field what went wrong. A client that has no walk is not asked to walk. `redocly-paged` is no default: its generator is told how lists have pages.',
    bars: judge(new Map(seen)),
    sections: [
      {
        ...{ kind: "table", title: "Observed" },
        columns: ["", ...columns.map(([, title]) => title)],
        rows: seen.map(([name, behaviour]) => [name, ...columns.map(([column]) => behaviour[column] ?? "has no walk")]),
      },
    ],
  };
}

/** Of the peers, none does at its defaults what the READMEs say that none does. */
export function judge(seen: ReadonlyMap<string, Behaviour>): Bar[] {
  const nobody = (what: string, column: keyof Behaviour, isDone: (said: string) => boolean): Bar => {
    const done = peers.filter((name) => isDone(seen.get(name)?.[column] ?? ""));
    return {
      ...{ what: `peers that, at their defaults, ${what}`, bar: "none" },
      ...{ measured: done.join(", ") || "none", met: done.length === 0 },
      because: "The README says that none does, and must name it",
    };
  };
  return [
    nobody("retry a request", "busy", (said) => said === "rows"),
    nobody("give up a request that is not answered", "silent", (said) => said.startsWith("given up")),
    nobody("do not round an integer", "integer", (said) => !said.startsWith("rounded")),
    nobody("keep the key from another origin", "redirect", (said) => !said.startsWith("the key")),
    nobody("walk over pages", "walk", (said) => said !== ""),
  ];
}
