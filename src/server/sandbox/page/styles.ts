/** Style sheet of the sandbox pages, built from the product's design tokens. */
import {
  BRAND_PANEL,
  type ColorScheme,
  DARK,
  FONT_FAMILY,
  LIGHT,
  MOTION,
  RADIUS,
} from '../../../shared/designTokens';
import { FONT_FACE } from './fontFaces';

const variables = (scheme: ColorScheme): string =>
  Object.entries(scheme)
    .map(([name, value]) => `--${name}: ${String(value)};`)
    .join(' ');

export const STYLES = `
${FONT_FACE}
:root { color-scheme: light dark; ${variables(LIGHT)} }
@media (prefers-color-scheme: dark) { :root { ${variables(DARK)} } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 20px; }
body { margin: 0; background: var(--page); color: var(--text); font: 400 16px/1.5 ${FONT_FAMILY}; }
h1, h2, h3 { margin: 0; line-height: 1.12; letter-spacing: -0.02em; font-weight: 700; }
h1 { font-size: clamp(28px, 5vw, 40px); letter-spacing: -0.03em; }
h2 { font-size: 22px; }
h3 { font-size: 17px; letter-spacing: -0.01em; line-height: 1.3; }
p, ol, ul, dl, dd, table, output { margin: 0; padding: 0; }
p { text-wrap: pretty; }
ol, ul { list-style: none; }
a { color: var(--link); text-underline-offset: 3px; }
code { font: 500 0.9em/1.4 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 6px; }
.muted { color: var(--muted); font-size: 14px; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.band { color: ${DARK.text}; background:
  radial-gradient(46% 190% at 82% -70%, rgb(255 213 148 / 0.6), rgb(255 193 99 / 0.18) 55%, transparent 82%),
  linear-gradient(115deg, ${BRAND_PANEL.from}, ${BRAND_PANEL.middle} 55%, ${BRAND_PANEL.to}); }
.band .inner { display: grid; gap: 10px 24px; padding: 22px 20px 26px; }
.band h1 { margin-top: 14px; }
.band .lead { max-width: 62ch; color: ${DARK.muted}; }
.band a { color: ${DARK.text}; }
.top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 10px 20px; }
.brand { display: inline-flex; align-items: center; gap: 10px; font-weight: 700; font-size: 18px; letter-spacing: -0.01em; text-decoration: none; }
.brand img { display: block; }
.ways { display: flex; gap: 18px; }
.inner { max-width: 1240px; margin: 0 auto; padding: 0 20px; }
.jumps { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 4px; font-size: 15px; }
.jumps a { display: inline-block; padding: 4px 0; }

.columns { display: grid; gap: 20px; padding-top: 24px; padding-bottom: 72px; grid-template-columns: minmax(0, 1fr); }
.column { display: grid; gap: 20px; align-content: start; grid-template-columns: minmax(0, 1fr); }
.panel { background: var(--surface); border: 1px solid var(--line); border-radius: ${RADIUS.card}px; padding: 20px; }
.panel > header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 4px 16px; margin-bottom: 14px; }
.panel > header + .muted { margin: -6px 0 14px; }
.panel h3.next { margin: 24px 0 12px; padding-top: 20px; border-top: 1px solid var(--line); }
.empty { padding: 18px; border: 1px dashed var(--line); border-radius: ${RADIUS.control}px; color: var(--muted); }
.empty strong { display: block; color: var(--text); font-weight: 600; }

.button { display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-height: 44px; padding: 9px 18px; border: 1px solid var(--line);
  border-radius: ${RADIUS.control}px; background: var(--raised); color: var(--text); font: inherit; font-weight: 600; font-size: 15px; text-align: center;
  text-decoration: none; cursor: pointer; overflow-wrap: anywhere; transition: border-color ${MOTION.quickMs}ms ${MOTION.easing}, transform ${MOTION.quickMs}ms ${MOTION.easing}; }
.button:hover { border-color: var(--muted); }
.button:active { transform: translateY(1px); }
.button:disabled { opacity: 0.6; cursor: progress; }
.button.primary { border: 0; background: linear-gradient(180deg, var(--accentFillEnd), var(--accentFill)); color: var(--onAccent); font-weight: 700;
  box-shadow: 0 10px 24px -12px var(--accentFill); }
.button.small { min-height: 36px; padding: 5px 12px; font-size: 14px; border-radius: 11px; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; }
.chip { display: inline-block; padding: 1px 10px; border-radius: 99px; background: var(--raised); border: 1px solid var(--line); font-size: 13px; line-height: 1.6; font-weight: 600; color: var(--text); white-space: nowrap; }
.chip.good { background: var(--successGround); border-color: transparent; color: var(--successText); }
.chip.bad { background: var(--dangerGround); border-color: transparent; color: var(--dangerText); }
.chip.warm { border-color: transparent; background: var(--accentFill); color: var(--onAccent); }

.entries { display: grid; gap: 0; }
form + .entries, form + .empty, details + .entries, details + .empty { margin-top: 20px; }
.panel :not(.row) > form + form { margin-top: 12px; }
.panel form + h3:not(.next) { margin-top: 24px; }
.panel h3:not(.next) + form { margin-top: 12px; }
.entry { display: grid; gap: 10px; padding: 16px 0; border-top: 1px solid var(--line); grid-template-columns: minmax(0, 1fr); }
.entry:first-child { border-top: 0; padding-top: 0; }
.entry:last-child { padding-bottom: 0; }
.entry .title { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 10px; }
.entry .title a { color: var(--text); text-decoration: none; }
.entry .title a:hover { text-decoration: underline; }
.entry .muted { overflow-wrap: anywhere; }
.email { display: grid; gap: 14px; padding: 16px; border: 1px solid var(--line); border-radius: ${RADIUS.control}px; background: var(--raised); grid-template-columns: minmax(0, 1fr); }
.email iframe { display: block; width: 100%; height: min(70vh, 620px); border: 1px solid var(--line); border-radius: 12px; background: #fff; }
.email li { overflow-wrap: anywhere; padding: 3px 0; font-size: 14px; }
.plain { margin: 10px 0 0; padding: 14px 16px; border-radius: 12px; background: var(--raised); border: 1px solid var(--line); font: 400 14px/1.55 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.schemes { display: grid; gap: 14px; margin: 14px 0; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); }
.schemes iframe { display: block; width: 100%; height: 820px; border: 1px solid var(--line); border-radius: 12px; background: #fff; }
.details { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 3px 16px; font-size: 14px; }
.details dt { color: var(--muted); }
.details dd { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.money { font-size: 20px; font-weight: 700; font-variant-numeric: tabular-nums; letter-spacing: -0.01em; }
.notes { display: grid; gap: 6px; font-size: 14px; }
.note { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; }
.note > span:first-child { min-width: 12ch; font-weight: 600; }
summary { cursor: pointer; font-weight: 600; font-size: 15px; min-height: 28px; }
summary .muted { font-weight: 400; }
.inside { display: grid; gap: 16px; padding: 12px 0 4px; }
.coming { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 14px; margin-bottom: 18px; }
.button[aria-pressed='true'] { border-color: var(--accentText); color: var(--accentText); }
.now { font-size: 23px; font-weight: 700; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; line-height: 1.2; margin-bottom: 14px; }

form { display: grid; gap: 12px; grid-template-columns: minmax(0, 1fr); }
form.steps { grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 8px; margin-bottom: 18px; }
form.steps .button { padding-inline: 6px; }
.row.joined { align-items: end; flex-wrap: nowrap; }
.field { display: grid; gap: 5px; min-width: 0; grid-template-columns: minmax(0, 1fr); }
.field.grow { flex: 1 1 160px; }
label, .label { font-size: 14px; font-weight: 600; }
input, select { width: 100%; min-height: 46px; padding: 9px 14px; border: 1px solid var(--line); border-radius: ${RADIUS.control}px; background: var(--raised);
  color: var(--text); font: inherit; font-size: 16px; }
@media (prefers-color-scheme: dark) { input, select { border-color: #5B6A9C; } }
@media (prefers-color-scheme: light) { input, select { border-color: #8E856F; } }
.pair { display: grid; gap: 12px; }
output { font-size: 14px; overflow-wrap: anywhere; }
output:empty { display: none; }
.good-text { color: var(--successText); } .bad-text { color: var(--dangerText); }

table { width: 100%; border-collapse: collapse; font-size: 14px; }
th { text-align: left; font-weight: 600; color: var(--muted); padding: 0 8px 6px 0; }
td { border-top: 1px solid var(--line); padding: 7px 8px 7px 0; vertical-align: middle; }
td:last-child, th:last-child { padding-right: 0; }
tbody th { border-top: 1px solid var(--line); padding: 10px 16px 10px 0; color: var(--text); font-weight: 500; vertical-align: top; line-height: 1.45; }
.cards tbody tr:first-child > * { border-top-color: var(--line); }
.cards td { vertical-align: top; padding: 4px 0; }
.cards button.copy { margin-left: -10px; margin-right: 12px; }
button.copy { min-height: 34px; padding: 3px 10px; border: 1px solid transparent; border-radius: 9px; background: none; color: var(--text); font: inherit; font-weight: 600; cursor: pointer; margin-right: 2px;
  font-variant-numeric: tabular-nums; white-space: nowrap; }
button.copy:hover { border-color: var(--line); background: var(--raised); }
button.copy svg { display: inline-block; vertical-align: -2px; margin-left: 6px; color: var(--muted); }

#said { position: fixed; left: 50%; bottom: 20px; transform: translateX(-50%); max-width: min(560px, calc(100vw - 32px)); padding: 12px 18px; border-radius: ${RADIUS.control}px;
  background: var(--text); color: var(--page); font-size: 15px; font-weight: 600; box-shadow: 0 12px 32px rgb(0 0 0 / 0.35); overflow-wrap: anywhere; }
#said:empty { display: none; }
.call { scroll-margin-top: 16px; }
.call summary { cursor: pointer; padding: 2px 0; display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: baseline; min-height: 28px; }
.call summary::-webkit-details-marker { display: none; }

@media (max-width: 739px) {
  .email { padding: 0; border: 0; background: none; }
  .cards thead { position: absolute; clip-path: inset(50%); }
  .cards tbody, .cards tr, .cards th, .cards td { display: block; }
  .cards td { border-top: 0; padding: 0 0 8px; }
  .cards tbody th { padding: 10px 0 2px; }
}
@media (min-width: 740px) {
  .panel { padding: 26px; }
  .pair { grid-template-columns: 1fr 1fr; }
  .band .inner { padding-top: 28px; padding-bottom: 34px; }
}
@media (min-width: 1040px) {
  .columns { grid-template-columns: minmax(0, 1fr) 410px; gap: 24px; }
  .columns.one { grid-template-columns: minmax(0, 1fr); }
  .column { gap: 24px; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;
