import { encodeNotice, NOTICE_ELEMENT_ID } from '../../../src/shared/notice';
import { createNoticePlace } from '../../../src/web/platform/noticePlace';

const START = Date.parse('2026-11-29T09:00:00.000Z');
const NOTICE = encodeNotice({
  text: 'Обновляем <b>сервис</b>.\nVPN работает.',
  endsAt: '2026-11-29T10:00:00.000Z',
});
const OTHER = encodeNotice({ text: 'Закончим раньше.', endsAt: '2026-11-29T09:30:00.000Z' });

let element: HTMLElement;

/** Writes the element into the document as the server does, and starts the application. */
function start(encoded = '', html = '') {
  document.body.innerHTML = `<div id="${NOTICE_ELEMENT_ID}" role="status" data-notice="${encoded}">${html}</div>`;
  element = document.getElementById(NOTICE_ELEMENT_ID)!;
  return createNoticePlace(window);
}

const serverNow = () => Date.now();
const texts = () => [...element.children].map(({ textContent }) => textContent);

beforeEach(() => {
  jest.useFakeTimers({ now: START });
});

afterEach(() => {
  jest.useRealTimers();
});

it('shows, replaces and removes the notice of the responses, as plain text', () => {
  const { show } = start();
  show('', serverNow);
  expect(element).toBeEmptyDOMElement();
  show(NOTICE, serverNow);
  expect(texts()).toEqual([
    'Технические работы',
    'Обновляем <b>сервис</b>.\nVPN работает.',
    'До 29\u00a0ноября\u00a02026 в\u00a013:00 по\u00a0Москве',
  ]);
  show(OTHER, serverNow);
  expect(texts()[1]).toBe('Закончим раньше.');
  show('', serverNow);
  expect(element).toBeEmptyDOMElement();
});

it('removes the notice at its end on an open page, by the clock of the server', () => {
  const { show } = start();
  show(NOTICE, serverNow);
  jest.advanceTimersByTime(59 * 60_000);
  expect(element).not.toBeEmptyDOMElement();
  jest.advanceTimersByTime(60_000);
  expect(element).toBeEmptyDOMElement();
  show(NOTICE, () => START);
  expect(element).not.toBeEmptyDOMElement();
  show(NOTICE, () => Date.parse('2026-11-29T10:00:00.000Z'));
  expect(element).toBeEmptyDOMElement();
});

it('keeps the notice of the document until its end, also if the browser has translated it', () => {
  const translated = '<b><font>Maintenance</font></b><p><font>We update the service.</font></p>';
  const { show } = start(NOTICE, translated);
  expect(element.innerHTML).toBe(translated);
  show(NOTICE, serverNow);
  expect(element.innerHTML).toBe(translated);
  jest.advanceTimersByTime(60 * 60_000);
  expect(element).toBeEmptyDOMElement();
});

it('removes a notice of the document that has ended', () => {
  jest.setSystemTime(Date.parse('2026-11-29T10:00:00.000Z'));
  start(NOTICE, '<b>Технические работы</b>');
  expect(element).toBeEmptyDOMElement();
});

it('ignores what is no notice, and a document without the element', () => {
  const { show } = start();
  for (const encoded of ['%', 'null', encodeURIComponent('{"text":"x","endsAt":"never"}')])
    show(encoded, serverNow);
  document.body.replaceChildren();
  expect(() => createNoticePlace(window).show(NOTICE, serverNow)).not.toThrow();
});
