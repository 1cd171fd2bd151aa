/** Harness of the contract tests for the CloudPayments adapter with the sandbox's fake card provider. */
import { setImmediate as turn } from 'node:timers/promises';
import { createCloudPayments } from '../../../../src/server/adapters/cloudPayments/cloudPayments';
import type { FakePayment } from '../../../../src/server/sandbox/fakeCardProvider/fakeCardProvider';
import type { WidgetResponse } from '../../../../src/server/sandbox/fakeCardProvider/widget/api';
import {
  cardTerminal,
  openFakeCardProvider,
  PUBLIC_TERMINAL_ID,
} from '../../../../src/server/sandbox/openFakeCardProvider';
import { cloudPaymentsDecline } from '../../../../src/shared/cloudPaymentsDeclines';
import { DECLINE_REASONS, type DeclineReason } from '../../../../src/shared/declines';
import { CARDS } from '../../../support/cardPayer';
import { openSandboxTestDatabase } from '../../../support/database';
import { addDays, addMonths, MONTH_RUB, TRIAL_DAYS } from '../../../support/offer';
import { settableClock, TEST_START } from '../../../support/settableClock';
import {
  ACCOUNT,
  type CardProviderHarness,
  type Fault,
  PAYER_EMAIL,
  type Receive,
} from '../cardProviderContract';

const SESSION_SECRET = 'a test secret of thirty-two bytes or more';
const CODES = Array.from({ length: 400 }, (_, index) => 5000 + index);

/** Reason code with which CloudPayments reports each decline reason. */
const CODE_OF = new Map(CODES.map((code) => [cloudPaymentsDecline(code).reason, code]));

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Returns the test card that declines a first payment with this reason. */
function chooseCard(decline: DeclineReason | undefined, threeDs: string | undefined): string {
  if (decline === 'noMoney') return CARDS.declined;
  return threeDs === undefined ? CARDS.plain : CARDS.secure;
}

/** Starts a fake card provider without payments. `receive` responds to its notifications. */
export async function startCloudPayments(receive: Receive): Promise<CardProviderHarness> {
  const clock = settableClock(TEST_START);
  const fake = await openFakeCardProvider({
    db: await openSandboxTestDatabase(),
    clock,
    fetch: (input, init) => receive(new Request(input, init)),
    baseUrl: 'https://server.example',
    sessionSecret: SESSION_SECRET,
    logger: silent,
  });
  let isConnected = true;
  let fault: Fault | null = null;

  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!isConnected) throw new TypeError('the network is gone');
    const failing = request.headers.has('X-Request-ID') ? fault : null;
    if (failing !== null) fault = null;
    if (failing === 'lostRequest') throw new TypeError('the request was lost');
    const response = await fake.app.fetch(request);
    if (failing === 'lostResponse') throw new TypeError('the response was lost');
    return failing === 'serverError' ? new Response('', { status: 500 }) : response;
  };
  const provider = createCloudPayments({
    publicId: PUBLIC_TERMINAL_ID,
    ...cardTerminal(SESSION_SECRET),
    apiBaseUrl: 'http://provider.example/api',
    fetch: send,
    // The tests repeat failed requests themselves.
    retryPausesMs: [],
  });

  async function post<Body>(path: string, body: object): Promise<Body> {
    const response = await fake.app.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Body;
  }

  async function findRecurringPayment(transactionId: string): Promise<FakePayment['recurringPayment']> {
    const payment = (await fake.listPayments()).find(({ id }) => id === transactionId);
    return payment?.recurringPayment ?? null;
  }

  const deliver = async (): Promise<void> => {
    await turn();
    await fake.runDueRecurringPayments();
  };

  return {
    provider,
    clock,
    declines: DECLINE_REASONS.filter((reason) => CODE_OF.has(reason)),

    async pay({ orderId, purpose, decline, threeDs }) {
      const card = { number: chooseCard(decline, threeDs), expires: '12/60', cvv: '123' };
      const { token } = await post<{ token: string }>('/widget/token', card);
      const startDate = purpose === 'sale' ? addMonths(clock.now(), 1) : addDays(clock.now(), TRIAL_DAYS);
      const result = await post<WidgetResponse>('/widget/pay', {
        publicTerminalId: PUBLIC_TERMINAL_ID,
        token,
        amount: purpose === 'sale' ? MONTH_RUB : 1,
        currency: 'RUB',
        description: 'Subscription',
        externalId: orderId,
        accountId: ACCOUNT,
        email: PAYER_EMAIL,
        recurrent: { interval: 'Month', period: 1, amount: MONTH_RUB, startDate: startDate.toISOString() },
      });
      if (result.status === 'rejected') throw new Error('the payment widget rejected the payment');
      const { transactionId } = result;
      if (result.status === 'threeDs' && threeDs !== 'abandoned')
        await post('/widget/3ds', { transactionId, confirm: threeDs === 'passed' });
      return String(transactionId);
    },

    async charge(firstTransactionId, decline) {
      const before = await findRecurringPayment(firstTransactionId);
      if (before !== null && before.nextChargeAt !== null) {
        if (decline !== undefined) await fake.failNext(firstTransactionId, CODE_OF.get(decline));
        clock.set(before.nextChargeAt);
      } else {
        clock.set(addMonths(clock.now(), 2));
      }
      await deliver();
      const charges = (await provider.listPaymentsOfDay(clock.now())).filter(
        ({ recurringPaymentId }) => recurringPaymentId === before?.id,
      );
      return charges.at(-1) ?? null;
    },

    deliver,
    setDeliveries: (deliveries) => fake.setKnobs(deliveries),

    fail(failing) {
      fault = failing;
      return Promise.resolve();
    },
    disconnect() {
      isConnected = false;
    },

    async refundAtDashboard(transactionId, amountKopecks) {
      // A request without a key has the same effect as a refund in the dashboard.
      const headers = {
        'Content-Type': 'application/json',
        Authorization: `Basic ${btoa(`${PUBLIC_TERMINAL_ID}:${cardTerminal(SESSION_SECRET).apiSecret}`)}`,
      };
      const body = JSON.stringify({ TransactionId: transactionId, Amount: amountKopecks / 100 });
      const response = await fake.app.request('/api/payments/refund', { method: 'POST', headers, body });
      if (!((await response.json()) as { Success: boolean }).Success) throw new Error('no refund was made');
    },

    async withdrawCard(firstTransactionId) {
      const recurringPayment = await findRecurringPayment(firstTransactionId);
      if (recurringPayment !== null && recurringPayment.nextChargeAt !== null)
        await provider.cancelRecurringPayment(recurringPayment.id, `cancel:${recurringPayment.id}`);
    },
  };
}
