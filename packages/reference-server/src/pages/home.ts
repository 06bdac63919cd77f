import type { State } from "../store/states.ts";
import type { Tables } from "../store/tables.ts";
import { Html, html } from "./html.ts";

/** URLs that the page links to, and what it says about them. */
export interface Addresses {
  readonly register: string;
  readonly cases: string;
  readonly reference: string;
  readonly document: string;
  readonly script: string;
  readonly keyHeader: string;
  /** Number of operations. */
  readonly operations: number;
}

const style = new Html(`
  :root { color-scheme: light dark; --text: #1b2733; --dim: #566573; --back: #fff; --soft: #f2f5f8; --link: #0b5cad; }
  @media (prefers-color-scheme: dark) { :root { --text: #e6e9ef; --dim: #9aa4b5; --back: #1c2022; --soft: #2a3034; --link: #8ab8f2; } }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; color: var(--text); background: var(--back); }
  main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 0; overflow-wrap: anywhere; }
  h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
  pre { background: var(--soft); padding: .8rem 1rem; white-space: pre-wrap; border-radius: 6px; font-size: .875rem; }
  code { font-family: ui-monospace, monospace; } a { color: var(--link); }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0; } dt { color: var(--dim); } dd { margin: 0; }
  .tables { columns: 3 14rem; padding: 0; list-style: none; font-size: .875rem; }
  .tables li { display: flex; justify-content: space-between; gap: 1rem; break-inside: avoid; }
  summary { cursor: pointer; margin: .5rem 0; }
  #reference { max-width: 60rem; margin: 0 auto; overflow-x: auto; } #reference .opblock-tag { flex-wrap: wrap; }
  @media (max-width: 40rem) { #reference .opblock-tag small { flex: 1 0 80%; order: 1; padding: 0; } }
  #reference .info, #reference .scheme-container > .schemes > div:first-child { display: none; }`);

/** The page at `/`: what this is, how to query it, its data, and the API reference. */
export function homePage(state: State | undefined, tables: Tables, addresses: Addresses, origin: string): string {
  const { register, cases, keyHeader, operations } = addresses;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Court register reference server</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${addresses.reference}/static/swagger-ui.css">
<style>${style}</style>
</head>
<body>
<main>
<h1>Court register reference server</h1>
<p>This is the whole court-register service on one machine, for development, testing and teaching. It follows the contract of
the public service. Unless other data was loaded, every company, person and case in it is made up.</p>

<h2>Companies: REST</h2>
<p>${operations} lists under <code>${register}</code>, in JSON or XML. Send your subscription key in the header
<code>${keyHeader}</code>; the server printed one at startup, unless it was given keys.</p>
<pre><code>curl -H "${keyHeader}: $KEY" "${origin}${register}/sjediste?offset=0&limit=10"
curl -H "${keyHeader}: $KEY" -H "Accept: application/xml" "${origin}${register}/sud"</code></pre>
<p>The <a href="#reference">API reference</a> is below: press <b>Authorize</b>, enter your key, and try any operation. It is generated
from the <a href="${addresses.document}">OpenAPI document</a>.</p>

<h2>Court cases: GraphQL</h2>
<p>Cases, courts and types of registers at <code>${cases}</code>, without a key. <a href="${cases}">Open GraphiQL</a> to explore them in
this browser. ${exampleSentence(state)}</p>

<h2>The data</h2>
${state === undefined ? html`<p>No data has been loaded yet.</p>` : stateSection(state, tables)}
<p>Programs can read this section as JSON from this page's URL, with <code>Accept: application/json</code>, and check the health of
the server at <a href="/healthz">/healthz</a>.</p>

<h2>API reference</h2>
<noscript><p>The reference needs JavaScript. The <a href="${addresses.document}">OpenAPI document</a> has the same content.</p></noscript>
</main>
<div id="reference"></div>
<script src="${addresses.reference}/static/swagger-ui-bundle.js"></script>
<script src="${addresses.script}"></script>
</body>
</html>
`.text;
}

function exampleSentence(state: State | undefined): Html {
  const [example] = state?.exampleCases ?? [];
  if (example === undefined) return html``;
  return html`A case to start with:</p>
<pre><code>{ predmet(oznakaBroj: ${JSON.stringify(example.oznakaBroj)}, sud: ${example.sud}) { id sudac stranke { naziv nazivuloge } } }</code></pre><p>`;
}

function stateSection(state: State, tables: Tables): Html {
  const rows = tables.all.map(
    ({ name, row }) =>
      html`<li><code>${row.name}</code> <span>${(state.counts[name] ?? 0).toLocaleString("en")}</span></li>
`,
  );
  return html`<dl>
<dt>State</dt><dd><code>${state.uuid}</code> (send it as <code>timestamp_id</code> to keep reading this state)</dd>
<dt>Published</dt><dd>${state.publishedAt}</dd>
<dt>Source</dt><dd>${state.source}</dd>
</dl>
<details><summary>Number of rows in each list</summary><ul class="tables">
${rows}</ul></details>`;
}
