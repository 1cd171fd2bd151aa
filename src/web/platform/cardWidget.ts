/**
 * Adapter of the card provider's payment widget. Only this file and `openedPayment` use the global variables of payment
 * widgets. The widget script is loaded from the card provider and never bundled. An order is converted to the parameters
 * of the widget's API version in the configuration. Only the server determines the amount of a charge.
 */
import type { ClientConfiguration } from '../../shared/configuration';
import type { Order } from '../../shared/contract/shop';
import { loadPaymentChunk, preloadQuietly } from './chunks';
import { logFailure } from './log';
import type { CardWidget, CardWidgetOutcome, PageDocument } from './platform';
import { findMethod, readField, type Skin } from './widgetValues';

/** Timeout for loading the card provider's widget script, in ms. */
export const SCRIPT_DEADLINE_MS = 8000;

/** Creates a payment widget from the loaded script. Returns null if the script has not defined a payment widget. */
function newWidget(): object | null {
  const constructor = readField(readField(window, 'cp'), 'CloudPayments');
  if (typeof constructor !== 'function') return null;
  const widget: unknown = Reflect.construct(constructor, []);
  return typeof widget === 'object' ? widget : null;
}

/** Returns the color scheme of the page. */
const pageSkin = (): Skin =>
  getComputedStyle(document.documentElement).colorScheme.includes('dark') ? 'modern' : 'classic';

/** Loads the adapter of `start`. It is in the chunk of the shop, because no other first view needs it. */
const loadStart = async () => (await import('./startCardWidget')).payByStart;

async function openByStart(widget: object, order: Order, terminalId: string): Promise<CardWidgetOutcome> {
  const start = findMethod(widget, 'start');
  if (start === null) return openByOlderApi(widget, order, terminalId);
  const payByStart = await loadPaymentChunk(loadStart);
  return payByStart(start, order, terminalId, pageSkin());
}

async function openByOlderApi(widget: object, order: Order, terminalId: string): Promise<CardWidgetOutcome> {
  const openByCharge = await loadPaymentChunk(async () => (await import('./olderCardWidget')).openByCharge);
  return openByCharge(widget, order, terminalId, pageSkin());
}

/**
 * Creates the adapter for the configured card provider. If the widget script cannot be loaded within
 * `SCRIPT_DEADLINE_MS`, the outcome is `unavailable`, and the next call loads the script again. After any other failure
 * the next call reloads the document, because a chunk may be lost, and a browser does not request a lost chunk again.
 */
export function createCardWidget(
  configuration: ClientConfiguration['cardWidget'],
  reload: PageDocument['reload'],
): CardWidget {
  const { scriptUrl, publicTerminalId, dialect } = configuration;
  let loading: Promise<boolean> | null = null;
  let hasFailed = false;

  function load(isDefined = () => newWidget() !== null): Promise<boolean> {
    loading ??= new Promise<boolean>((resolve) => {
      if (isDefined()) {
        resolve(true);
        return;
      }
      const script = document.createElement('script');
      const settle = (isLoaded: boolean) => {
        clearTimeout(deadline);
        if (!isLoaded) {
          script.remove();
          loading = null;
        }
        resolve(isLoaded);
      };
      const deadline = setTimeout(() => settle(false), SCRIPT_DEADLINE_MS);
      script.addEventListener('load', () => settle(isDefined()));
      script.addEventListener('error', () => settle(false));
      script.src = scriptUrl;
      script.async = true;
      document.head.append(script);
    });
    return loading;
  }

  async function openOrder(order: Order): Promise<CardWidgetOutcome> {
    const widget = (await load()) ? newWidget() : null;
    if (widget === null) return { kind: 'unavailable' };
    return (dialect === 'charge' ? openByOlderApi : openByStart)(widget, order, publicTerminalId);
  }

  return {
    preload() {
      // The script of a widget that shows opened payments is loaded only when a payment is open.
      if (dialect === 'token') return;
      void load();
      if (dialect === 'start') preloadQuietly(loadStart);
    },

    async open(order, openPayment) {
      try {
        // The payment stays pending until the new document replaces this one.
        if (hasFailed && (await reload())) await new Promise(() => undefined);
        if (dialect !== 'token') return await openOrder(order);
        const showOpenedPayment = await loadPaymentChunk(
          async () => (await import('./openedPayment')).showOpenedPayment,
        );
        return await showOpenedPayment(openPayment, load);
      } catch (error) {
        hasFailed = true;
        logFailure('Card widget failed', { error: error instanceof Error ? error.name : 'unknown' });
        return { kind: 'unavailable' };
      }
    },
  };
}
