import { registerPath } from "../contract/operations.ts";
import type { ProbeName } from "../evidence/operation-view.ts";
import { counted } from "../shared/text.ts";
import { probeNamed } from "../topics/catalogue.ts";
import type { Plan } from "./plan.ts";
import { maxSecondLooks } from "./second-look.ts";

/** What a run would send, in lines, and how long that takes at a number of requests per minute. */
export function planText(plan: Plan, rate: number | undefined): string[] {
  const uses = new Map<ProbeName, number>();
  for (const probes of plan.probes.values()) for (const probe of probes) uses.set(probe, (uses.get(probe) ?? 0) + 1);
  const asked = [...uses.values()].reduce((sum, count) => sum + count, 0);
  const row = (count: number, about: string): string => `${String(count).padStart(5)} × ${about}`;
  const most = Math.max(plan.most, 0);
  const isCovered = plan.planned <= most;
  const rest = isCovered ? ", the rest for retries and to find the ends of lists" : " are sent";
  const lines = [
    `${counted(plan.planned, "request")} if none needs a retry; at most ${most}${rest}:`,
    ...[...uses].map(([probe, count]) => row(count, planned(probe))),
    ...(asked > 0
      ? [
          row(1, "a check that the service is there, before anything else"),
          row(1, "a check that it is still there, after everything else"),
        ]
      : []),
    ...(plan.caseRequests > 0
      ? [row(plan.caseRequests, `GraphQL queries${plan.audits ? ", including the GraphQL over HTTP audits" : ""}`)]
      : []),
    `By operation, with seed ${plan.seed}:`,
    ...plan.operations.map(({ name, path }) => {
      const probes = plan.probes.get(name) ?? [];
      return `${String(probes.length).padStart(5)}   GET ${registerPath}${path}: ${probes.join(", ")}`;
    }),
  ];
  if (asked > 0) lines.push(`Besides, at most ${maxSecondLooks} for second looks at failures.`);
  if (!isCovered)
    lines.push(
      `The budget of ${counted(most, "request")} does not cover all of them: what is not asked is not tested (--max-requests).`,
    );
  if (rate !== undefined)
    lines.push(
      `At ${counted(rate, "request")} per minute: ${minutes(Math.min(plan.planned, most), rate)}, at most ${minutes(most, rate)}.`,
    );
  return lines;
}

function minutes(requests: number, rate: number): string {
  const count = Math.max(0, requests - 1) / rate;
  return count < 1 ? counted(Math.ceil(count * 60), "second") : counted(Math.ceil(count), "minute");
}

function planned(probe: ProbeName): string {
  const { about, which } = probeNamed(probe);
  return `${probe}: ${about}${which === undefined ? "" : `, ${which}`}`;
}
