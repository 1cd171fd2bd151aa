/** Tests payments on the campaign page, where no customer is signed in. The widget's result is not trusted. */
import { type Order, ORDER_REJECTIONS } from '../../../../src/shared/contract/shop';
import { resumePayment, startPayment } from '../../../../src/web/flows/payment/pay';
import { paymentCheckEnded } from '../../../../src/web/flows/paymentSlice';
import { logOut } from '../../../../src/web/flows/signIn/logOut';
import { takeConsole } from '../../../support/consoleSpy';
import { json, lostNetwork, rejection } from '../../../support/scriptedApi';
import { CUSTOMER, storeOver } from '../../../support/storeOver';

const ORDER: Order = {
  id: 'o-1',
  accountId: 'blogger-1',
  kind: 'campaign',
  amount: 1,
  currency: 'RUB',
  description: 'a week',
  recurringPayment: { amount: 449, interval: 'Month', period: 1, startDate: '2026-12-01T00:00:00.000Z' },
};

const PAYMENT = { payer: 'campaign', order: ORDER } as const;
const TIMES = { firstPauseMs: 1, longestPauseMs: 2, giveUpAfterMs: 20_000 };
const STATE = 'shop/getCampaignOrderState';

beforeEach(() => {
  takeConsole();
});

it('waits for the server and keeps the check over a reload meanwhile', async () => {
  const { server, platform, dispatch } = storeOver({});
  platform.payWith(() => ({ kind: 'completed', transactionId: '1' }));
  const marks: unknown[] = [];
  server.on(STATE, (_call, count) => {
    marks.push(platform.sessionStorage.contents());
    return json({ success: true, state: count < 3 ? 'open' : 'paid' });
  });
  expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual({ kind: 'campaignPaid' });
  expect(platform.openedOrders).toEqual([ORDER]);
  expect(platform.shellMessages).toEqual([{ call: 'pay', message: { success: true } }]);
  expect(marks).toEqual(Array(3).fill({ campaignCheck: 'o-1' }));
  // A reload before the next screen is shown must not show a pay button.
  expect(platform.sessionStorage.contents()).toEqual({ campaignCheck: 'o-1' });
  expect(server.calls.map(({ path, bearer }) => ({ path, bearer }))).toEqual(
    Array(3).fill({ path: STATE, bearer: null }),
  );
});

it('resumes after a reload, once, however often it is requested', async () => {
  const { server, dispatch } = storeOver({ storedInTab: { campaignCheck: 'o-1' } });
  server.on(STATE, { success: true, state: 'paid' });
  const outcomes = await Promise.all([
    dispatch(resumePayment('campaign', TIMES)),
    dispatch(resumePayment('campaign', TIMES)),
  ]);
  expect(outcomes).toEqual([{ kind: 'campaignPaid' }, { kind: 'campaignPaid' }]);
  expect(server.callsTo(STATE)).toHaveLength(1);
  dispatch(paymentCheckEnded({ payer: 'campaign' }));
  expect(await dispatch(resumePayment('campaign', TIMES))).toBeNull();
});

it('is reported as late if no confirmation arrives, and can be checked again', async () => {
  const { server, platform, dispatch } = storeOver({});
  platform.payWith(() => ({ kind: 'completed', transactionId: null }));
  server.on(STATE, { success: true, state: 'open' });
  const outcome = await dispatch(startPayment(PAYMENT, { ...TIMES, giveUpAfterMs: 20 }));
  expect(outcome).toEqual({ kind: 'paymentLate' });
  expect(platform.sessionStorage.contents()).toEqual({ campaignCheck: 'o-1' });
  server.on(STATE, { success: true, state: 'paid' });
  expect(await dispatch(resumePayment('campaign', TIMES))).toEqual({ kind: 'campaignPaid' });
});

it('continues after failed requests', async () => {
  const { server, platform, dispatch } = storeOver({});
  platform.payWith(() => ({ kind: 'completed', transactionId: '1' }));
  server.on(STATE, (call, count) =>
    count < 4 ? lostNetwork(call, count) : json({ success: true, state: 'paid' }),
  );
  expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual({ kind: 'campaignPaid' });
});

it('reports a decline that the server received after the widget reported success', async () => {
  const { server, platform, dispatch } = storeOver({});
  platform.payWith(() => ({ kind: 'completed', transactionId: '1' }));
  server.on(STATE, { success: true, state: 'declined' });
  expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual({ kind: 'declined', reason: null });
  expect(platform.sessionStorage.contents()).toEqual({});
});

it('takes the decline reason from the server if the widget does not report it', async () => {
  const { server, platform, dispatch } = storeOver({});
  platform.payWith(() => ({ kind: 'declined', reason: null }));
  server.on(STATE, { success: true, state: 'declined', declineReason: 'noMoney' });
  expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual({ kind: 'declined', reason: 'noMoney' });
});

it.each([
  [
    { kind: 'declined', reason: 'expired' },
    { kind: 'declined', reason: 'expired' },
  ],
  [{ kind: 'closed' }, { kind: 'paymentClosed' }],
  [{ kind: 'unavailable' }, { kind: 'paymentUnavailable' }],
] as const)('reads the dialog that ended as %j', async (ending, outcome) => {
  const { server, platform, dispatch } = storeOver({});
  platform.payWith(() => ending);
  server.on(STATE, { success: true, state: 'open' });
  expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual(outcome);
  expect(platform.sessionStorage.contents()).toEqual({});
});

it.each([{ kind: 'closed' }, { kind: 'declined', reason: 'unknown' }] as const)(
  'finds the payment that was made before the dialog ended as %j',
  async (ending) => {
    const { server, platform, dispatch } = storeOver({});
    platform.payWith(() => ending);
    server.on(STATE, { success: true, state: 'paid' });
    expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual({ kind: 'campaignPaid' });
  },
);

it('trusts the result of the dialog if the server does not support orders', async () => {
  const { server, platform, dispatch } = storeOver({});
  platform.payWith(() => ({ kind: 'completed', transactionId: '1' }));
  server.on(STATE, () => rejection(404));
  expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual({ kind: 'campaignPaid' });
});

it.each(ORDER_REJECTIONS)('reports %s, whatever the dialog reported', async (rejection) => {
  for (const ending of [{ kind: 'declined', reason: 'rejected' }, { kind: 'closed' }] as const) {
    const { server, platform, dispatch } = storeOver({});
    platform.payWith(() => ending);
    server.on(STATE, { success: true, state: 'declined', rejection });
    expect(await dispatch(startPayment(PAYMENT, TIMES))).toEqual({ kind: rejection });
  }
});

it('is deleted if the user leaves the page deliberately', async () => {
  const { platform, dispatch } = storeOver({ stored: CUSTOMER, storedInTab: { campaignCheck: 'o-1' } });
  await dispatch(logOut());
  expect(platform.sessionStorage.contents()).toEqual({});
});
