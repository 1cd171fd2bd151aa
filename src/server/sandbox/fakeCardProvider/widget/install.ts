/** The global of the card widget, with both dialects of the real one. Runs in the browser and stands alone. */
import type { CardDialogTexts } from '../../texts/cardDialog';
import type { WidgetKit } from './kit';
import type { OldCallbacks, OldOptions, StartParameters, WidgetResult } from './parameters';
import type { WidgetParts } from './parts';

/** Defines `cp.CloudPayments` on the page. */
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
      const response = await fetch(`${fakeProviderUrl}widget/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      return response.json();
    },
  };

  /** Options of the older dialect as parameters of the current one. */
  function currentOf({ data, ...options }: OldOptions): StartParameters {
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
    /** Called with the result of `start`. */
    oncomplete: ((result: WidgetResult) => void) | null = null;

    async start(parameters: StartParameters): Promise<WidgetResult> {
      const result = await parts.openPayment(kit, parts, parameters);
      this.oncomplete?.(result);
      return result;
    }

    /** The older dialect. */
    pay(_schema: 'charge' | 'auth', options: OldOptions, callbacks: OldCallbacks = {}): void {
      void parts.openPayment(kit, parts, currentOf(options)).then((result) => {
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
