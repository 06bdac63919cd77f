import { createHash } from "node:crypto";
import { counted } from "../counted.ts";
import { escapeMarkup as text } from "../markup.ts";
import type { State } from "../requirements/requirement.ts";
import { script, style } from "./html-assets.ts";
import {
  isCounted,
  type Levels,
  levelsOf,
  type Report,
  type ReportedRequirement,
  type ReportedSubject,
  type Result,
  stateLabel,
  states,
  wrongResults,
} from "./report.ts";
import { moreFindings, untestedReasons } from "./words.ts";

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
<title>${text(`${report.conclusion}: ${report.target.baseUrl}`)}</title>
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
    : `<h2>Problems</h2>\n<ul class="results wrong">\n${groupAlike(open)
        .map((results) => problem(results, requirements))
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

const verdictClass = ({ conclusion }: Report): string =>
  conclusion === "conforms" ? "conforms" : conclusion === "does not conform" ? "fails" : "unjudged";

function counts({ counts: results }: Report): string {
  const one = (state: State): string =>
    `<li><b class="${results[state] === 0 ? "dim" : state.replace(" ", "-")}">${results[state]}</b>${stateLabel(state, results[state])}</li>`;
  return `<ul class="counts">${states.map(one).join("")}</ul>`;
}

function facts(report: Report): string {
  const { sent, most } = report.requests;
  const { baseUrl, graphqlUrl } = report.target;
  const isCasesAlone = report.requirements.every(({ id }) => id.startsWith("CASE-"));
  const places = [
    ...(isCasesAlone ? [] : [`interface A at ${text(baseUrl)}`]),
    ...(graphqlUrl === undefined ? [] : [`interface B at ${text(graphqlUrl)}`]),
  ].join("; ");
  return `<p class="dim">${places.slice(0, 1).toUpperCase()}${places.slice(1)}. ${text(report.started.replace("T", " ").slice(0, 19))} UTC, ${(report.milliseconds / 1000).toFixed(1)} s, ${counted(sent, "request")} (at most ${most}), seed ${report.seed}, target: ${report.target.kind}.</p>`;
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
  return `<li ${data}>${head(result, requirements, "")}${evidence(result)}</li>`;
}

/** Groups results that say the same of several operations, in order of the first of each. */
function groupAlike(results: readonly Result[]): Result[][] {
  const key = ({ requirement, state, reason, accepted }: Result): string =>
    JSON.stringify([requirement, state, reason, accepted]);
  return [...Map.groupBy(results, key).values()];
}

/** A problem, with the evidence of the first operation; that of the others unfolds. All results follow below, where they can be filtered. */
function problem(results: readonly Result[], requirements: ReadonlyMap<string, ReportedRequirement>): string {
  const [first, ...others] = results;
  if (first === undefined) return "";
  const names = results.map(({ subject }) => `<b>${text(subject)}</b>`).join(", ");
  const section = (result: Result): string =>
    result.findings === undefined ? "" : `<p><b>${text(result.subject)}</b></p>${evidence(result)}`;
  const rest = others.map(section).join("");
  const shown =
    rest === "" ? evidence(first) : `${section(first)}<details><summary>Other operations</summary>${rest}</details>`;
  return `<li>${head(first, requirements, ` on ${names}`)}${shown}</li>`;
}

function head(result: Result, requirements: ReadonlyMap<string, ReportedRequirement>, where: string): string {
  const requirement = requirements.get(result.requirement);
  const should = requirement?.level === "SHOULD" ? " should" : "";
  const title = text(requirement?.title ?? "").replace(/`([^`]*)`/g, "<code>$1</code>");
  const about = `${title} <span class="dim">${requirement?.level ?? ""}, section ${text(requirement?.section ?? "")}</span>`;
  const reason = result.reason === undefined ? "" : `<p class="dim">${text(result.reason)}</p>`;
  const accepted =
    result.accepted === undefined ? "" : `<p class="dim">accepted by the baseline: ${text(result.accepted)}</p>`;
  return `<span class="state ${result.state.replace(" ", "-")}${should}">${result.state}</span> <code>${text(result.requirement)}</code>${where}<span class="about">${about}</span>${reason}${accepted}`;
}

/** The findings of a result; after those of each request, how to repeat it. */
function evidence(result: Result): string {
  const { findings = [] } = result;
  const shown = findings.map(({ at, expected, found, curl }, index) => {
    const isLast = findings[index + 1]?.curl !== curl;
    return `<p><code>${text(at)}</code>: expected <b>${text(expected)}</b>, found <b>${text(found)}</b></p>${curl === "" || !isLast ? "" : `<pre>${text(curl)}</pre>`}`;
  });
  const more = moreFindings(result, findings);
  return `${shown.join("")}${more && `<p class="dim">${text(more)}</p>`}`;
}
