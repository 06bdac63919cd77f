/** The style of the page, with what the API reference lacks: contrast in some places, and room on a phone. */
export const style = `
  :root { color-scheme: light dark; --text: #1b2733; --dim: #566573; --back: #fff; --soft: #f2f5f8; --link: #0b5cad; }
  @media (prefers-color-scheme: dark) { :root { --text: #e6e9ef; --dim: #9aa4b5; --back: #1c2022; --soft: #2a3034; --link: #8ab8f2; } }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; color: var(--text); background: var(--back); }
  header { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 0; overflow-wrap: anywhere; }
  h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
  pre { background: var(--soft); padding: .8rem 1rem; white-space: pre-wrap; border-radius: 6px; font-size: .875rem; }
  code { font-family: ui-monospace, monospace; } a { color: var(--link); }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 0; } dt { color: var(--dim); } dd { margin: 0; }
  .tables { columns: 3 14rem; padding: 0; list-style: none; font-size: .875rem; }
  .tables li { display: flex; justify-content: space-between; gap: 1rem; break-inside: avoid; }
  summary { cursor: pointer; margin: .5rem 0; }
  #reference { max-width: 60rem; margin: 0 auto; overflow-x: auto; }
  #reference .info, #reference .scheme-container > .schemes > div:first-child { display: none; }
  #reference .responses-table .response-col_links { display: none; }
  #reference .parameters-col_name { white-space: nowrap; padding-right: 1rem; }
  #reference .parameter__in { color: var(--dim); } #reference .header-col { color: var(--text); }
  #reference [style*="rgb(211, 99, 99)"] { color: #ff8f8f !important; }
  html:not(.dark-mode) #reference :is(.authorize, .authorize span) { color: #1b7a4b; fill: #1b7a4b; }
  html:not(.dark-mode) #reference :is(.opblock-summary-method, .execute) { background: var(--link); }
  html:not(.dark-mode) #reference .cancel { color: #c62828; }
  @media (max-width: 40rem) {
    #reference .wrapper { padding: 0 1rem; }
    #reference .opblock-tag { display: grid; grid-template-columns: 1fr auto; font-size: 1.1rem; }
    #reference .opblock-tag small { grid-area: 2 / 1 / 3 / 3; padding: 0; }
    #reference :is(.parameters, .responses-table) :is(tbody, tr, td) { display: block; width: auto; max-width: none; }
    #reference thead { display: none; }
  }`;
