import { html } from "ghtml";
import type { State } from "../store/states.ts";
import type { Tables } from "../store/tables.ts";
import { style } from "./style.ts";

/** URLs that the page links to, relative to it, and what it says about them. */
export interface Addresses {
  readonly register: string;
  readonly cases: string;
  readonly reference: string;
  readonly document: string;
  readonly script: string;
  readonly keyHeader: string;
  /** Where tokens are to be had, if the register asks for them. */
  readonly token: string | undefined;
  /** Number of operations. */
  readonly operations: number;
}

/** The page at `/`: what this is, how to query it, its data, and the API reference. */
export function homePage(state: State | undefined, tables: Tables, addresses: Addresses, origin: string): string {
  const { register, cases, keyHeader, token, operations } = addresses;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Court register reference server</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${addresses.reference}/static/swagger-ui.css">
<style>!${style}</style>
</head>
<body>
<header>
<h1>Court register reference server</h1>
<p>This is the whole court-register service on one machine, for development, testing and teaching. It follows the contract of a public
court register whose resources and fields have Croatian names, as described in the project's <code>specs/README.md</code>; the project does not
belong to the operator of that register. Unless other data was loaded, every company, person and case here is made up.</p>

<h2>Companies: REST</h2>
<p>${operations} lists under <code>/${register}</code>, in JSON or XML.!${keyHeader === "" ? "</p>" : keySection(keyHeader, register, origin)}
!${token === undefined ? "" : tokenSection(token, register, origin, keyHeader)}
<p>The <a href="#reference">API reference</a> is below: press <b>Authorize</b>, enter !${keyHeader === "" ? "the credentials of your client" : "your key"},
and try any operation. It is generated from the <a href="${addresses.document}">OpenAPI document</a>.</p>

<h2>Court cases: GraphQL</h2>
<p>Cases, courts and types of registers at <code>/${cases}</code>, without a key. <a href="${cases}">Open GraphiQL</a> to explore them in
this browser. !${exampleSentence(state)}</p>

<h2>The data</h2>
!${state === undefined ? html`<p>No data has been loaded yet.</p>` : stateSection(state, tables)}
<p>Programs can read this section as JSON from this page's URL, with <code>Accept: application/json</code>, and check the health of
the server at <a href="healthz">/healthz</a>.</p>

<h2>API reference</h2>
<noscript><p>The reference needs JavaScript. The <a href="${addresses.document}">OpenAPI document</a> has the same content.</p></noscript>
</header>
<div id="reference"></div>
<script src="${addresses.reference}/static/swagger-ui-bundle.js"></script>
<script src="${addresses.script}"></script>
</body>
</html>
`;
}

function keySection(keyHeader: string, register: string, origin: string): string {
  return html` Send your subscription key in the header
<code>${keyHeader}</code>; the server printed one at startup, unless it was given keys.</p>
<pre><code>curl -H "${keyHeader}: $KEY" "<span class="root">${origin}/</span>${register}/sjediste?offset=0&limit=10"
curl -H "${keyHeader}: $KEY" -H "Accept: application/xml" "<span class="root">${origin}/</span>${register}/sud"</code></pre>`;
}

/** Whoever opened the server to a client knows whether it has a key too. */
function tokenSection(token: string, register: string, origin: string, keyHeader: string): string {
  const beside = keyHeader === "" ? "" : ", beside a key if it was given some, or in place of one";
  return html`<p>This server asks for access tokens (OAuth 2, client credentials)${beside}. It
printed the secret of its client at startup, unless it was given that.</p>
<pre><code>curl -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials "<span class="root">${origin}/</span>${token}"
curl -H "Authorization: Bearer $TOKEN" "<span class="root">${origin}/</span>${register}/sud"</code></pre>`;
}

function exampleSentence(state: State | undefined): string {
  const [example] = state?.exampleCases ?? [];
  if (example === undefined) return "";
  return html`A case to start with:</p>
<pre><code>{ predmet(oznakaBroj: ${JSON.stringify(example.oznakaBroj)}, sud: ${example.sud}) { id sudac stranke { naziv nazivuloge } } }</code></pre><p>`;
}

function stateSection(state: State, tables: Tables): string {
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
!${rows}</ul></details>`;
}
