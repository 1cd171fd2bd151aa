/**
 * Adapter of the card provider's payment widget. Only this file and `openedPayment` use the global variables of payment
 * widgets. The widget script is loaded from the card provider and never bundled. An order is converted to the parameters
 * of the widget's API version in the configuration. Only the server determines the amount of a charge.
 */
import { cloudPaymentsDecline } from '../../shared/cloudPaymentsDeclines';
import type { ClientConfiguration } from '../../shared/configuration';
import type { Order } from '../../shared/contract/shop';
import { loadPaymentChunk } from './chunks';
import { logFailure } from './log';
import type { CardWidget, CardWidgetOutcome, PageDocument } from './platform';
import { codeOf, fieldOf, methodOf, receiptAddressOf, receiptOf, type Skin } from './widgetValues';

/** Timeout for loading the card provider's widget script, in ms. */
export const SCRIPT_DEADLINE_MS = 8000;

/**
 * Payment methods other than cards. All of these payment methods are disabled, because «one trial per card» and
 * recurring payments require a card.
 */
const OTHER_MEANS = ['TcsInstallment', 'Sbp', 'TinkoffPay', 'MirPay', 'Dolyame', 'SberPay'] as const;

/** Returns the parameters of `start`, the current API of the payment widget. */
export function startParameters(order: Order, publicTerminalId: string, skin: Skin) {
  const { recurringPayment } = order;
  const receiptEmail = receiptAddressOf(order);
  return {
    publicTerminalId,
    amount: order.amount,
    currency: order.currency,
    paymentSchema: 'Single' as const,
    culture: 'ru-RU',
    skin,
    description: order.description,
    externalId: order.id,
    restrictedPaymentMethods: OTHER_MEANS,
    tokenize: true,
    ...(receiptEmail ? { receiptEmail } : {}),
    emailBehavior: receiptEmail ? ('Hidden' as const) : ('Required' as const),
    userInfo: { accountId: order.accountId, ...(receiptEmail ? { email: receiptEmail } : {}) },
    recurrent: {
      interval: recurringPayment.interval,
      period: recurringPayment.period,
      amount: recurringPayment.amount,
      startDate: recurringPayment.startDate,
      receipt: receiptOf(order, recurringPayment.amount, recurringPayment.receiptLabel ?? order.receiptLabel),
    },
    receipt: receiptOf(order, order.amount, order.receiptLabel),
  };
}

/** Converts the result of `start` to an outcome. */
export function outcomeOfStart(result: unknown): CardWidgetOutcome {
  const type = fieldOf(result, 'type');
  const status = fieldOf(result, 'status');
  const data = fieldOf(result, 'data');
  if (status === 'success') {
    const id = fieldOf(data, 'transactionId');
    return {
      kind: 'completed',
      transactionId: typeof id === 'number' || typeof id === 'string' ? String(id) : null,
    };
  }
  if (type === 'error' || status === 'fail' || status === 'reject') {
    const reason = fieldOf(data, 'ReasonCode') ?? fieldOf(data, 'reasonCode');
    return { kind: 'declined', reason: cloudPaymentsDecline(codeOf(reason)).reason };
  }
  return { kind: 'closed' };
}

/** Creates a payment widget from the loaded script. Returns null if the script has not defined a payment widget. */
function newWidget(): object | null {
  const constructor = fieldOf(fieldOf(window, 'cp'), 'CloudPayments');
  if (typeof constructor !== 'function') return null;
  const widget: unknown = Reflect.construct(constructor, []);
  return typeof widget === 'object' ? widget : null;
}

/** Returns the color scheme of the page. */
const pageSkin = (): Skin =>
  getComputedStyle(document.documentElement).colorScheme.includes('dark') ? 'modern' : 'classic';

async function openByStart(widget: object, order: Order, terminalId: string): Promise<CardWidgetOutcome> {
  const start = methodOf(widget, 'start');
  if (start === null) return openByOlderApi(widget, order, terminalId);
  return outcomeOfStart(await start(startParameters(order, terminalId, pageSkin())));
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
      if (dialect !== 'token') void load();
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
