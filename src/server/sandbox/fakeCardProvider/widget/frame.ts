/**
 * Frame of the card dialog: an open shadow root with a constructed stylesheet, because the content security policy
 * forbids inline styles. The function `openFrame` runs in the browser and must be self-contained.
 */
import type { WidgetKit } from './kit';
import type { StartParameters } from './parameters';

export interface DialogFrame {
  show(...content: Node[]): void;
  /** Removes the card dialog from the page and restores the keyboard focus. */
  remove(): void;
}

/** Opens an empty card dialog on the page. `onLeave` is called when the payer closes the dialog. */
export function openFrame(
  { texts, wording, styles, make }: WidgetKit,
  parameters: StartParameters,
  onLeave: () => void,
): DialogFrame {
  const { skin, description, amount, currency } = parameters;
  const focusedBefore = document.activeElement;
  const host = make('div', { id: 'cloudpayments-widget', attrs: skin === undefined ? {} : { skin } });
  const root = host.attachShadow({ mode: 'open' });
  // Safari before 16.4 cannot construct a style sheet, so its dialog has no styles.
  if ('replaceSync' in CSSStyleSheet.prototype) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
  }

  const schedule = wording.schedule(parameters);
  const close = make(
    'button',
    { type: 'button', className: 'close', attrs: { 'aria-label': texts.close } },
    '×',
  );
  close.addEventListener('click', onLeave);
  const body = make('div', { className: 'fields' });
  const dialog = make(
    'div',
    {
      className: 'dialog',
      tabIndex: -1,
      attrs: { role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'cp-title' },
    },
    make('div', { className: 'head' }, make('h2', { id: 'cp-title' }, texts.title), close),
    ...(description ? [make('p', { className: 'muted' }, description)] : []),
    make('div', { className: 'total' }, wording.money(amount, currency)),
    ...(schedule === '' ? [] : [make('p', {}, schedule)]),
    body,
    make('p', { className: 'note' }, texts.sandboxNote),
  );
  root.append(make('div', { className: 'veil' }, dialog));

  /** Keeps the keyboard focus inside the card dialog, among its enabled buttons and fields. */
  function turnFocus(event: KeyboardEvent): void {
    const stops = [...dialog.querySelectorAll<HTMLElement>('button, input')].filter(
      (element) => !element.hasAttribute('disabled'),
    );
    const index = stops.findIndex((element) => element === root.activeElement);
    const isLeaving = event.shiftKey ? index <= 0 : index === -1 || index === stops.length - 1;
    if (!isLeaving) return;
    event.preventDefault();
    (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Tab') turnFocus(event);
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onLeave();
  }

  document.addEventListener('keydown', onKey, true);
  document.body.append(host);
  return {
    show: (...content) => body.replaceChildren(...content),
    remove() {
      document.removeEventListener('keydown', onKey, true);
      host.remove();
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
    },
  };
}
