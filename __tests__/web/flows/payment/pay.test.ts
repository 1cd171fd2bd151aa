/** Tests payments. The result of the card widget is never trusted without a confirmation by the server. */
import type { Order } from '../../../../src/shared/contract/shop';
import { resumePayment, startPayment } from '../../../../src/web/flows/payment/pay';
import { selectIsCheckingPayment } from '../../../../src/web/flows/paymentSlice';
import { takeConsole } from '../../../support/consoleSpy';
import { json, lostNetwork, rejection } from '../../../support/scriptedApi';
import { CUSTOMER, storeOver } from '../../../support/storeOver';

const ORDER: Order = {
  id: 'o-1',
  accountId: 'u-1',
  kind: 'trial',
  amount: 1,
  currency: 'RUB',
  description: 'trial',
  recurringPayment: { amount: 449, interval: 'Month', period: 1, startDate: '2026-12-01T00:00:00.000Z' },
};

const PAYMENT = { payer: 'account', order: ORDER, wording: 'the terms' } as const;

const TIMES = { firstPauseMs: 1, longestPauseMs: 2, giveUpAfterMs: 20_000 };

function profile(subscriptionIsActive: boolean) {
  return {
    success: true,
    userInfo: { subscriptionIsActive, subscriptionStatus: subscriptionIsActive ? 'ACTIVE' : 'NOT_ACTIVE' },
  };
}

beforeEach(() => {
  takeConsole();
});

it('waits for the server, keeps the check over a reload meanwhile, and ends in the paid state [call-24]', async () => {
  const { server, platform, dispatch, store, identity } = storeOver();
  platform.payWith(() => ({ kind: 'completed', transactionId: '1' }));
  const marks: unknown[] = [];
  server.on('shop/getOrder', (_call, count) => {
    marks.push(platform.sessionStorage.contents(), selectIsCheckingPayment(store.getState()));
    return json({ success: true, state: count < 3 ? 'open' : 'paid' });
  });
  server.on('profile', profile(true));
  expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual({ kind: 'paid' });
  expect(platform.openedOrders).toEqual([ORDER]);
  expect(marks.slice(0, 2)).toEqual([{ paymentCheck: 'o-1' }, true]);
  expect(server.callsTo('shop/getOrder')).toHaveLength(3);
  expect(identity().subscriptionIsActive).toBe(true);
  expect(platform.shellMessages).toEqual([{ call: 'pay', message: { success: true } }]);
  expect(platform.sessionStorage.contents()).toEqual({});
  expect(selectIsCheckingPayment(store.getState())).toBe(false);
});

it('resumes after a reload, once, however often it is requested', async () => {
  const { server, dispatch, store } = storeOver({ stored: CUSTOMER, storedInTab: { paymentCheck: 'o-1' } });
  expect(selectIsCheckingPayment(store.getState())).toBe(true);
  server.on('shop/getOrder', { success: true, state: 'paid' });
  server.on('profile', profile(true));
  const outcomes = await Promise.all([
    dispatch(resumePayment('account', TIMES)),
    dispatch(resumePayment('account', TIMES)),
  ]);
  expect(outcomes).toEqual([{ kind: 'paid' }, { kind: 'paid' }]);
  expect(server.callsTo('shop/getOrder')).toHaveLength(1);
  expect(await dispatch(resumePayment('account', TIMES))).toBeNull();
});

it('is reported as late if the confirmation does not arrive, and can be checked again', async () => {
  const { server, platform, dispatch } = storeOver();
  platform.payWith(() => ({ kind: 'completed', transactionId: null }));
  server.on('shop/getOrder', { success: true, state: 'open' });
  const outcome = await dispatch(startPayment(PAYMENT, { ...TIMES, giveUpAfterMs: 20 }));
  expect(outcome).toEqual({ kind: 'paymentLate' });
  expect(server.callsTo('profile')).toEqual([]);
  expect(platform.sessionStorage.contents()).toEqual({ paymentCheck: 'o-1' });
  server.on('shop/getOrder', { success: true, state: 'paid' });
  server.on('profile', profile(true));
  expect(await dispatch(resumePayment('account', TIMES))).toEqual({ kind: 'paid' });
});

it('continues after failed requests', async () => {
  const { server, platform, dispatch } = storeOver();
  platform.payWith(() => ({ kind: 'completed', transactionId: '1' }));
  server.on('shop/getOrder', (call, count) =>
    count < 5 ? lostNetwork(call, count) : json({ success: true, state: 'paid' }),
  );
  server.on('profile', profile(true));
  expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual({ kind: 'paid' });
});

it('checks only the profile if the server does not support orders', async () => {
  const { server, platform, dispatch } = storeOver();
  platform.payWith(() => ({ kind: 'completed', transactionId: '1' }));
  server.on('shop/getOrder', () => rejection(404));
  server.on('profile', (_call, count) => json(profile(count > 2)));
  expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual({ kind: 'paid' });
});

it('reports a decline that the server received after the widget reported success', async () => {
  const { server, platform, dispatch, store } = storeOver();
  platform.payWith(() => ({ kind: 'completed', transactionId: '1' }));
  server.on('shop/getOrder', { success: true, state: 'declined', declineReason: 'noMoney' });
  expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual({ kind: 'declined', reason: 'noMoney' });
  expect(selectIsCheckingPayment(store.getState())).toBe(false);
});

it.each([
  [
    { kind: 'declined', reason: 'expired' },
    { kind: 'declined', reason: 'expired' },
  ],
  [{ kind: 'closed' }, { kind: 'paymentClosed' }],
  [{ kind: 'unavailable' }, { kind: 'paymentUnavailable' }],
] as const)('reads the dialog that ended as %j', async (ending, outcome) => {
  const { server, platform, dispatch } = storeOver();
  platform.payWith(() => ending);
  server.on('shop/getOrder', { success: true, state: 'open' });
  expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual(outcome);
  expect(platform.sessionStorage.contents()).toEqual({});
});

it.each([{ kind: 'closed' }, { kind: 'declined', reason: 'unknown' }] as const)(
  'finds the payment that was made before the dialog ended as %j',
  async (ending) => {
    const { server, platform, dispatch } = storeOver();
    platform.payWith(() => ending);
    server.on('shop/getOrder', { success: true, state: 'paid' });
    server.on('profile', profile(true));
    expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual({ kind: 'paid' });
  },
);

describe('a dialog that was closed while the order could not be read', () => {
  it.each([
    [{ kind: 'closed' }, { kind: 'paymentClosed' }],
    [
      { kind: 'declined', reason: 'expired' },
      { kind: 'declined', reason: 'expired' },
    ],
  ] as const)('%j counts once the order is read and was not paid', async (ending, outcome) => {
    const { server, platform, dispatch, store } = storeOver();
    platform.payWith(() => ending);
    const checking: boolean[] = [];
    server.on('shop/getOrder', () => {
      const isChecking = selectIsCheckingPayment(store.getState());
      checking.push(isChecking);
      return isChecking ? json({ success: true, state: 'open' }) : rejection(503);
    });
    expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual(outcome);
    expect(checking.at(0)).toBe(false);
    expect(checking.at(-1)).toBe(true);
    expect(platform.sessionStorage.contents()).toEqual({});
  });

  it('may have been paid: the payment is found, and no second payment is offered meanwhile', async () => {
    const { server, platform, dispatch, store } = storeOver();
    platform.payWith(() => ({ kind: 'closed' }));
    server.on('shop/getOrder', () =>
      selectIsCheckingPayment(store.getState()) ? json({ success: true, state: 'paid' }) : rejection(503),
    );
    server.on('profile', profile(true));
    expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual({ kind: 'paid' });
  });
});

it('opens nothing without a token', async () => {
  const { email } = CUSTOMER;
  const { platform, dispatch } = storeOver({ stored: { email } });
  expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual({ kind: 'signInNeeded' });
  expect(platform.openedOrders).toEqual([]);
});

it('ends with the session', async () => {
  const { server, platform, dispatch } = storeOver();
  platform.payWith(() => ({ kind: 'completed', transactionId: '1' }));
  server.on('shop/getOrder', () => rejection(401));
  expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual({ kind: 'signInNeeded' });
});
