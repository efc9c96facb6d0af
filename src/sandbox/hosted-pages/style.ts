import { Markup } from "./markup"

/** The one style sheet of the hosted pages, inlined: no external assets. */
export const STYLE = new Markup(`
:root { --ink: #17302d; --soft: #55706b; --line: #dbe5e2; --accent: #0d6158; --calm: #eef4f2;
  --warn: #8a4b08; --radius: 14px; color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; background: #f5f8f7; color: var(--ink); line-height: 1.55;
  font: 16px/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
header.bar { background: #fff; border-bottom: 1px solid var(--line); }
header.bar > div { max-width: 980px; margin: 0 auto; padding: 14px 24px; display: flex;
  align-items: center; gap: 12px; }
.brand { font-weight: 650; letter-spacing: -0.01em; font-size: 1.05rem; }
.pill { margin-left: auto; font-size: .78rem; font-weight: 600; color: var(--warn);
  background: #fdf3e3; border: 1px solid #f0dcb8; border-radius: 99px; padding: 3px 12px; }
main { max-width: 980px; margin: 0 auto; padding: 32px 24px 64px; display: grid; gap: 24px;
  grid-template-columns: minmax(0, 1fr) 320px; align-items: start; }
main.single { grid-template-columns: minmax(0, 640px); justify-content: center; }
.card { background: #fff; border: 1px solid var(--line); border-radius: var(--radius);
  padding: 28px; overflow-wrap: break-word; box-shadow: 0 1px 2px rgb(23 48 45 / 5%); }
h1 { font-size: 1.6rem; line-height: 1.25; letter-spacing: -0.02em; margin: 0 0 8px; }
h2 { font-size: 1rem; margin: 0 0 12px; }
p { margin: 0 0 16px; } .soft { color: var(--soft); } .small { font-size: .88rem; }
ol.steps { list-style: none; display: flex; gap: 8px; margin: 0 0 24px; padding: 0;
  font-size: .84rem; color: var(--soft); }
ol.steps li { flex: 1; border-top: 3px solid var(--line); padding-top: 8px; }
ol.steps li.past { border-color: #8dbab3; }
ol.steps li[aria-current] { border-color: var(--accent); color: var(--ink); font-weight: 600; }
a { color: var(--accent); }
dl.facts { display: grid; grid-template-columns: auto auto; row-gap: 6px; margin: 0 0 20px; }
dl.facts > *, td { overflow-wrap: anywhere; }
dl.facts dt { color: var(--soft); padding-right: 20px; } dl.facts dd { margin: 0; text-align: right; }
dl.facts .total { font-weight: 650; border-top: 1px solid var(--line); padding-top: 10px;
  color: var(--ink); }
fieldset { border: 0; margin: 0 0 20px; padding: 0; display: grid; gap: 12px; }
legend { padding: 0; margin-bottom: 12px; font-weight: 600; }
label.offer { display: grid; grid-template-columns: auto 1fr auto; gap: 4px 14px;
  border: 1px solid var(--line); border-radius: 12px; padding: 16px; cursor: pointer; }
label.offer:hover { border-color: #8dbab3; }
label.offer:has(input:checked) { border-color: var(--accent); background: var(--calm);
  box-shadow: inset 0 0 0 1px var(--accent); }
label.offer input { accent-color: var(--accent); width: 18px; height: 18px; margin: 4px 0 0; }
label.offer strong { font-size: 1.05rem; } label.offer .pay { text-align: right; }
label.offer .note { grid-column: 2 / -1; }
label.check { display: flex; gap: 12px; align-items: start; margin-bottom: 14px; }
label.check input { width: 18px; height: 18px; margin-top: 4px; accent-color: var(--accent); }
button, a.button { font: inherit; font-weight: 600; border-radius: 10px; padding: 12px 20px;
  border: 1px solid transparent; cursor: pointer; text-decoration: none; display: inline-block; }
button.main, a.button { background: var(--accent); color: #fff; }
button.main { width: 100%; padding: 14px 20px; } button.main:hover { background: #0a4d46; }
button.quiet { background: none; color: var(--accent); padding: 10px 0; }
button.quiet:hover { text-decoration: underline; }
button.choice { background: #fff; border-color: #e3cfa8; color: var(--warn); padding: 8px 14px;
  font-size: .88rem; } button.choice:hover { background: #fdf3e3; }
:focus-visible { outline: 3px solid #7cc0b6; outline-offset: 2px; }
section.sandbox { grid-column: 1 / -1; border: 1px dashed #e3cfa8; border-radius: var(--radius);
  padding: 18px 24px; background: #fffdf8; }
section.sandbox form, .row { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; }
.mark { width: 56px; height: 56px; border-radius: 50%; display: grid; place-items: center;
  background: var(--calm); color: var(--accent); margin-bottom: 18px; }
.mark.warn { background: #fdf3e3; color: var(--warn); }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: 8px 6px;
  border-bottom: 1px solid var(--line); font-size: .92rem; }
code { font-size: .88em; background: var(--calm); border-radius: 5px; padding: 2px 6px; }
@media (max-width: 760px) { main { grid-template-columns: minmax(0, 1fr); padding: 20px 16px; }
  .card { padding: 20px; } label.offer strong { font-size: 1rem; } thead { display: none; }
  tr { display: block; border-bottom: 1px solid var(--line); padding: 10px 0; }
  td { display: block; border: 0; padding: 2px 0; } }
`)
