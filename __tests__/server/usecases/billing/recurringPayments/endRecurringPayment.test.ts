/** Tests how the server cancels recurring payments if the card provider rejects a cancellation or is unavailable. */
import {
  type ProviderRecurringPayment,
  ProviderRejected,
  ProviderUnavailable,
} from '../../../../../src/server/ports/cardProvider';
import {
  endAll,
  endRecurringPayment,
} from '../../../../../src/server/usecases/billing/recurringPayments/endRecurringPayment';
import { MONTH_KOPECKS, TRIAL_END } from '../../../../support/offer';
import { type OtherProvider, otherProvider } from '../../../../support/otherProvider';
import { startTestServer, type TestServer } from '../../../../support/server';

let server: TestServer;
let provider: OtherProvider;

beforeEach(async () => {
  server = await startTestServer();
  provider = otherProvider();
});

const deps = () => ({ ...server.deps, cardProvider: provider });

/** Adds a recurring payment at the provider, in the given state. */
function listed(id: string, state: ProviderRecurringPayment['state']): void {
  provider.recurringPayments.push({
    id,
    accountId: 'payer',
    state,
    amountKopecks: MONTH_KOPECKS,
    currency: 'RUB',
    nextChargeAt: state === 'cancelled' ? null : TRIAL_END,
    startAt: TRIAL_END,
    successes: 0,
    failures: 0,
  });
}

/** Lets cancellations of these recurring payments fail with the given errors. */
function failToCancel(errors: Record<string, Error>): void {
  const cancel = provider.cancelRecurringPayment;
  provider.cancelRecurringPayment = (id, key) => {
    const error = errors[id];
    return error === undefined ? cancel(id, key) : Promise.reject(error);
  };
}

const rejected = new ProviderRejected('subscriptions/cancel: rejected');
const unavailable = new ProviderUnavailable('subscriptions/cancel: HTTP 502');

test('a rejected cancellation succeeds if the recurring payment has ended already', async () => {
  listed('rec-1', 'cancelled');
  failToCancel({ 'rec-1': rejected });
  await expect(endRecurringPayment(deps(), 'rec-1', 'key')).resolves.toBeUndefined();
});

test('a rejected cancellation of a live recurring payment must be retried', async () => {
  listed('rec-1', 'active');
  failToCancel({ 'rec-1': rejected });
  await expect(endRecurringPayment(deps(), 'rec-1', 'key')).rejects.toThrow(ProviderUnavailable);
});

test('a cancellation without a response must be retried, whatever state the provider last reported', async () => {
  listed('rec-1', 'cancelled');
  failToCancel({ 'rec-1': unavailable });
  await expect(endRecurringPayment(deps(), 'rec-1', 'key')).rejects.toBe(unavailable);
});

test('all recurring payments are cancelled once each before the first error is thrown', async () => {
  const second = new ProviderUnavailable('subscriptions/cancel: HTTP 503');
  failToCancel({ 'rec-1': unavailable, 'rec-2': second });
  const ids = ['rec-1', 'rec-2', 'rec-3', 'rec-3', 'rec-4'];
  await expect(endAll(deps(), ids, (id) => `key:${id}`)).rejects.toBe(unavailable);
  expect(provider.asked).toEqual(['cancel rec-3', 'cancel rec-4']);
});

test('cancelling several recurring payments succeeds if none fails', async () => {
  await expect(endAll(deps(), ['rec-1', 'rec-2'], (id) => id)).resolves.toBeUndefined();
  expect(provider.asked).toEqual(['cancel rec-1', 'cancel rec-2']);
});
