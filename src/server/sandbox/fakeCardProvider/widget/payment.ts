/**
 * Processes one payment in the card dialog, from the form to the result. The function `openPayment` runs in the browser
 * and must be self-contained.
 */
import type { WidgetResponse } from './api';
import type { CardFieldError, createCardForm } from './cardForm';
import type { openFrame } from './frame';
import type { WidgetKit } from './kit';
import type { StartParameters, WidgetResult } from './parameters';
import type { showThreeDs } from './threeDs';

/** Opens the card dialog and resolves with the result of the payment. */
export function openPayment(
  kit: WidgetKit,
  parts: {
    openFrame: typeof openFrame;
    createCardForm: typeof createCardForm;
    showThreeDs: typeof showThreeDs;
  },
  parameters: StartParameters,
): Promise<WidgetResult> {
  const CLOSES_ITSELF_AFTER_MS = 900;
  const { texts, wording, make, post } = kit;

  return new Promise((resolve) => {
    /** Result of the payment if the payer closes the card dialog now. */
    let outcome: WidgetResult = { type: 'cancel' };
    let isOver = false;

    function finish(): void {
      if (isOver) return;
      isOver = true;
      frame.remove();
      resolve(outcome);
    }

    function showForm(): void {
      frame.show(form.element);
      form.setBusy(false);
    }

    function showSuccess(transactionId: number): void {
      outcome = { type: 'payment', status: 'success', data: { transactionId } };
      frame.show(make('div', { className: 'success', attrs: { role: 'status' } }, texts.success));
      setTimeout(finish, CLOSES_ITSELF_AFTER_MS);
    }

    function showDecline(transactionId: number, reasonCode: number): void {
      const message = wording.reason(reasonCode);
      outcome = { type: 'error', status: 'fail', data: { transactionId, ReasonCode: reasonCode }, message };
      if (parameters.retryPayment === false) {
        finish();
        return;
      }
      showForm();
      form.complain(message);
      form.focus();
    }

    function show(response: WidgetResponse): void {
      if (isOver) return;
      switch (response.status) {
        case 'success':
          showSuccess(response.transactionId);
          return;
        case 'threeDs':
          parts.showThreeDs(kit, frame, (confirm) => {
            if (!isOver) void ask('3ds', { transactionId: response.transactionId, confirm });
          });
          return;
        case 'declined':
          showDecline(response.transactionId, response.reasonCode);
          return;
        case 'rejected':
          showForm();
          form.complain(texts.failed);
      }
    }

    async function ask(path: 'pay' | '3ds', request: object): Promise<void> {
      try {
        show((await post(path, request)) as WidgetResponse);
      } catch {
        show({ status: 'rejected' });
      }
    }

    /** Returns the body of the `pay` request. */
    function request(token: string, typedEmail: string): object {
      const { recurrent, receiptEmail = null } = parameters;
      return {
        publicTerminalId: parameters.publicTerminalId,
        token,
        amount: parameters.amount,
        currency: parameters.currency,
        description: parameters.description ?? '',
        externalId: parameters.externalId ?? null,
        accountId: parameters.userInfo?.accountId ?? null,
        email: typedEmail === '' ? receiptEmail : typedEmail,
        recurrent:
          recurrent === undefined
            ? null
            : {
                interval: recurrent.interval,
                period: recurrent.period,
                amount: recurrent.amount ?? null,
                startDate: recurrent.startDate ?? null,
                receipt: recurrent.receipt ?? null,
              },
        receipt: parameters.receipt ?? null,
      };
    }

    async function pay(): Promise<void> {
      form.complain(null);
      form.setBusy(true);
      try {
        const typed = form.typed();
        const response = await post('token', typed);
        const { token, errors = [] } = response as { token?: string; errors?: CardFieldError[] };
        if (token !== undefined) {
          await ask('pay', request(token, typed.email?.trim() ?? ''));
          return;
        }
        form.setBusy(false);
        form.reject(errors);
      } catch {
        show({ status: 'rejected' });
      }
    }

    const frame = parts.openFrame(kit, parameters, finish);
    const form = parts.createCardForm(kit, parameters, () => void pay());
    frame.show(form.element);
    form.focus();
  });
}
