/**
 * Global object of the card widget. The fake widget supports the current and the older API of the real widget. The
 * function `installCardWidget` runs in the browser and must be self-contained.
 */
import type { CardDialogTexts } from '../../texts/cardDialog';
import type { WidgetKit } from './kit';
import type { OldCallbacks, OldOptions, StartParameters, WidgetResult } from './parameters';
import type { WidgetParts } from './parts';

/**
 * Defines `cp.CloudPayments` on the page.
 *
 * @example
 * const result = await new cp.CloudPayments().start({ publicTerminalId, amount: 199, currency: 'RUB' });
 */
export function installCardWidget(
  settings: { texts: CardDialogTexts; styles: string },
  parts: WidgetParts,
): void {
  const DEADLINE_MS = 40_000;
  const script = document.currentScript;
  const scriptUrl = script instanceof HTMLScriptElement ? script.src : document.baseURI;
  const fakeProviderUrl = scriptUrl.replace(/(?:bundles\/)?[^/]*$/, '');
  const kit: WidgetKit = {
    ...settings,
    wording: parts.createWording(settings.texts),
    make: parts.make,
    makeField: parts.makeField,
    post: async (path: string, body: object): Promise<unknown> => {
      // `AbortSignal.timeout` is missing in Safari before 16.
      const deadline = new AbortController();
      setTimeout(() => deadline.abort(), DEADLINE_MS);
      const response = await fetch(`${fakeProviderUrl}widget/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: deadline.signal,
      });
      return response.json();
    },
  };

  /** Converts options of the older widget API to parameters of the current widget API. */
  function toCurrent({ data, ...options }: OldOptions): StartParameters {
    const { CustomerReceipt: receipt, recurrent } = data?.CloudPayments ?? {};
    return {
      publicTerminalId: options.publicId,
      amount: options.amount,
      currency: options.currency,
      emailBehavior: options.requireEmail === true ? 'Required' : 'Hidden',
      ...(options.description === undefined ? {} : { description: options.description }),
      ...(options.invoiceId === undefined ? {} : { externalId: options.invoiceId }),
      ...(options.email === undefined ? {} : { receiptEmail: options.email }),
      ...(options.skin === undefined ? {} : { skin: options.skin }),
      ...(recurrent === undefined ? {} : { recurrent: { ...recurrent, receipt: recurrent.customerReceipt } }),
      receipt,
      ...(options.accountId === undefined ? {} : { userInfo: { accountId: options.accountId } }),
    };
  }

  class CloudPayments {
    /** Callback that receives the result of `start`. */
    oncomplete: ((result: WidgetResult) => void) | null = null;

    async start(parameters: StartParameters): Promise<WidgetResult> {
      const result = await parts.openPayment(kit, parts, parameters);
      this.oncomplete?.(result);
      return result;
    }

    /** Method of the older widget API that starts a payment. */
    pay(_schema: 'charge' | 'auth', options: OldOptions, callbacks: OldCallbacks = {}): void {
      void parts.openPayment(kit, parts, toCurrent(options)).then((result) => {
        if (result.type === 'payment') {
          callbacks.onSuccess?.(options);
          callbacks.onComplete?.({ success: true, message: null }, options);
          return;
        }
        const message = result.type === 'error' ? result.message : 'User has cancelled';
        const code = result.type === 'error' ? { code: result.data.ReasonCode } : {};
        callbacks.onFail?.(message, options);
        callbacks.onComplete?.({ success: false, message, ...code }, options);
      });
    }

    charge(options: OldOptions, success?: OldCallbacks['onSuccess'], fail?: OldCallbacks['onFail']): void {
      this.pay('charge', options, {
        ...(success === undefined ? {} : { onSuccess: success }),
        ...(fail === undefined ? {} : { onFail: fail }),
      });
    }

    auth(options: OldOptions, success?: OldCallbacks['onSuccess'], fail?: OldCallbacks['onFail']): void {
      this.charge(options, success, fail);
    }
  }

  Object.assign(window, { cp: { CloudPayments } });
}
