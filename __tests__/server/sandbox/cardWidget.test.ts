/**
 * Tests the card dialog of the sandbox's card provider, rendered in a page.
 *
 * @jest-environment jest-fixed-jsdom
 */
import { configure, waitFor } from '@testing-library/dom';
import { installCardWidget } from '../../../src/server/sandbox/fakeCardProvider/widget/install';
import type {
  StartParameters,
  WidgetResult,
} from '../../../src/server/sandbox/fakeCardProvider/widget/parameters';
import { WIDGET_PARTS } from '../../../src/server/sandbox/fakeCardProvider/widget/parts';
import { widgetScript } from '../../../src/server/sandbox/fakeCardProvider/widget/script';
import { CARD_DIALOG } from '../../../src/server/sandbox/texts/cardDialog';

// Element queries may take longer than the default of one second on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

interface Widget {
  start(parameters: StartParameters): Promise<WidgetResult>;
  charge(options: object, success: () => void, fail: (reason: string) => void): void;
}

let asked: { path: string; body: Record<string, unknown> }[];
let responses: object[];

const parameters: StartParameters = {
  publicTerminalId: 'pk_sandbox',
  amount: 1,
  currency: 'RUB',
  description: 'Подписка',
  externalId: 'o-1',
  receiptEmail: 'payer@example.org',
  emailBehavior: 'Hidden',
  userInfo: { accountId: 'uid-1' },
  recurrent: { interval: 'Month', period: 1, amount: 449, startDate: '2026-11-28T09:00:00.000Z' },
};

function newWidget(): Widget {
  const { cp } = window as Window & { cp?: { CloudPayments: new () => Widget } };
  return new cp!.CloudPayments();
}

function root(): ShadowRoot {
  return document.querySelector('#cloudpayments-widget')!.shadowRoot!;
}

const buttonNamed = (name: RegExp) =>
  [...root().querySelectorAll('button')].find((button) => name.test(button.textContent))!;

function inputLabelled(name: string): HTMLInputElement | null {
  const label = [...root().querySelectorAll('label')].find(({ textContent }) => textContent === name);
  return label === undefined ? null : root().querySelector<HTMLInputElement>(`#${label.htmlFor}`);
}

function type(name: string, text: string): void {
  const input = inputLabelled(name)!;
  input.value = text;
  input.dispatchEvent(new Event('input'));
}

const says = (text: string) => waitFor(() => expect(root().textContent).toContain(text));

function fillAndPay(): void {
  type('Номер карты', '4242424242424242');
  type('Срок действия', '1230');
  type('CVV', '123');
  buttonNamed(/^Оплатить/).click();
}

beforeEach(() => {
  asked = [];
  responses = [];
  document.body.replaceChildren();
  globalThis.fetch = (url, init) => {
    const path = (url as string).replace(/.*widget\//, '');
    asked.push({ path, body: JSON.parse(init!.body as string) as Record<string, unknown> });
    return Promise.resolve(Response.json(responses.shift() ?? {}));
  };
  installCardWidget({ texts: CARD_DIALOG, styles: '' }, WIDGET_PARTS);
});

test('the served script is self-contained, from its global object to the end of a payment', async () => {
  Reflect.deleteProperty(window, 'cp');
  window.eval(widgetScript());
  const result = newWidget().start(parameters);
  responses = [
    { token: 'tk' },
    { status: 'threeDs', transactionId: 7 },
    { status: 'declined', transactionId: 7, reasonCode: 5051 },
    { token: 'tk' },
    { status: 'success', transactionId: 8 },
  ];
  fillAndPay();
  await says('Подтверждение банка');
  await says('Недостаточно средств');
  fillAndPay();
  await expect(result).resolves.toMatchObject({ status: 'success' });
});

test('shows the amounts due now and later in labelled fields, and requests the email only if configured', () => {
  void newWidget().start(parameters);
  expect(root().querySelector('[role=dialog]')?.getAttribute('aria-labelledby')).toBe('cp-title');
  expect(root().textContent.replaceAll('\u00a0', ' ')).toContain(
    'Сейчас 1 ₽, затем 449 ₽ каждый месяц с 28 ноября 2026',
  );
  expect(buttonNamed(/^Оплатить/).textContent).toBe('Оплатить 1 ₽');
  for (const name of ['Номер карты', 'Срок действия', 'CVV']) expect(inputLabelled(name)).not.toBeNull();
  expect(inputLabelled('Email')).toBeNull();
  document.body.replaceChildren();
  void newWidget().start({ ...parameters, amount: 449, emailBehavior: 'Required' });
  expect(buttonNamed(/^Оплатить/).textContent).toBe('Оплатить 449 ₽');
  expect(inputLabelled('Email')?.value).toBe('payer@example.org');
});

test('groups the digits and accepts a four-digit year', () => {
  void newWidget().start(parameters);
  type('Номер карты', '42424242-42424242');
  type('Срок действия', '12/2030');
  type('CVV', '12a3');
  expect(inputLabelled('Номер карты')?.value).toBe('4242 4242 4242 4242');
  expect(inputLabelled('Срок действия')?.value).toBe('12/30');
  expect(inputLabelled('CVV')?.value).toBe('123');
  type('Срок действия', '930');
  expect(inputLabelled('Срок действия')?.value).toBe('09/30');
});

test('invalid card data is reported next to its field', async () => {
  void newWidget().start(parameters);
  responses = [{ errors: ['number', 'expired'] }];
  buttonNamed(/^Оплатить/).click();
  await says('Проверь номер карты');
  await says('Срок действия карты истёк');
  expect(inputLabelled('Номер карты')?.getAttribute('aria-invalid')).toBe('true');
  type('Номер карты', '4');
  expect(inputLabelled('Номер карты')?.hasAttribute('aria-invalid')).toBe(false);
});

test('a payment without 3-D Secure ends in success and closes', async () => {
  const result = newWidget().start(parameters);
  responses = [{ token: 'tk' }, { status: 'success', transactionId: 7 }];
  fillAndPay();
  await says('Оплата прошла');
  expect(asked[1]).toMatchObject({
    path: 'pay',
    body: {
      token: 'tk',
      amount: 1,
      externalId: 'o-1',
      accountId: 'uid-1',
      recurrent: { interval: 'Month', period: 1, amount: 449, startDate: '2026-11-28T09:00:00.000Z' },
    },
  });
  await expect(result).resolves.toEqual({ type: 'payment', status: 'success', data: { transactionId: 7 } });
  expect(document.querySelector('#cloudpayments-widget')).toBeNull();
});

test('3-D Secure is confirmed automatically', async () => {
  const result = newWidget().start(parameters);
  responses = [
    { token: 'tk' },
    { status: 'threeDs', transactionId: 7 },
    { status: 'success', transactionId: 7 },
  ];
  fillAndPay();
  await says('Подтверждение банка');
  await expect(result).resolves.toMatchObject({ status: 'success' });
  expect(asked[2]).toEqual({ path: '3ds', body: { transactionId: 7, confirm: true } });
});

test('rejected 3-D Secure is a decline; the payer may retry or close the dialog', async () => {
  const result = newWidget().start(parameters);
  responses = [
    { token: 'tk' },
    { status: 'threeDs', transactionId: 7 },
    { status: 'declined', transactionId: 7, reasonCode: 5206 },
  ];
  fillAndPay();
  await says('Подтверждение банка');
  buttonNamed(/Отклонить/).click();
  await says('Оплата не подтверждена банком');
  expect(asked[2]?.body).toEqual({ transactionId: 7, confirm: false });
  expect(buttonNamed(/^Оплатить/).disabled).toBe(false);
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  await expect(result).resolves.toMatchObject({
    type: 'error',
    data: { transactionId: 7, ReasonCode: 5206 },
  });
});

test('Esc closes the dialog and returns the focus to the previous element', async () => {
  const button = document.createElement('button');
  document.body.append(button);
  button.focus();
  const result = newWidget().start(parameters);
  expect(root().activeElement?.id).toBe('cp-number');
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  await expect(result).resolves.toEqual({ type: 'cancel' });
  expect(document.activeElement).toBe(button);
});

test('an unreachable provider is reported, and the form stays open', async () => {
  void newWidget().start(parameters);
  globalThis.fetch = () => Promise.reject(new TypeError('offline'));
  fillAndPay();
  await says('Не получилось связаться');
  expect(buttonNamed(/^Оплатить/).disabled).toBe(false);
});

test('the older widget API calls its callbacks', async () => {
  const fail = jest.fn();
  const success = jest.fn();
  const options = {
    publicId: 'pk_sandbox',
    amount: 449,
    currency: 'RUB',
    accountId: 'uid-1',
    invoiceId: 'o-1',
  };
  newWidget().charge(options, success, fail);
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  await waitFor(() => expect(fail).toHaveBeenCalled());
  expect(fail).toHaveBeenCalledWith('User has cancelled', options);
  newWidget().charge(options, success, fail);
  responses = [{ token: 'tk' }, { status: 'success', transactionId: 8 }];
  fillAndPay();
  await waitFor(() => expect(success).toHaveBeenCalled());
  expect(asked.at(-1)?.body).toMatchObject({ externalId: 'o-1', accountId: 'uid-1', amount: 449 });
});
