/** One sheet of A4, which fills a screen in its own proportions too. Paper takes no background, so nothing depends on one. */
export const POSTER_STYLE = `
@page { size: A4; margin: 12mm }
* { box-sizing: border-box }
body { margin: 0; color: #1c2422; background: #fff; font: 16px/1.4 system-ui, 'Noto Sans Bengali', 'Noto Sans Arabic', sans-serif }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; padding: .5rem 1rem; border-block-end: 1px solid #e4e1d7 }
.bar ul { display: flex; gap: 1rem; list-style: none; margin: 0; padding: 0; margin-inline-end: auto }
.bar a, button { display: inline-flex; align-items: center; min-height: 44px; color: #0b6b58 }
.bar [aria-current] { color: #1c2422; font-weight: 700; text-decoration: none }
button { padding-inline: 1.5rem; border: 0; border-radius: 10px; background: #0b6b58; color: #fff; font: inherit; font-weight: 600; cursor: pointer }
a:focus-visible, button:focus-visible { outline: 3px solid #0b6b58; outline-offset: 2px }
main { display: grid; gap: 5mm; max-width: 186mm; margin-inline: auto; padding: 6mm; text-align: center }
h1 { margin: 0; font-size: 11mm; line-height: 1.25; overflow-wrap: anywhere; display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; overflow: hidden }
.photo { inline-size: 100%; block-size: 92mm; object-fit: cover; border-radius: 4mm }
.amount { margin: 0; font-size: 9mm; font-weight: 700; line-height: 1.3 }
.line { display: block; inline-size: 100%; block-size: 4mm; margin-block: 3mm }
.lend { margin: 0; font-size: 6.5mm; font-weight: 600 }
.soft { margin: 0; font-size: 4.5mm; color: #53605c }
.code { inline-size: 62mm; block-size: 62mm; margin: 0 auto }
.foot { display: flex; justify-content: space-between; font-weight: 600; font-size: 5.5mm }
p { margin: 0 }
@media print { .bar { display: none } .photo { block-size: 100%; min-block-size: 0 }
  main { grid-template-rows: auto minmax(0, 1fr); padding: 0; max-width: none; block-size: 270mm } }
`;
