/** Tests the web adapter of the card widget with both widget APIs. */
import { act, waitFor } from '@testing-library/react';
import type { Order } from '../../../src/shared/contract/shop';
import { DARK, LIGHT } from '../../../src/shared/designTokens';
import { createCardWidget, SCRIPT_DEADLINE_MS } from '../../../src/web/platform/cardWidget';
import { chargeOptions, outcomeOfCharge } from '../../../src/web/platform/olderCardWidget';
import { outcomeOfStart, startParameters } from '../../../src/web/platform/startCardWidget';

const order: Order = {
  id: 'o-1',
  accountId: 'uid-1',
  kind: 'trial',
  amount: 1,
  currency: 'RUB',
  description: 'Подписка',
  receiptEmail: 'payer@example.org',
  recurringPayment: { amount: 449, interval: 'Month', period: 1, startDate: '2026-11-28T09:00:00.000Z' },
};

const receipt = (amount: number) => ({
  items: [{ label: 'Подписка', price: amount, quantity: 1, amount, vat: null, method: 4, object: 4 }],
  email: 'payer@example.org',
  amounts: { electronic: amount },
});

const configuration = (dialect: 'start' | 'charge') => ({
  scriptUrl: 'https://widget.example/cloudpayments.js',
  publicTerminalId: 'pk_test',
  dialect,
});

test('both APIs get the terms of the first receipt and of the recurring receipts', () => {
  const terms = { vat: '22', taxSystem: 'general', subject: 'service', method: 'full-payment' } as const;
  const dated: Order = {
    ...order,
    receiptTerms: { ...terms, vat: '5/105', taxSystem: null },
    recurringPayment: { ...order.recurringPayment, receiptTerms: terms },
  };
  const first = receipt(1);
  const recurring = receipt(449);
  const expected = {
    first: { ...first, items: [{ ...first.items[0], vat: 105 }] },
    recurring: { ...recurring, items: [{ ...recurring.items[0], vat: 22 }], taxationSystem: 0 },
  };
  const current = startParameters(dated, 'pk_test', 'modern');
  expect([current.receipt, current.recurrent.receipt]).toEqual([expected.first, expected.recurring]);
  const { CustomerReceipt, recurrent } = chargeOptions(dated, 'pk_test', 'modern').data.CloudPayments;
  expect([CustomerReceipt, recurrent.customerReceipt]).toEqual([expected.first, expected.recurring]);
  const unknown = { ...order, receiptTerms: { ...terms, vat: '18' } };
  expect(() => startParameters(unknown, 'pk_test', 'modern')).toThrow(RangeError);
});

test('both APIs get the phone number of the payer and of both receipts, if there is one', () => {
  const withPhone = { ...order, receiptPhone: '+79123456789' };
  const phone = { phone: '+79123456789' };
  const current = startParameters(withPhone, 'pk_test', 'modern');
  expect([current.userInfo, current.receipt, current.recurrent.receipt]).toMatchObject([phone, phone, phone]);
  const { payer, data } = chargeOptions(withPhone, 'pk_test', 'modern');
  const { CustomerReceipt, recurrent } = data.CloudPayments;
  expect([payer, CustomerReceipt, recurrent.customerReceipt]).toMatchObject([phone, phone, phone]);
  const without = [startParameters(order, 'pk_test', 'modern'), chargeOptions(order, 'pk_test', 'modern')];
  expect(JSON.stringify(without)).not.toMatch(/phone|payer"/);
});

function scripts(): HTMLScriptElement[] {
  return [...document.head.querySelectorAll<HTMLScriptElement>('script[src*="widget.example"]')];
}

/** Fails the test, because this widget needs no payment that the server opens. */
const noServer = (): Promise<never> => Promise.reject(new Error('the server opens no payment'));

/** Creates the widget of a page that cannot be reloaded, because the server is unresponsive. */
const createWidget = (
  ofProvider: Parameters<typeof createCardWidget>[0],
  reload: () => Promise<boolean> = () => Promise.resolve(false),
) => createCardWidget(ofProvider, reload);

function defineWidget(methods: object): void {
  function CloudPayments(this: object) {
    Object.assign(this, methods);
  }
  Object.assign(window, { cp: { CloudPayments } });
}

/** Simulates the arrival of the requested script. */
function scriptArrives(methods: object): void {
  defineWidget(methods);
  scripts().at(-1)!.dispatchEvent(new Event('load'));
}

beforeEach(() => {
  Reflect.deleteProperty(window, 'cp');
  for (const script of scripts()) script.remove();
});

test('an order is converted to the parameters of `start`, with the schedule and receipts without VAT [call-20, number-4]', () => {
  expect(startParameters(order, 'pk_test', 'modern')).toEqual({
    publicTerminalId: 'pk_test',
    amount: 1,
    currency: 'RUB',
    paymentSchema: 'Single',
    culture: 'ru-RU',
    skin: 'modern',
    description: 'Подписка',
    externalId: 'o-1',
    restrictedPaymentMethods: ['TcsInstallment', 'Sbp', 'TinkoffPay', 'MirPay', 'Dolyame', 'SberPay'],
    tokenize: true,
    receiptEmail: 'payer@example.org',
    emailBehavior: 'Hidden',
    userInfo: { accountId: 'uid-1', email: 'payer@example.org' },
    recurrent: {
      interval: 'Month',
      period: 1,
      amount: 449,
      startDate: '2026-11-28T09:00:00.000Z',
      receipt: receipt(449),
    },
    receipt: receipt(1),
  });
});

test('without a known email the dialog asks for an email', () => {
  const { receiptEmail: _known, ...anonymous } = order;
  expect(startParameters(anonymous, 'pk_test', 'classic')).toMatchObject({
    emailBehavior: 'Required',
    userInfo: { accountId: 'uid-1' },
  });
  expect(chargeOptions(anonymous, 'pk_test', 'classic')).toMatchObject({ requireEmail: true });
});

test('an order is converted to the options of the older widget API', () => {
  expect(chargeOptions(order, 'pk_test', 'classic')).toEqual({
    publicId: 'pk_test',
    description: 'Подписка',
    amount: 1,
    currency: 'RUB',
    accountId: 'uid-1',
    invoiceId: 'o-1',
    email: 'payer@example.org',
    requireEmail: false,
    skin: 'classic',
    data: {
      CloudPayments: {
        CustomerReceipt: receipt(1),
        recurrent: {
          interval: 'Month',
          period: 1,
          amount: 449,
          startDate: '2026-11-28T09:00:00.000Z',
          customerReceipt: receipt(449),
        },
      },
    },
  });
});

test.each([
  [{ type: 'cancel' }, { kind: 'closed' }],
  [
    { type: 'payment', status: 'success', data: { transactionId: 17 } },
    { kind: 'completed', transactionId: '17' },
  ],
  [
    { type: 'payment', status: 'success', data: {} },
    { kind: 'completed', transactionId: null },
  ],
  [
    { type: 'error', status: 'fail', data: { transactionId: 17, ReasonCode: 5051 }, message: 'x' },
    { kind: 'declined', reason: 'noMoney' },
  ],
  [
    { type: 'installment', status: 'reject' },
    { kind: 'declined', reason: 'unknown' },
  ],
  [{ type: 'installment', status: 'appointment' }, { kind: 'closed' }],
  [null, { kind: 'closed' }],
  ['odd', { kind: 'closed' }],
])('start that ends with %j is %j', (result, outcome) => {
  expect(outcomeOfStart(result)).toEqual(outcome);
});

test.each([
  [{ success: true }, { kind: 'completed', transactionId: null }],
  [
    { success: false, message: 'InsufficientFunds', code: '5051' },
    { kind: 'declined', reason: 'noMoney' },
  ],
  [{ success: false, message: 'User has cancelled' }, { kind: 'closed' }],
  [{ success: false }, { kind: 'declined', reason: 'unknown' }],
  [undefined, { kind: 'declined', reason: 'unknown' }],
])('the older dialect that ends with %j is %j', (result, outcome) => {
  expect(outcomeOfCharge(result)).toEqual(outcome);
});

test('the script is loaded once, before the click', async () => {
  const widget = createWidget(configuration('start'));
  widget.preload();
  widget.preload();
  expect(scripts()).toHaveLength(1);
  const start = jest
    .fn()
    .mockResolvedValue({ type: 'payment', status: 'success', data: { transactionId: 5 } });
  const opened = widget.open(order, noServer);
  scriptArrives({ start });
  await expect(opened).resolves.toEqual({ kind: 'completed', transactionId: '5' });
  expect(start).toHaveBeenCalledWith(startParameters(order, 'pk_test', 'classic'));
  await widget.open(order, noServer);
  expect(scripts()).toHaveLength(1);
});

test('a widget with the older API is opened by `pay`', async () => {
  const widget = createWidget(configuration('charge'));
  const pay = jest.fn((_kind: string, _options: object, callbacks: { onComplete(result: object): void }) => {
    callbacks.onComplete({ success: true });
  });
  const opened = widget.open(order, noServer);
  scriptArrives({ pay });
  await expect(opened).resolves.toEqual({ kind: 'completed', transactionId: null });
  expect(pay).toHaveBeenCalledWith('charge', chargeOptions(order, 'pk_test', 'classic'), expect.anything());
});

test('a widget that supports only `charge` is opened by `charge`', async () => {
  const widget = createWidget(configuration('start'));
  const charge = jest.fn((_options: object, _success: () => void, fail: (reason: string) => void) => {
    fail('User has cancelled');
  });
  const opened = widget.open(order, noServer);
  scriptArrives({ charge });
  await expect(opened).resolves.toEqual({ kind: 'closed' });
});

test('a blocked script is reported as unavailable at once, and the next attempt loads the script again', async () => {
  const widget = createWidget(configuration('start'));
  const first = widget.open(order, noServer);
  scripts()[0]!.dispatchEvent(new Event('error'));
  await expect(first).resolves.toEqual({ kind: 'unavailable' });
  expect(scripts()).toHaveLength(0);
  const second = widget.open(order, noServer);
  expect(scripts()).toHaveLength(1);
  scriptArrives({ start: () => Promise.resolve({ type: 'cancel' }) });
  await expect(second).resolves.toEqual({ kind: 'closed' });
});

test('a script that does not load in time is reported as unavailable', async () => {
  jest.useFakeTimers();
  try {
    const opened = createWidget(configuration('start')).open(order, noServer);
    await act(() => jest.advanceTimersByTimeAsync(SCRIPT_DEADLINE_MS));
    await expect(opened).resolves.toEqual({ kind: 'unavailable' });
  } finally {
    jest.useRealTimers();
  }
});

test('a script that defines no global object and a widget that throws are reported as unavailable', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const widget = createWidget(configuration('start'));
  const empty = widget.open(order, noServer);
  scripts()[0]!.dispatchEvent(new Event('load'));
  await expect(empty).resolves.toEqual({ kind: 'unavailable' });
  const broken = widget.open(order, noServer);
  scriptArrives({ start: () => Promise.reject(new Error('broken')) });
  await expect(broken).resolves.toEqual({ kind: 'unavailable' });
});

describe('a widget that shows payments which the server opens', () => {
  interface Shown {
    options: { confirmation_token: string; customization: object; error_callback(error: object): void };
    listeners: Map<string, () => void>;
    isDestroyed: boolean;
  }

  const TOKEN = {
    scriptUrl: 'https://widget.example/checkout.js',
    publicTerminalId: '',
    dialect: 'token',
  } as const;
  const open = () => Promise.resolve({ kind: 'opened', confirmationToken: 'ct-1' } as const);
  let shown: Shown[] = [];

  beforeEach(() => {
    shown = [];
    Reflect.deleteProperty(window, 'YooMoneyCheckoutWidget');
  });

  /** Simulates the arrival of the requested script. */
  function checkoutArrives(render: () => Promise<void> = () => Promise.resolve()): void {
    class YooMoneyCheckoutWidget {
      private readonly widget: Shown;

      constructor(options: Shown['options']) {
        this.widget = { options, listeners: new Map(), isDestroyed: false };
        shown.push(this.widget);
      }

      on(event: string, listener: () => void): void {
        this.widget.listeners.set(event, listener);
      }

      render = render;

      destroy(): void {
        this.widget.isDestroyed = true;
      }
    }
    Object.assign(window, { YooMoneyCheckoutWidget });
    scripts().at(-1)!.dispatchEvent(new Event('load'));
  }

  const scriptIsRequested = () => waitFor(() => expect(scripts()).toHaveLength(1));
  const isShown = (times = 1) => waitFor(() => expect(shown).toHaveLength(times));

  test('loads nothing before the server has opened the payment', async () => {
    const widget = createWidget(TOKEN);
    widget.preload();
    expect(scripts()).toHaveLength(0);
    const reasons = ['paymentsPaused', 'paymentsTooMany', 'termsChanged', 'addressUnsupported'] as const;
    for (const kind of [...reasons, 'unavailable'] as const) {
      await expect(widget.open(order, () => Promise.resolve({ kind }))).resolves.toEqual({ kind });
    }
    expect(scripts()).toHaveLength(0);
  });

  test.each([
    ['success', { kind: 'completed', transactionId: null }],
    ['fail', { kind: 'declined', reason: null }],
    ['modal_close', { kind: 'closed' }],
  ])('shows the opened payment above the page, and removes it after the event %s', async (event, outcome) => {
    const opened = createWidget(TOKEN).open(order, open);
    await scriptIsRequested();
    checkoutArrives();
    await isShown();
    expect(shown[0]?.options).toMatchObject({ confirmation_token: 'ct-1', customization: { modal: true } });
    expect(shown[0]?.options).not.toHaveProperty('return_url');
    shown[0]?.listeners.get(event)?.();
    await expect(opened).resolves.toEqual(outcome);
    expect(shown[0]?.isDestroyed).toBe(true);
  });

  test.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('has the colors of a %s page, with documented names only', async (scheme, page) => {
    document.documentElement.style.colorScheme = scheme;
    const opened = createWidget(TOKEN).open(order, open);
    await scriptIsRequested();
    checkoutArrives();
    await isShown();
    expect(shown[0]?.options).toMatchObject({
      customization: {
        colors: {
          background: page.surface,
          text: page.text,
          control_primary: page.accentFill,
          control_primary_content: page.onAccent,
        },
      },
    });
    document.documentElement.style.colorScheme = '';
    shown[0]?.listeners.get('modal_close')?.();
    await opened;
  });

  test('repeats a lost download of the script once', async () => {
    const opened = createWidget(TOKEN).open(order, open);
    await scriptIsRequested();
    const [lost] = scripts();
    lost!.dispatchEvent(new Event('error'));
    await waitFor(() => expect(scripts().some((script) => script !== lost)).toBe(true));
    checkoutArrives();
    await isShown();
    shown[0]?.listeners.get('success')?.();
    await expect(opened).resolves.toEqual({ kind: 'completed', transactionId: null });
  });

  test('reports a widget that fails or cannot be shown as unavailable', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const widget = createWidget(TOKEN);
    const failed = widget.open(order, open);
    await scriptIsRequested();
    checkoutArrives();
    await isShown();
    shown[0]?.options.error_callback({ error: 'token_expired' });
    await expect(failed).resolves.toEqual({ kind: 'unavailable' });
    expect(shown[0]?.isDestroyed).toBe(true);
    checkoutArrives(() => Promise.reject(new Error('broken')));
    await expect(widget.open(order, open)).resolves.toEqual({ kind: 'unavailable' });
  });

  test('reloads the document at the next attempt after a lost chunk, because a browser requests it only once', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const reload = jest.fn(() => Promise.resolve(true));
    const widget = createWidget(TOKEN, reload);
    const lost = jest.fn(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    await expect(widget.open(order, lost)).resolves.toEqual({ kind: 'unavailable' });
    expect(reload).not.toHaveBeenCalled();
    const settled = jest.fn();
    void widget.open(order, lost).finally(settled);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(lost).toHaveBeenCalledTimes(1);
    expect(settled).not.toHaveBeenCalled();
  });

  test('tries again without a reload while the server is unresponsive', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const widget = createWidget(TOKEN);
    await widget.open(order, () => Promise.reject(new TypeError('lost')));
    const opened = widget.open(order, open);
    await scriptIsRequested();
    checkoutArrives();
    await isShown();
    shown[0]?.listeners.get('success')?.();
    await expect(opened).resolves.toEqual({ kind: 'completed', transactionId: null });
  });
});
