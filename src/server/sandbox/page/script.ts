/**
 * Script of the sandbox page. The script refreshes the page parts with the attribute `data-live`, and sends forms with
 * the attribute `data-call` as JSON to the sandbox API endpoint of that name. The server renders all content of the
 * sandbox page.
 */
import { FOLLOWED_TYPE } from '../outside/sandboxRequest';

export const SCRIPT = `
const REFRESH_EVERY_MS = 2500;
const SAID_FOR_MS = 8000;
const words = document.body.dataset;
const said = document.getElementById('said');
let silence = 0;

function say(text, holdOn) {
  clearTimeout(silence);
  said.textContent = text;
  if (!holdOn) silence = setTimeout(() => { said.textContent = ''; }, SAID_FOR_MS);
}

async function refresh(part) {
  const response = await fetch(part.dataset.live, {
    headers: { 'If-None-Match': part.dataset.version },
    cache: 'no-store',
  });
  if (response.status !== 200) return;
  const html = await response.text();
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const key = focused && focused.closest('[data-key]') ? focused.closest('[data-key]').dataset.key : null;
  // A form control is not replaced while the user is editing it.
  if (focused && focused.matches('select, input')) return;
  const opened = [...part.querySelectorAll('details[open][data-key]')].map((details) => details.dataset.key);
  const template = document.createElement('template');
  template.innerHTML = html;
  part.replaceChildren(template.content);
  for (const details of part.querySelectorAll('details[data-key]')) {
    details.open = opened.includes(details.dataset.key);
  }
  part.dataset.version = response.headers.get('ETag');
  if (key !== null) part.querySelector('[data-key="' + CSS.escape(key) + '"]')?.focus();
}

let lost = false;
async function refreshAll() {
  try {
    await Promise.all([...document.querySelectorAll('[data-live]')].map(refresh));
    if (lost) say('');
    lost = false;
  } catch {
    lost = true;
    say(words.unreachable, true);
  }
}

async function keepFresh() {
  if (!document.hidden) await refreshAll();
  setTimeout(keepFresh, REFRESH_EVERY_MS);
}
setTimeout(keepFresh, REFRESH_EVERY_MS);
document.addEventListener('visibilitychange', () => { if (!document.hidden) void refreshAll(); });

function readValue(control) {
  if (control.dataset.as === 'number') return Number(control.value);
  if (control.dataset.as === 'boolean') return control.value === 'true';
  if (control.dataset.as === 'null') return null;
  return control.value.trim();
}

// The response to a long request contains one JSON document per line. The last line is the result, and the earlier
// lines report the progress.
async function lastLine(response, tell) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return JSON.parse(text);
    const lines = (text + value).split('\\n');
    text = lines.pop();
    if (lines.length > 0) tell(JSON.parse(lines.pop()));
  }
}

const formatDay = (iso) => new Date(iso).toLocaleDateString('ru-RU', { dateStyle: 'long', timeZone: 'Europe/Moscow' });

async function fetchResponse(form, body) {
  try {
    const { call, follow } = form.dataset;
    const response = await fetch('/sandbox/api/' + call, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(follow ? { Accept: '${FOLLOWED_TYPE}' } : {}) },
      body: JSON.stringify(body),
    });
    const answer = follow && response.ok
      ? await lastLine(response, ({ now, until }) => say(follow + formatDay(now) + ' → ' + formatDay(until), true))
      : await response.json();
    if (!response.ok) return { text: answer.error.message, good: false };
    const shown = form.dataset.show ? String(answer[form.dataset.show]) : '';
    return { text: form.dataset.done + shown, good: true };
  } catch {
    return { text: words.unreachable, good: false };
  }
}

document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (!form.dataset.call) return;
  event.preventDefault();
  const body = {};
  const controls = [...form.elements].filter((control) => control.name && control.type !== 'submit');
  if (event.submitter && event.submitter.name) controls.push(event.submitter);
  for (const control of controls) if (control.value !== '') body[control.name] = readValue(control);
  const buttons = [...form.querySelectorAll('button')];
  for (const button of buttons) button.disabled = true;
  const output = form.querySelector('output');
  if (output) output.textContent = '';
  else say(words.working, true);
  const answer = await fetchResponse(form, body);
  for (const button of buttons) button.disabled = false;
  if (event.submitter && event.submitter.isConnected) event.submitter.focus();
  if (output) {
    output.className = answer.good ? 'good-text' : 'bad-text';
    output.textContent = answer.text;
  } else {
    say(answer.text);
  }
  await refreshAll();
});

document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    say(words.copied + ': ' + button.dataset.copy);
  } catch {
    say(words.copyFailed + ': ' + button.dataset.copy);
  }
});
`;
