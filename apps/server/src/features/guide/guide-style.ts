/** The guide's own style sheet: the product's colours, nothing to load. Logical properties, so Arabic mirrors by itself. */
export const GUIDE_STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#fbfaf6, #121716); --surface: light-dark(#fff, #1b2221);
  --ink: light-dark(#1c2422, #e9eeec); --soft: light-dark(#53605c, #aab6b2); --line: light-dark(#e4e1d7, #303a38);
  --accent: light-dark(#0b6b58, #63cdb2); --tint: light-dark(#e1f0ec, #17372f) }
[data-theme=light] { color-scheme: light }
[data-theme=dark] { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, 'Noto Sans Bengali', 'Noto Sans Arabic', sans-serif }
:lang(bn) body, body:lang(bn) { line-height: 1.75 }
a { color: var(--accent); text-underline-offset: .2em }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px }
.skip { position: absolute; inset-inline-start: -999px }
.skip:focus { inset-inline-start: 1rem; top: 1rem; background: var(--surface); padding: .75rem 1rem; z-index: 1 }
header { border-block-end: 1px solid var(--line); background: var(--surface) }
.bar, .page { max-width: 1200px; margin-inline: auto; padding-inline: 1rem }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.5rem; min-height: 72px; padding-block: .5rem }
.site { font-weight: 700; font-size: 1.25rem; margin-inline-end: auto }
.bar a, nav a { display: inline-flex; align-items: center; min-height: 44px }
.languages { display: flex; gap: 1rem; list-style: none; margin: 0; padding: 0 }
.languages [aria-current] { color: var(--ink); font-weight: 700; text-decoration: none }
.page { display: grid; gap: 1.5rem 3rem; padding-block: 1.5rem 4rem }
nav.pages ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem .5rem }
nav.pages a { padding-inline: .875rem; border-radius: 999px; text-decoration: none; border: 1px solid var(--line); background: var(--surface) }
nav.pages [aria-current] { background: var(--tint); border-color: var(--accent); font-weight: 600 }
.contents { border: 1px solid var(--line); border-radius: 12px; background: var(--surface); padding: .75rem 1rem; margin-block-end: 1.5rem }
.contents p { margin: 0; font-weight: 600 }
.contents ul { margin: 0; padding-inline-start: 1.25rem }
main { max-width: 44rem; min-width: 0 }
h1 { font-size: 2rem; line-height: 1.25; margin-block: 0 1rem }
h2 { font-size: 1.375rem; line-height: 1.35; margin-block: 2.25rem .5rem; scroll-margin-block-start: 1rem }
li { margin-block: .375rem }
.contents li { margin-block: 0 }
:lang(bn) ol { list-style-type: bengali }
:lang(ar) ol { list-style-type: arabic-indic }
:lang(bn) em, :lang(ar) em { font-style: normal; color: var(--accent) }
img { display: block; max-inline-size: 100%; block-size: auto; border: 1px solid var(--line); border-radius: 12px }
code, pre { font: .9375rem/1.6 ui-monospace, monospace; direction: ltr; unicode-bidi: isolate }
pre { overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 1rem; text-align: left }
@media (min-width: 860px) { .page { grid-template-columns: 15rem minmax(0, 1fr) } nav.pages ul { flex-direction: column } nav.pages a { display: flex } }
@media print { :root:root { color-scheme: light } header, nav, .contents, .skip { display: none } body { background: #fff; color: #000 } }
`;
