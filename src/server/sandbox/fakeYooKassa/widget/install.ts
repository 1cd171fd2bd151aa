/**
 * Class of the fake payment widget, with the documented interface of the real one. The function `installCheckoutWidget`
 * runs in the browser and must be self-contained.
 */
import type { WidgetKit } from '../../fakeCardProvider/widget/kit';
import type { WIDGET_PARTS } from '../../fakeCardProvider/widget/parts';
import type { CardDialogTexts } from '../../texts/cardDialog';
import type { ShownPayment } from './api';
import type { openCheckout, OpenCheckout } from './checkout';

/** Texts and styles of the payment widget. `reasons` contains texts by cancellation reason. */
export interface CheckoutSettings {
  texts: CardDialogTexts;
  styles: string;
  reasons: Readonly<Record<string, string>>;
}

export type CheckoutParts = typeof WIDGET_PARTS & { openCheckout: typeof openCheckout };

interface Options {
  confirmation_token?: string;
  return_url?: string;
  customization?: { modal?: boolean; colors?: Readonly<Record<string, string>> };
  error_callback?: (error: { error: string }) => void;
}

/**
 * Defines `YooMoneyCheckoutWidget` on the page. Only the modal window of the payment widget is implemented. Of the
 * documented colors, `background` selects the light or the dark dialog.
 */
export function installCheckoutWidget(settings: CheckoutSettings, parts: CheckoutParts): void {
  const DEADLINE_MS = 40_000;
  const COLORS = [
    'control_primary',
    'control_primary_content',
    'control_secondary',
    'background',
    'text',
    'border',
  ];
  const DARK_BELOW = 128;
  const script = document.currentScript;
  const scriptUrl = script instanceof HTMLScriptElement ? script.src : document.baseURI;
  const fakeUrl = scriptUrl.replace(/[^/]*$/, '');
  const kit: WidgetKit & { reasons: CheckoutSettings['reasons'] } = {
    ...settings,
    wording: parts.createWording(settings.texts),
    make: parts.make,
    makeField: parts.makeField,
    post: async (path: string, body: object): Promise<unknown> => {
      const response = await fetch(`${fakeUrl}widget/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      return response.json();
    },
  };

  /** Returns the dialog whose background is like the color. */
  function chooseSkin(background: string): 'classic' | 'modern' {
    const channels = (background.match(/[\da-f]{2}/gi) ?? []).map((channel) => Number.parseInt(channel, 16));
    return Math.max(...channels) < DARK_BELOW ? 'modern' : 'classic';
  }

  class YooMoneyCheckoutWidget {
    private readonly listeners: { event: string; listener: () => void }[] = [];
    private checkout: OpenCheckout | null = null;
    private isDestroyed = false;

    constructor(private readonly options: Options) {}

    on(event: string, listener: () => void): void {
      this.listeners.push({ event, listener });
    }

    async render(): Promise<void> {
      const { confirmation_token: token, customization, error_callback: report } = this.options;
      if (token === undefined) {
        report?.({ error: 'token_required' });
        return;
      }
      if (customization?.modal !== true) throw new Error('the fake widget shows the modal window only');
      const colors = Object.entries(customization.colors ?? {});
      if (colors.some(([name, color]) => !COLORS.includes(name) || !/^#[\da-f]{6}$/i.test(color)))
        throw new Error('a color of the widget is not documented');
      const shown = await kit.post('payment', { token }).catch(() => ({ error: 'internal_service_error' }));
      if (this.isDestroyed) return;
      const payment = shown as ShownPayment;
      if ('error' in payment) {
        report?.(payment);
        return;
      }
      const skin = chooseSkin(customization.colors?.['background'] ?? '#FFFFFF');
      this.checkout = parts.openCheckout(kit, parts, { token, skin, ...payment });
      void this.checkout.ended.then((end) => {
        const { return_url: returnUrl } = this.options;
        if (end !== 'modal_close' && returnUrl !== undefined) {
          location.assign(returnUrl);
          return;
        }
        this.emit(end);
        if (end !== 'modal_close') this.emit('complete');
      });
    }

    destroy(): void {
      this.isDestroyed = true;
      this.checkout?.remove();
    }

    private emit(name: string): void {
      for (const { event, listener } of this.listeners) if (event === name) listener();
    }
  }

  Object.assign(window, { YooMoneyCheckoutWidget });
}
