/** Styles of the card dialog. Colors and fonts are CSS variables from `shared/designTokens.ts`. */
export const WIDGET_STYLES = `
*{box-sizing:border-box}
.veil{position:fixed;inset:0;z-index:2147483000;display:grid;place-items:center;padding:16px;overflow:auto;background:rgba(5,9,20,.62);font-family:var(--font);color:var(--text)}
.dialog{width:100%;max-width:420px;background:var(--surface);border:1px solid var(--line);border-radius:var(--card);box-shadow:0 24px 60px rgba(4,8,20,.38);padding:24px;display:grid;gap:16px}
.head{display:flex;align-items:flex-start;gap:12px;justify-content:space-between}
h2{margin:0;font-size:20px;line-height:1.25;font-weight:650;letter-spacing:-.01em}
p{margin:0;font-size:15px;line-height:1.45;text-wrap:pretty}
.muted{color:var(--muted)}
.note{font-size:13px;color:var(--muted)}
.total{font-size:34px;line-height:1.1;font-weight:700;letter-spacing:-.02em}
form,.fields{display:grid;gap:14px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px;align-items:start}
.field{display:grid;gap:6px}
label{font-size:14px;font-weight:550}
input{width:100%;font:inherit;font-size:17px;padding:12px 14px;min-height:48px;color:var(--text);background:var(--raised);border:1.5px solid var(--controlLine,var(--line));border-radius:var(--control);font-variant-numeric:tabular-nums}
input::placeholder{color:var(--muted);opacity:1}
input[aria-invalid=true]{border-color:var(--dangerLine,var(--dangerText))}
input:focus-visible,button:focus-visible{outline:3px solid var(--link);outline-offset:2px}
input:disabled{opacity:.6}
.error{font-size:13px;color:var(--dangerText)}
.alert{font-size:15px;color:var(--dangerText);background:var(--dangerGround);border-radius:12px;padding:10px 14px}
.success{font-size:17px;font-weight:600;color:var(--successText);background:var(--successGround);border-radius:12px;padding:14px}
button{font:inherit;cursor:pointer;border-radius:var(--control);min-height:48px;padding:12px 18px}
.primary{border:0;font-size:17px;font-weight:650;color:var(--onAccent);background:linear-gradient(180deg,var(--accentFillEnd),var(--accentFill))}
.primary:disabled{cursor:progress;opacity:.7}
.quiet{border:1px solid var(--line);background:transparent;color:var(--text)}
.close{border:0;background:transparent;color:var(--muted);min-height:44px;min-width:44px;padding:0;font-size:24px;line-height:1;margin:-8px -10px 0 0}
.row{display:grid;grid-template-columns:1fr 1fr;gap:12px}
[hidden]{display:none!important}
@media (prefers-reduced-motion:no-preference){.veil{animation:appear .18s cubic-bezier(.2,0,0,1)}@keyframes appear{from{opacity:0}}}
`.replaceAll('\n', '');
