import { createHash } from "node:crypto";
import type { State } from "../evidence/outcome.ts";
import { counted, escapeMarkup as text } from "../shared/text.ts";
import { type Problem, problemsOf } from "./causes.ts";
import { script, style } from "./html-assets.ts";
import {
  conclusionText,
  isCounted,
  levelsOf,
  type Report,
  type ReportedRequirement,
  type ReportedSubject,
  stateLabel,
  states,
  wrongResults,
} from "./report.ts";
import type { Levels, Result } from "./result.ts";
import {
  distinctFindings,
  moreFindings,
  requestsText,
  requirementsText,
  untestedReasons,
  withoutRow,
} from "./words.ts";

const order: readonly Result["state"][] = ["fail", "error", "pass", "not tested", "not applicable", "observed"];

/** A report for people: a single file that needs no network, complete without scripts, which only add filters. */
export function htmlReport(report: Report): string {
  const requirements = new Map(report.requirements.map((requirement) => [requirement.id, requirement]));
  const levels = levelsOf(report);
  const bySubject = (name: string): Result[] =>
    report.results
      .filter(({ subject }) => subject === name)
      .sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  const open = wrongResults(report);
  const reasons = untestedReasons(report, Number.POSITIVE_INFINITY);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hash(style)}'; script-src '${hash(script)}'">
<title>${text(`${conclusionText(report)}: ${report.target.baseUrl}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Court register conformance</h1>
<p class="verdict ${verdictClass(report)}">${text(report.verdict)}</p>
${report.stopped === undefined ? "" : `<p class="error"><b>Stopped:</b> ${text(report.stopped)}</p>`}
${counts(report)}
${facts(report)}
${baseline(report)}
${
  open.length === 0
    ? ""
    : `<h2>Problems</h2>\n<ul class="results wrong">\n${groupAlike(problemsOf(open))
        .map((problems) => problem(problems, requirements))
        .join("\n")}\n</ul>`
}
${reasons.length === 0 ? "" : `<h2>Not judged</h2>\n<ul>${reasons.map((reason) => `<li>${text(reason)}</li>`).join("")}</ul>`}
${report.results.length === 0 ? "" : `<h2>All results</h2>\n${filters(report)}`}
${report.subjects.map((subject) => group(subject, bySubject(subject.name), requirements, levels)).join("\n")}
</main>
<footer>${text(report.suite.name)} ${text(report.suite.version)}. Not tested and not applicable are not passes: each says why. Section numbers are those of the contract, specs/README.md.</footer>
${report.results.length === 0 ? "" : `<script>${script}</script>`}
</body>
</html>
`;
}

/** A source for the Content-Security-Policy: only this file's style and script may run, whatever a service puts into a name. */
const hash = (content: string): string => `sha256-${createHash("sha256").update(content).digest("base64")}`;

function verdictClass({ conclusion, baseline }: Report): string {
  if (conclusion === "conforms") return "conforms";
  if (conclusion === "could not be judged") return "unjudged";
  return baseline?.isBetter === true ? "better" : "fails";
}

function counts({ counts: results }: Report): string {
  const one = (state: State): string =>
    `<li><b class="${results[state] === 0 ? "dim" : state.replace(" ", "-")}">${results[state]}</b>${stateLabel(state, results[state])}</li>`;
  return `<ul class="counts">${states.map(one).join("")}</ul>`;
}

function facts(report: Report): string {
  const { most } = report.requests;
  const { baseUrl, graphqlUrl } = report.target;
  const isCasesAlone = report.requirements.every(({ id }) => id.startsWith("CASE-"));
  const places = [
    ...(isCasesAlone ? [] : [`interface A at ${text(baseUrl)}`]),
    ...(graphqlUrl === undefined ? [] : [`interface B at ${text(graphqlUrl)}`]),
  ].join("; ");
  return `<p class="dim">${places.slice(0, 1).toUpperCase()}${places.slice(1)}. ${text(report.started.replace("T", " ").slice(0, 19))} UTC, ${(report.milliseconds / 1000).toFixed(1)} s, ${requestsText(report.requests)} (at most ${most}), seed ${report.seed}, target: ${report.target.kind}.</p>`;
}

function baseline(report: Report): string {
  if (report.baseline === undefined) return "";
  const { file, changes } = report.baseline;
  if (changes.length === 0) return `<p class="dim">Exactly what the baseline ${text(file)} accepts.</p>`;
  return `<h2>Changes from the baseline ${text(file)}</h2><ul>${changes.map((change) => `<li>${text(change)}</li>`).join("")}</ul>`;
}

function filters(report: Report): string {
  const options = (values: readonly string[]): string =>
    values.map((value) => `<option>${text(value)}</option>`).join("");
  const used = order.filter((state) => report.results.some((result) => result.state === state));
  return `<form hidden>
<label>State<select name="state"><option value="">every state</option>${options(used)}</select></label>
<label>Operation<select name="subject"><option value="">every operation</option>${options(report.subjects.map(({ name }) => name))}</select></label>
<label>Requirement<input name="requirement" list="requirements" placeholder="REG-PAGE" autocomplete="off"></label>
<datalist id="requirements">${report.requirements.map(({ id }) => `<option value="${text(id)}">`).join("")}</datalist>
<label>Shown<output></output></label>
</form>`;
}

function group(
  subject: ReportedSubject,
  results: readonly Result[],
  requirements: ReadonlyMap<string, ReportedRequirement>,
  levels: Levels,
): string {
  const judged = results.filter((result) => isCounted(levels, result));
  const count = (state: State): number => judged.filter((result) => result.state === state).length;
  const parts = order
    .filter((state) => state !== "observed" && count(state) > 0)
    .map(
      (state) => `<span class="${state.replace(" ", "-")}">${count(state)} ${stateLabel(state, count(state))}</span>`,
    );
  const title = subject.interface === "A" ? `GET ${text(subject.path ?? "")}` : `GraphQL ${text(subject.name)}`;
  const seen = subject.total === undefined ? "" : `${subject.rows} of `;
  const rows =
    subject.interface === "A" ? `<span class="dim">${seen}${counted(subject.total ?? subject.rows, "row")}</span>` : "";
  return `<details><summary><b>${title}</b> ${parts.join(" ")} ${rows}</summary>
<ul class="results">
${results.map((result) => item(result, requirements)).join("\n")}
</ul></details>`;
}

function item(result: Result, requirements: ReadonlyMap<string, ReportedRequirement>): string {
  const data = `data-state="${result.state}" data-subject="${text(result.subject)}" data-requirement="${text(result.requirement)}"`;
  return `<li ${data}>${head(result, requirements, "")}${because(result)}${evidence(result)}</li>`;
}

/** Groups problems that say the same of several operations, in order of the first of each. */
function groupAlike(problems: readonly Problem[]): Problem[][] {
  const key = ({ result: { requirement, state, reason, accepted } }: Problem): string =>
    JSON.stringify([requirement, state, reason, accepted]);
  return [...Map.groupBy(problems, key).values()];
}

/**
 * A problem, with the evidence of the first operation; that of others unfolds if it is different, and so does what fails because of
 * it. All results follow below, where they can be filtered.
 */
function problem(problems: readonly Problem[], requirements: ReadonlyMap<string, ReportedRequirement>): string {
  const results = problems.map(({ result }) => result);
  const [first] = results;
  if (first === undefined) return "";
  return `<li>${head(first, requirements, on(results))}${quote(first, requirements)}${ofEach(results)}${consequencesOf(problems, requirements)}</li>`;
}

/** Where something fails, with a count if there are several. */
function on(results: readonly Result[]): string {
  const names = results.map(({ subject }) => `<b>${text(subject)}</b>`).join(", ");
  return results.length === 1 ? ` on ${names}` : ` on ${names} <span class="dim">(${results.length})</span>`;
}

/** The evidence of the first of several results. Results that say the same are only named; the others can be unfolded. */
function ofEach(results: readonly Result[]): string {
  const [[first, ...same] = [], ...others] = Map.groupBy(results, withoutRow).values();
  if (first === undefined) return "";
  const section = (alike: readonly Result[]): string => {
    const [one] = alike;
    return one?.findings === undefined
      ? ""
      : `<p><b>${alike.map(({ subject }) => text(subject)).join(", ")}</b></p>${evidence(one)}`;
  };
  const rest = others.map(section).join("");
  if (rest === "") return evidence(first);
  return `${section([first, ...same])}<details><summary>Other operations</summary>${rest}</details>`;
}

/** What else fails because of problems, folded: a requirement, where, and its evidence. */
function consequencesOf(problems: readonly Problem[], requirements: ReadonlyMap<string, ReportedRequirement>): string {
  const results = problems.flatMap(({ consequences }) => consequences);
  if (results.length === 0) return "";
  const items = [...Map.groupBy(results, ({ requirement }) => requirement).values()].map((alike) => {
    const [first] = alike;
    return first === undefined
      ? ""
      : `<li>${head(first, requirements, on(alike))}${quote(first, requirements)}${ofEach(alike)}</li>`;
  });
  return `<details><summary>With it: ${text(requirementsText(results))}</summary><ul class="results">${items.join("\n")}</ul></details>`;
}

const because = ({ cause }: Result): string =>
  cause === undefined ? "" : `<p class="dim">It fails because <code>${text(cause)}</code> does.</p>`;

/** Code in backticks. */
const withCode = (words: string): string => text(words).replace(/`([^`]*)`/g, "<code>$1</code>");

/** What the contract says about a failure, for readers who have no contract at hand. */
function quote(result: Result, requirements: ReadonlyMap<string, ReportedRequirement>): string {
  const { section = "", contract, link } = requirements.get(result.requirement) ?? {};
  if (result.state !== "fail" || contract === undefined) return "";
  const name = `section ${text(section)}`;
  const place = link === undefined ? name : `<a href="${text(link)}">${name}</a>`;
  const rows = result.contract === undefined ? "" : `<br>${withCode(result.contract)}`;
  return `<blockquote><span class="dim">The contract, ${place}:</span> ${withCode(contract)}${rows}</blockquote>`;
}

function head(result: Result, requirements: ReadonlyMap<string, ReportedRequirement>, where: string): string {
  const requirement = requirements.get(result.requirement);
  const should = requirement?.level === "SHOULD" ? " should" : "";
  const title = withCode(requirement?.title ?? "");
  const about = `${title} <span class="dim">${requirement?.level ?? ""}, section ${text(requirement?.section ?? "")}</span>`;
  const reason = result.reason === undefined ? "" : `<p class="dim">${text(result.reason)}</p>`;
  const accepted =
    result.accepted === undefined ? "" : `<p class="dim">accepted by the baseline: ${text(result.accepted)}</p>`;
  return `<span class="state ${result.state.replace(" ", "-")}${should}">${result.state}</span> <code>${text(result.requirement)}</code>${where}<span class="about">${about}</span>${reason}${accepted}`;
}

/** The findings of a result; after those of each request, how to repeat it. */
function evidence(result: Result): string {
  const findings = distinctFindings(result.findings ?? []);
  const shown = findings.map(({ at, expected, found, curl }, index) => {
    const isLast = findings[index + 1]?.curl !== curl;
    return `<p><code>${text(at)}</code>: expected <b>${text(expected)}</b>, found <b>${text(found)}</b></p>${curl === "" || !isLast ? "" : `<pre>${text(curl)}</pre>`}`;
  });
  const more = moreFindings(result, findings);
  return `${shown.join("")}${more && `<p class="dim">${text(more)}</p>`}`;
}
