/** The report's style: one column on a phone, and the colours of the reader's own system. */
export const style = `
:root { color-scheme: light dark; --line: #d5d9e0; --soft: #f4f5f8; --text: #1c2330; --dim: #5b6577; --back: #fff;
  --pass: #1a7f4b; --fail: #b3261e; --warn: #9a6700; --info: #3b5bab; --none: #5b6577; }
@media (prefers-color-scheme: dark) { :root { --line: #353c4a; --soft: #1d222c; --text: #e6e9ef; --dim: #9aa4b5; --back: #12161d;
  --pass: #5fc992; --fail: #ff8a80; --warn: #e3b341; --info: #91aef5; --none: #9aa4b5; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); }
h1 { font-size: 1.4rem; line-height: 1.25; margin: .5rem 0 1rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p { margin: .4rem 0; overflow-wrap: anywhere; }
code, pre { font: .85em/1.45 ui-monospace, Menlo, Consolas, monospace; }
pre { background: var(--soft); border-radius: 6px; padding: .5rem .75rem; overflow-x: auto; margin: .4rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.verdict { border-left: .4rem solid var(--none); background: var(--soft); border-radius: 6px; padding: .75rem 1rem; font-weight: 600; overflow-wrap: anywhere; }
.verdict.conforms { border-color: var(--pass); } .verdict.fails { border-color: var(--fail); } .verdict.better { border-color: var(--info); } .verdict.unjudged { border-color: var(--warn); }
.counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .5rem; margin: 1rem 0; padding: 0; list-style: none; }
.counts li { background: var(--soft); border-radius: 6px; padding: .5rem .75rem; }
.counts b { display: block; font-size: 1.35rem; line-height: 1.2; }
.dim { color: var(--dim); font-size: .9rem; }
form { background: var(--back); display: flex; flex-wrap: wrap; gap: .5rem; padding: .6rem 0; border-bottom: 1px solid var(--line); z-index: 1; }
form[hidden] { display: none; }
@media (min-width: 48rem) and (min-height: 30rem) { html { scroll-padding-top: 5rem; } form { position: sticky; top: 0; } }
label { display: flex; flex-direction: column; font-size: .75rem; color: var(--dim); flex: 1 1 9rem; }
select, input { font: inherit; font-size: 1rem; padding: .35rem .4rem; border: 1px solid var(--line); border-radius: 6px; background: var(--back); color: var(--text); min-width: 0; }
details { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; }
summary { cursor: pointer; position: relative; padding: .55rem .75rem .55rem 1.75rem; display: flex; flex-wrap: wrap; gap: .15rem .75rem; align-items: baseline; }
summary::before { content: "▸"; color: var(--dim); position: absolute; left: .75rem; } details[open] > summary::before { content: "▾"; }
summary b { font-weight: 600; } summary .dim { margin-left: auto; }
ul.results { list-style: none; margin: 0; padding: 0; }
ul.results li { border-top: 1px solid var(--line); padding: .5rem .75rem; overflow-wrap: anywhere; }
.wrong details { padding: 0 .75rem; } .wrong summary { margin: 0 -.75rem; }
blockquote { margin: .4rem 0; padding: .1rem .75rem; border-left: .2rem solid var(--line); }
.state { display: inline-block; min-width: 6.4rem; font-weight: 600; font-size: .85rem; }
.pass { color: var(--pass); } .fail { color: var(--fail); } .error { color: var(--warn); } .observed { color: var(--info); } .not-tested, .not-applicable, .accepted { color: var(--none); }
.fail.should { color: var(--warn); }
.about { display: block; }
[data-hidden] { display: none; }
footer { margin: 2rem 0 1rem; color: var(--dim); font-size: .85rem; }
@media print { form { display: none; } li { break-inside: avoid; } .wrong details::details-content { content-visibility: visible; } }
`;

/** Filters the results; without it, all are shown. */
export const script = `
const form = document.querySelector("form");
form.hidden = false;
const items = [...document.querySelectorAll("li[data-state]")];
const filter = () => {
  const { state, subject, requirement } = Object.fromEntries(new FormData(form));
  const wanted = requirement.trim().toUpperCase();
  let count = 0;
  for (const item of items) {
    const fits = (!state || item.dataset.state === state) && (!subject || item.dataset.subject === subject) && (!wanted || item.dataset.requirement.includes(wanted));
    item.toggleAttribute("data-hidden", !fits);
    if (fits) count += 1;
  }
  const filtered = Boolean(state || subject || wanted);
  for (const group of document.querySelectorAll("details:has(li[data-state])")) {
    const some = group.querySelector("li[data-state]:not([data-hidden])") !== null;
    group.toggleAttribute("data-hidden", !some);
    group.open = filtered && some;
  }
  document.querySelector("output").textContent = filtered ? count + " of " + items.length + " results" : items.length + " results";
};
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
filter();
`;
