/**
 * Adapter of YooKassa's payment widget, which shows a payment that the server has opened. The events of the payment
 * widget do not prove a payment, so the caller must ask the server.
 */
import { DARK, LIGHT } from '../../shared/designTokens';
import { logFailure } from './log';
import type { CardWidgetOutcome, OpenedPayment } from './platform';

interface CheckoutWidget {
  render(): Promise<unknown>;
  on(event: 'success' | 'fail' | 'modal_close', listener: () => void): void;
  destroy(): void;
}

/** Documented colors of the payment widget, each as `#RRGGBB`. The payment widget calculates the omitted colors. */
interface WidgetColors {
  background: string;
  text: string;
  control_primary: string;
  control_primary_content: string;
}

declare global {
  interface Window {
    readonly YooMoneyCheckoutWidget?: new (options: {
      confirmation_token: string;
      customization: { modal: true; colors: WidgetColors };
      error_callback: (error: { error?: unknown } | undefined) => void;
    }) => CheckoutWidget;
  }
}

/** Returns the colors of the page for the payment widget, which is white by default. */
function pageColors(): WidgetColors {
  const { colorScheme } = getComputedStyle(document.documentElement);
  const { surface, text, accentFill, onAccent } = colorScheme.includes('dark') ? DARK : LIGHT;
  return { background: surface, text, control_primary: accentFill, control_primary_content: onAccent };
}

/** Shows the payment of a token. Rejects if the payment widget cannot be created. */
function showToken(confirmationToken: string): Promise<CardWidgetOutcome> {
  return new Promise((resolve, reject) => {
    const { YooMoneyCheckoutWidget: Widget } = window;
    if (Widget === undefined) throw new Error('the payment widget is not defined');
    const widget = new Widget({
      confirmation_token: confirmationToken,
      customization: { modal: true, colors: pageColors() },
      error_callback(failure) {
        logFailure('Payment widget failed', { error: String(failure?.error) });
        end({ kind: 'unavailable' });
      },
    });
    const end = (outcome: CardWidgetOutcome) => {
      resolve(outcome);
      widget.destroy();
    };
    widget.on('success', () => end({ kind: 'completed', transactionId: null }));
    widget.on('fail', () => end({ kind: 'declined', reason: null }));
    widget.on('modal_close', () => end({ kind: 'closed' }));
    widget.render().catch(reject);
  });
}

/**
 * Opens a payment on the server and shows it above the page. The script is loaded only after the server has opened the
 * payment. A lost download is repeated once. Without a return URL, the payment widget never leaves the page. The promise
 * resolves when the payment widget is closed.
 */
export async function showOpenedPayment(
  openPayment: () => Promise<OpenedPayment>,
  loadScript: (isDefined: () => boolean) => Promise<boolean>,
): Promise<CardWidgetOutcome> {
  const opened = await openPayment();
  if (opened.kind !== 'opened') return opened;
  const load = () => loadScript(() => window.YooMoneyCheckoutWidget !== undefined);
  return (await load()) || (await load()) ? showToken(opened.confirmationToken) : { kind: 'unavailable' };
}
