/**
 * Processes one payment in the fake of YooKassa's payment widget. The function `openCheckout` runs in the browser and
 * must be self-contained.
 */
import type { CardFieldError, createCardForm } from '../../fakeCardProvider/widget/cardForm';
import type { openFrame } from '../../fakeCardProvider/widget/frame';
import type { WidgetKit } from '../../fakeCardProvider/widget/kit';
import type { showThreeDs } from '../../fakeCardProvider/widget/threeDs';
import type { AttemptResult } from './api';

/** Terms of the payment that the payment widget shows. */
export interface ShownTerms {
  token: string;
  /** Light or dark dialog. */
  skin: 'classic' | 'modern';
  amountKopecks: number;
  description: string | null;
}

/** How the payment widget was closed. */
export type CheckoutEnd = 'success' | 'fail' | 'modal_close';

/** Payment widget on the page. */
export interface OpenCheckout {
  /** Resolves when the payment widget is closed. */
  ended: Promise<CheckoutEnd>;
  /** Removes the payment widget without an event. */
  remove(): void;
}

/** Shows the payment above the page. `reasons` contains the texts about declined payments by cancellation reason. */
export function openCheckout(
  kit: WidgetKit & { reasons: Readonly<Record<string, string>> },
  parts: {
    openFrame: typeof openFrame;
    createCardForm: typeof createCardForm;
    showThreeDs: typeof showThreeDs;
  },
  { token, skin, amountKopecks, description }: ShownTerms,
): OpenCheckout {
  const CLOSES_ITSELF_AFTER_MS = 900;
  const { texts, make, post, reasons } = kit;
  const parameters = {
    publicTerminalId: '',
    skin,
    amount: amountKopecks / 100,
    currency: 'RUB',
    ...(description === null ? {} : { description }),
  };
  let end: (how: CheckoutEnd) => void = () => undefined;
  const ended = new Promise<CheckoutEnd>((resolve) => (end = resolve));
  let isOver = false;
  /** Event if the payer closes the payment widget now. */
  let how: CheckoutEnd = 'modal_close';

  function finish(): void {
    if (isOver) return;
    isOver = true;
    frame.remove();
    end(how);
  }

  function showForm(message: string): void {
    showMeans();
    form.setBusy(false);
    wallet.disabled = false;
    form.complain(message);
    form.focus();
  }

  function show(result: AttemptResult | { errors: CardFieldError[] }): void {
    if (isOver) return;
    if ('errors' in result) {
      form.setBusy(false);
      wallet.disabled = false;
      form.reject(result.errors);
      return;
    }
    switch (result.status) {
      case 'paid':
        how = 'success';
        frame.show(make('div', { className: 'success', attrs: { role: 'status' } }, texts.success));
        setTimeout(finish, CLOSES_ITSELF_AFTER_MS);
        return;
      case 'threeDs':
        parts.showThreeDs(kit, frame, (isConfirmed) => {
          if (!isOver) void ask('3ds', { token, isConfirmed });
        });
        return;
      case 'declined':
        if (result.isFinal) {
          how = 'fail';
          finish();
        } else showForm(reasons[result.reason] ?? texts.declined);
        return;
      case 'invalidToken':
        how = 'fail';
        finish();
    }
  }

  async function ask(path: 'pay' | 'wallet' | '3ds', request: object): Promise<void> {
    try {
      show((await post(path, request)) as AttemptResult);
    } catch {
      if (!isOver) showForm(texts.failed);
    }
  }

  const frame = parts.openFrame(kit, parameters, finish);
  const wallet = make('button', { type: 'button', className: 'quiet' }, texts.wallet);
  /** Shows that a payment attempt has started. */
  function start(): void {
    form.complain(null);
    form.setBusy(true);
    wallet.disabled = true;
  }
  const showMeans = (): void => frame.show(form.element, wallet);
  const form = parts.createCardForm(kit, parameters, () => {
    start();
    const { number, expires, cvv } = form.typed();
    void ask('pay', { token, number, expires, cvv });
  });
  wallet.addEventListener('click', () => {
    start();
    void ask('wallet', { token });
  });
  showMeans();
  form.focus();
  return {
    ended,
    remove() {
      isOver = true;
      frame.remove();
    },
  };
}
