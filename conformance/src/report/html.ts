import { createHash } from "node:crypto";
import { html } from "ghtml";
import type { ResultState } from "../evidence/outcome.ts";
import { counted, writableInXml } from "../shared/text.ts";
import { type RootCause, rootCausesOf } from "./causes.ts";
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
  capText,
  distinctFindings,
  moreFindings,
  requestsText,
  requirementsText,
  untestedReasons,
  withoutRow,
} from "./words.ts";

const order: readonly Result["state"][] = ["fail", "error", "pass", "not tested", "not applicable", "observed"];

type Requirements = ReadonlyMap<string, ReportedRequirement>;

/** A report for people: a single file that needs no network, complete without scripts, which only add filters. */
export function htmlReport(report: Report): string {
  const requirements: Requirements = new Map(report.requirements.map((requirement) => [requirement.id, requirement]));
  const levels = levelsOf(report);
  const bySubject = (name: string): Result[] =>
    report.results
      .filter(({ subject }) => subject === name)
      .sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  const open = wrongResults(report);
  const reasons = untestedReasons(report, Number.POSITIVE_INFINITY);
  const cap = capText(report);
  const problems = groupAlike(rootCausesOf(open)).map((alike) => problem(alike, requirements));
  // Only this file's style and script may run, whatever a service puts into a name.
  const policy = `default-src 'none'; style-src '${hash(style)}'; script-src '${hash(script)}'`;
  return writableInXml(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${conclusionText(report)}: ${report.target.baseUrl}</title>
<style>!${style}</style>
</head>
<body>
<main>
<h1>Court register conformance</h1>
<p class="verdict ${verdictClass(report)}">${report.verdict}</p>
!${report.stopped === undefined ? "" : html`<p class="error"><b>Stopped:</b> ${report.stopped}</p>`}
!${cap === undefined ? "" : html`<p><b>Note:</b> ${cap}.</p>`}
!${counts(report)}
!${facts(report)}
!${baseline(report)}
!${open.length === 0 ? "" : html`<h2>Problems</h2><ul class="results wrong">!${problems}</ul>`}
!${reasons.length === 0 ? "" : html`<h2>Not judged</h2><ul>!${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`}
!${report.results.length === 0 ? "" : html`<h2>All results</h2>!${filters(report)}`}
!${report.subjects.map((subject) => group(subject, bySubject(subject.name), requirements, levels))}
</main>
<footer>${report.suite.name} ${report.suite.version}. Not tested and not applicable are not passes: each says why. Section numbers are those of the contract, specs/README.md.</footer>
!${report.results.length === 0 ? "" : html`<script>!${script}</script>`}
</body>
</html>
`);
}

/** A source for the Content-Security-Policy. */
const hash = (content: string): string => `sha256-${createHash("sha256").update(content).digest("base64")}`;

function verdictClass({ conclusion, baseline }: Report): string {
  if (conclusion === "conforms") return "conforms";
  if (conclusion === "could not be judged") return "unjudged";
  return baseline?.isBetter === true ? "better" : "fails";
}

const classOf = (state: ResultState): string => state.replace(" ", "-");

function counts({ counts: results }: Report): string {
  const one = (state: ResultState): string =>
    html`<li><b class="${results[state] === 0 ? "dim" : classOf(state)}">${results[state]}</b>${stateLabel(state, results[state])}</li>`;
  return html`<ul class="counts">!${states.map(one)}</ul>`;
}

function facts(report: Report): string {
  const { baseUrl, graphqlUrl } = report.target;
  const isCasesAlone = report.requirements.every(({ id }) => id.startsWith("CASE-"));
  const places = [
    ...(isCasesAlone ? [] : [`REST at ${baseUrl}`]),
    ...(graphqlUrl === undefined ? [] : [`GraphQL at ${graphqlUrl}`]),
  ].join("; ");
  const started = report.started.replace("T", " ").slice(0, 19);
  const seconds = (report.milliseconds / 1000).toFixed(1);
  return html`<p class="dim">${places}. ${started} UTC, ${seconds} s, ${requestsText(report.requests)} (at most ${report.requests.most}), seed ${report.seed}, target: ${report.target.kind}.</p>`;
}

function baseline(report: Report): string {
  if (report.baseline === undefined) return "";
  const { file, changes } = report.baseline;
  if (changes.length === 0) return html`<p class="dim">Exactly what the baseline ${file} accepts.</p>`;
  return html`<h2>Changes from the baseline ${file}</h2><ul>!${changes.map((change) => html`<li>${change}</li>`)}</ul>`;
}

function filters(report: Report): string {
  const options = (values: readonly string[]): string[] => values.map((value) => html`<option>${value}</option>`);
  const used = order.filter((state) => report.results.some((result) => result.state === state));
  return html`<form hidden>
<label>State<select name="state"><option value="">every state</option>!${options(used)}</select></label>
<label>Operation<select name="subject"><option value="">every operation</option>!${options(report.subjects.map(({ name }) => name))}</select></label>
<label>Requirement<input name="requirement" list="requirements" placeholder="REG-PAGE" autocomplete="off"></label>
<datalist id="requirements">!${report.requirements.map(({ id }) => html`<option value="${id}">`)}</datalist>
<label>Shown<output></output></label>
</form>`;
}

function group(
  subject: ReportedSubject,
  results: readonly Result[],
  requirements: Requirements,
  levels: Levels,
): string {
  const judged = results.filter((result) => isCounted(levels, result));
  const count = (state: ResultState): number => judged.filter((result) => result.state === state).length;
  const parts = order
    .filter((state) => state !== "observed" && count(state) > 0)
    .map((state) => html`<span class="${classOf(state)}">${count(state)} ${stateLabel(state, count(state))}</span> `);
  const isRest = subject.interface === "A";
  const title = isRest ? `GET ${subject.path ?? ""}` : `GraphQL ${subject.name}`;
  const seen = subject.total === undefined ? "" : `${subject.rows} of `;
  const rows = isRest ? html`<span class="dim">${seen}${counted(subject.total ?? subject.rows, "row")}</span>` : "";
  return html`<details><summary><b>${title}</b> !${parts}!${rows}</summary>
<ul class="results">!${results.map((result) => item(result, requirements))}</ul></details>`;
}

function item(result: Result, requirements: Requirements): string {
  const cause =
    result.cause === undefined ? "" : html`<p class="dim">It fails because <code>${result.cause}</code> does.</p>`;
  return html`<li data-state="${result.state}" data-subject="${result.subject}" data-requirement="${result.requirement}">!${head(result, requirements, "")}!${cause}!${evidence(result)}</li>`;
}

/** Groups problems that say the same of several operations, in order of the first of each. */
function groupAlike(problems: readonly RootCause[]): RootCause[][] {
  const key = ({ result: { requirement, state, reason, accepted } }: RootCause): string =>
    JSON.stringify([requirement, state, reason, accepted]);
  return [...Map.groupBy(problems, key).values()];
}

/**
 * A problem, with the evidence of the first operation; that of others unfolds if it is different, and so does what fails because of
 * it. All results follow below, where they can be filtered.
 */
function problem(problems: readonly RootCause[], requirements: Requirements): string {
  const results = problems.map(({ result }) => result);
  return html`<li>!${alikeResults(results, requirements)}!${consequencesOf(problems, requirements)}</li>`;
}

/** Results of one requirement, with the evidence of the first. */
function alikeResults(results: readonly Result[], requirements: Requirements): string {
  const [first] = results;
  return first === undefined
    ? ""
    : html`!${head(first, requirements, on(results))}!${quote(first, requirements)}!${ofEach(results)}`;
}

/** Where something fails, with a count if there are several. */
function on(results: readonly Result[]): string {
  const names = results.map(({ subject }) => html`<b>${subject}</b>`).join(", ");
  return results.length === 1 ? html` on !${names}` : html` on !${names} <span class="dim">(${results.length})</span>`;
}

/** The evidence of the first of several results. Results that say the same are only named; the others can be unfolded. */
function ofEach(results: readonly Result[]): string {
  const [[first, ...same] = [], ...others] = Map.groupBy(results, withoutRow).values();
  if (first === undefined) return "";
  const section = (alike: readonly Result[]): string => {
    const [one] = alike;
    return one?.findings === undefined
      ? ""
      : html`<p><b>${alike.map(({ subject }) => subject).join(", ")}</b></p>!${evidence(one)}`;
  };
  const rest = others.map(section).join("");
  if (rest === "") return evidence(first);
  return html`!${section([first, ...same])}<details><summary>Other operations</summary>!${rest}</details>`;
}

/** What else fails because of problems, folded: a requirement, where, and its evidence. */
function consequencesOf(problems: readonly RootCause[], requirements: Requirements): string {
  const results = problems.flatMap(({ consequences }) => consequences);
  if (results.length === 0) return "";
  const items = [...Map.groupBy(results, ({ requirement }) => requirement).values()].map(
    (alike) => html`<li>!${alikeResults(alike, requirements)}</li>`,
  );
  return html`<details><summary>With it: ${requirementsText(results)}</summary><ul class="results">!${items}</ul></details>`;
}

/** Code in backticks. */
const withCode = (words: string): string =>
  words
    .split("`")
    .map((part, index, parts) =>
      index % 2 === 1 && index < parts.length - 1 ? html`<code>${part}</code>` : html`${part}`,
    )
    .join("");

/** What the contract says about a failure, for readers who have no contract at hand. */
function quote(result: Result, requirements: Requirements): string {
  const { section = "", contract, link } = requirements.get(result.requirement) ?? {};
  if (result.state !== "fail" || contract === undefined) return "";
  const name = `section ${section}`;
  const place = link === undefined ? html`${name}` : html`<a href="${link}">${name}</a>`;
  const rows = result.contract === undefined ? "" : html`<br>!${withCode(result.contract)}`;
  return html`<blockquote><span class="dim">The contract, !${place}:</span> !${withCode(contract)}!${rows}</blockquote>`;
}

function head(result: Result, requirements: Requirements, where: string): string {
  const { level = "", title = "", section = "" } = requirements.get(result.requirement) ?? {};
  const about = html`!${withCode(title)} <span class="dim">${level}, section ${section}</span>`;
  const reason = result.reason === undefined ? "" : html`<p class="dim">${result.reason}</p>`;
  const accepted =
    result.accepted === undefined ? "" : html`<p class="dim">accepted by the baseline: ${result.accepted}</p>`;
  const look = result.accepted === undefined ? classOf(result.state) : "accepted";
  const label = result.accepted === undefined ? result.state : `${result.state}, accepted`;
  return html`<span class="state ${look}${level === "SHOULD" ? " should" : ""}">${label}</span> <code>${result.requirement}</code>!${where}<span class="about">!${about}</span>!${reason}!${accepted}`;
}

/** The findings of a result; after those of each request, how to repeat it. */
function evidence(result: Result): string {
  const findings = distinctFindings(result.findings ?? []);
  const shown = findings.map(({ at, expected, found, curl }, index) => {
    const isLast = findings[index + 1]?.curl !== curl;
    const line = html`<p><code>${at}</code>: expected <b>${expected}</b>, found <b>${found}</b></p>`;
    return curl === "" || !isLast ? line : html`!${line}<pre>${curl}</pre>`;
  });
  const more = moreFindings(result, findings);
  return html`!${shown}!${more && html`<p class="dim">${more}</p>`}`;
}
