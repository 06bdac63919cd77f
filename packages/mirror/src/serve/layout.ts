import { createHash } from "node:crypto";
import { html } from "ghtml";
import { printable } from "#kit/printable";
import { standingParts } from "../show/describe.ts";
import type { Standing } from "../show/standing.ts";

const style = `
:root { color-scheme: light dark; --text: #1b2733; --dim: #52606d; --back: #fff; --soft: #f2f5f8; --line: #d5dde5; --link: #0b5cad;
  --new: #2d7d46; --gone: #b3372b; --changed: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ef; --dim: #a3adbb; --back: #1b1f22; --soft: #262c31; --line: #3b444c; --link: #8ab8f2;
  --new: #6cc487; --gone: #f08a7e; --changed: #e0b15a; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 62rem; padding: 1rem; color: var(--text); background: var(--back);
  overflow-wrap: anywhere; }
a { color: var(--link); } :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 1rem 0 .5rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
form { display: flex; gap: .5rem; margin: 1rem 0; flex-wrap: wrap; }
label { flex-basis: 100%; } input, button { font: inherit; padding: .5rem .7rem; border: 1px solid var(--dim); border-radius: 6px; background: var(--back); color: inherit; }
input { flex: 1; min-width: 12rem; } button { background: var(--link); color: var(--back); border-color: var(--link); cursor: pointer; }
ul { padding-left: 1.2rem; margin: .2rem 0; } h3 .dim { font-weight: 400; } .plain { list-style: none; padding: 0; } .plain > li { padding: .5rem 0; border-bottom: 1px solid var(--line); }
.dim { color: var(--dim); } .number { font-variant-numeric: tabular-nums; white-space: nowrap; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; }
.generations { list-style: none; padding: 0; } .generations > li { display: grid; grid-template-columns: 9rem 10rem 8rem 7rem 7rem 1fr; gap: 0 .6rem; align-items: center;
  padding: .35rem 0; border-bottom: 1px solid var(--line); }
@media (max-width: 50rem) { .generations > li { grid-template-columns: 1fr 1fr; } .generations :is(.bars, .rows) { grid-column: 1 / 3; } }
.new { color: var(--new); } .gone { color: var(--gone); } .changed { color: var(--changed); }
.standing { font-weight: 600; }
.tag { font-weight: 600; } del { color: var(--gone); } ins { color: var(--new); text-decoration: none; }
.note { background: var(--soft); border-radius: 6px; padding: .7rem 1rem; font-size: .9rem; margin-top: 2.5rem; }
.timeline { list-style: none; padding-left: 1rem; border-left: 3px solid var(--line); } .timeline > li { margin-bottom: 1rem; }
`;

/** Nothing but the page and its style: no script, no other host, no frame. */
export const contentSecurityPolicy: string = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}' 'unsafe-hashes'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * A page. What browsers do not show, or show in another direction, is written as an escape.
 *
 * @param root - The root of the server, as {@link rootFrom} says it: a proxy may have it anywhere, so every link is relative.
 * @param body - Markup.
 * @param feed - Path of the feed beside it, if there is one: feed readers look for it.
 */
export const layout = (root: string, title: string, body: string, feed?: string): string =>
  document(root, title, body, feed).split("\n").map(printable).join("\n");

/** The way from a page to the root of the server, such as `../`. @param url - What the page was asked for by. */
export const rootFrom = (url: string): string =>
  "../".repeat(Math.max(0, url.replace(/[?#].*$/s, "").split("/").length - 2)) || "./";

const document = (root: string, title: string, body: string, feed: string | undefined): string => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
!${feed === undefined ? "" : html`<link rel="alternate" type="application/atom+xml" href="${feed}">`}
<style>!${style}</style>
</head>
<body>
<nav><a href="${root}">Search the register</a></nav>
<main>
!${body}
</main>
<footer><p class="note">This copy holds names, addresses and e-mail addresses of persons. Whoever keeps it answers for who reads it, for how long it is
kept, and for what it is used. The page is read-only, and sends nothing elsewhere.</p></footer>
</body>
</html>
`;

/** The form that finds a subject. */
export const searchForm = (
  root: string,
  text: string,
): string => html`<form action="${root}" method="get" role="search">
<label for="q">Part of a name, OIB or MBS</label>
<input id="q" name="q" value="${text}" type="search" autocomplete="off">
<button>Search</button>
</form>
`;

/** A subject's standing in words, the gravest first: nobody sees "in the register" before an insolvency. */
export const standingText = (subject: Standing): string =>
  standingParts(subject)
    .map(({ kind, text }) => html`<span class="standing ${standingClasses[kind]}">${text}</span>`)
    .join(" · ");

const standingClasses = { registered: "new", insolvency: "changed", deleted: "gone", unknown: "dim" } as const;

export const count = (number: number): string => number.toLocaleString("en");

/** Of the newest of many, how many there are and where the others are; empty if these are all. @param path - Where all of them are. */
export const othersText = (shown: number, all: number, path: string, where: string): string =>
  shown < all
    ? html`<p class="dim">These are the last ${count(shown)} of ${count(all)}. <a href="${path}">All of them ${where}</a></p>`
    : "";

/** A time to the minute. */
export const minute = (time: string): string => time.slice(0, 16).replace("T", " ");

/** The page for what cannot be shown. */
export const errorPage = (root: string, message: string): string =>
  layout(root, "Not shown", html`<h1>Not shown</h1><p>${message}</p>!${searchForm(root, "")}`);
