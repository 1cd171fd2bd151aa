/**
 * Step of the card dialog in which the bank confirms the payment by 3-D Secure. The function `showThreeDs` runs in the
 * browser and must be self-contained.
 */
import type { DialogFrame } from './frame';
import type { WidgetKit } from './kit';

/**
 * Shows the buttons that confirm or reject the payment. `onAnswer` is called once. Without an answer, the payment is
 * confirmed after 1.5 s.
 */
export function showThreeDs(
  { texts, make }: WidgetKit,
  frame: DialogFrame,
  onAnswer: (isConfirmed: boolean) => void,
): void {
  const CONFIRMS_ITSELF_AFTER_MS = 1500;
  let isAnswered = false;
  const answer = (isConfirmed: boolean): void => {
    if (isAnswered) return;
    isAnswered = true;
    clearTimeout(timer);
    onAnswer(isConfirmed);
  };
  const timer = setTimeout(() => answer(true), CONFIRMS_ITSELF_AFTER_MS);
  const confirm = make('button', { type: 'button', className: 'primary' }, texts.confirm);
  const reject = make('button', { type: 'button', className: 'quiet' }, texts.reject);
  confirm.addEventListener('click', () => answer(true));
  reject.addEventListener('click', () => answer(false));
  frame.show(
    make(
      'div',
      { className: 'fields', attrs: { role: 'status' } },
      make('h2', {}, texts.threeDsTitle),
      make('p', { className: 'muted' }, texts.threeDsText),
    ),
    make('div', { className: 'row' }, reject, confirm),
  );
  confirm.focus();
}
