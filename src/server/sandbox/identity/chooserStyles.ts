/** Styles of the account chooser, built from the product's design tokens. */
import {
  BRAND_PANEL,
  type ColorScheme,
  DARK,
  FONT_FAMILY,
  LIGHT,
  RADIUS,
} from '../../../shared/designTokens';
import { FONT_FACE } from '../page/fontFaces';

const variables = (scheme: ColorScheme): string =>
  Object.entries(scheme)
    .map(([name, value]) => `--${name}:${String(value)};`)
    .join('');

export const CHOOSER_STYLES = `
${FONT_FACE}
:root{color-scheme:light dark;${variables(LIGHT)}}
@media (prefers-color-scheme:dark){:root{${variables(DARK)}}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--page);color:var(--text);font:400 16px/1.45 ${FONT_FAMILY}}
header{padding:20px;color:${DARK.text};background:linear-gradient(115deg,${BRAND_PANEL.from},${BRAND_PANEL.middle} 55%,${BRAND_PANEL.to})}
header div{display:flex;align-items:center;gap:12px}
header img{width:34px;height:34px;border-radius:9px}
h1,h2,p,ul{margin:0;padding:0}
h1{font-size:22px;line-height:1.2;letter-spacing:-.02em}
h2{font-size:16px}ul{margin-top:10px}
header p{margin-top:8px;font-size:14px;color:${DARK.muted}}
main{max-width:560px;margin:0 auto;padding:18px 20px;display:grid;gap:18px;grid-template-columns:minmax(0,1fr)}
ul{list-style:none;display:grid;gap:8px}
button,.link{font:inherit;min-height:48px;padding:10px 16px;border:1px solid var(--line);border-radius:${RADIUS.control}px;background:var(--surface);color:var(--text);cursor:pointer;font-weight:600}
button:hover{border-color:var(--muted)}
button:disabled{cursor:progress;opacity:.65}
.account{width:100%;display:grid;grid-template-columns:40px minmax(0,1fr) auto;align-items:center;gap:2px 12px;text-align:left}
.account i{grid-row:span 2;display:grid;place-items:center;width:40px;height:40px;border-radius:50%;background:var(--accentFill);color:var(--onAccent);font-style:normal;font-weight:700}
.account span{overflow-wrap:anywhere}
.account .email{grid-column:2;font-weight:400;font-size:14px;color:var(--muted)}
.account .state{grid-column:3;grid-row:1/3;font-size:13px;color:var(--dangerText)}
form{display:grid;gap:10px;padding-top:18px;border-top:1px solid var(--line)}
label{display:grid;gap:6px;font-size:14px;font-weight:600}
input{width:100%;min-height:48px;padding:10px 14px;border:1px solid var(--controlLine);border-radius:${RADIUS.control}px;background:var(--surface);color:var(--text);font:inherit;font-size:16px;font-weight:400}
input::placeholder{color:var(--muted);opacity:1}
.row{display:grid;grid-template-columns:1fr 1fr;gap:10px}
.primary{border:0;background:linear-gradient(180deg,var(--accentFillEnd),var(--accentFill));color:var(--onAccent);font-weight:700}
.link{display:inline-grid;place-items:center;text-decoration:none}
#said:empty{display:none}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
`.replaceAll('\n', '');
