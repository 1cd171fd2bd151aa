/** Harness of the contract tests for the YooKassa adapter with the sandbox's fake. */
import { createYooKassa } from '../../../../src/server/adapters/yooKassa/yooKassa';
import {
  CANCELLATION_REASONS,
  RELEASED_HOLD,
  yooKassaDecline,
} from '../../../../src/server/adapters/yooKassa/yooKassaDeclines';
import { openFakeYooKassa } from '../../../../src/server/sandbox/fakeYooKassa/fakeYooKassa';
import type { DeclineReason } from '../../../../src/shared/declines';
import { DEFAULT_RECEIPT_TERMS } from '../../../../src/shared/receiptTerms';
import { openSandboxTestDatabase } from '../../../support/database';
import { addMonths, MONTH_KOPECKS } from '../../../support/offer';
import { settableClock, TEST_START } from '../../../support/settableClock';
import {
  ACCOUNT,
  type CardProviderHarness,
  type Fault,
  type FirstPayment,
  PAYER_EMAIL,
  type Receive,
} from '../cardProviderContract';

export const SHOP = { shopId: '100500', secretKey: 'test_secret_key' };

export const CARDS = {
  plain: '5555555555554444',
  secure: '5555555555554477',
  insufficientFunds: '5555555555554600',
  onlyFirst: '5555555555554642',
} as const;

/** Cancellation reason of a payment that the payer did not make in time, which is no decline. */
const UNPAID_IN_TIME = 'expired_on_confirmation';

/** A cancellation reason for each decline reason that the adapter reports. */
const REASON_OF = new Map<DeclineReason, string>(
  CANCELLATION_REASONS.filter((reason) => !RELEASED_HOLD.has(reason) && reason !== UNPAID_IN_TIME).map(
    (reason) => [yooKassaDecline(reason).reason, reason],
  ),
);

const FAULTS = {
  lostRequest: 'errorBefore',
  lostResponse: 'hangAfter',
  serverError: 'errorAfter',
} as const satisfies Record<Fault, string>;

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

function chooseCard({ decline, threeDs }: FirstPayment): string {
  if (decline === 'noMoney') return CARDS.insufficientFunds;
  return threeDs === undefined ? CARDS.plain : CARDS.secure;
}

/** Starts a fake card provider without payments. `receive` responds to its notifications. */
export async function startYooKassa(receive: Receive): Promise<CardProviderHarness> {
  const clock = settableClock(TEST_START);
  const fake = await openFakeYooKassa({
    ...SHOP,
    db: await openSandboxTestDatabase(),
    clock,
    fetch: (input, init) => receive(new Request(input, init)),
    notifyUrl: 'https://server.example/api/webhooks/yookassa',
    logger: silent,
    // Hanging requests fail at once, so that no test waits.
    hangMs: 0,
  });
  await fake.change({ retriesInWidget: false });
  let isConnected = true;
  const provider = createYooKassa({
    ...SHOP,
    apiBaseUrl: 'https://provider.example',
    senders: [],
    async fetch(input, init) {
      if (!isConnected) throw new TypeError('the network is gone');
      return fake.app.fetch(new Request(input, init));
    },
    // The tests repeat failed requests themselves.
    retryPausesMs: [],
    // Lists have several pages.
    pageSize: 2,
  });
  let keys = 0;
  const nextKey = (): string => `key-${(keys += 1)}`;
  const buildReceipt = (amountKopecks: number) => ({
    label: 'Subscription',
    amountKopecks,
    email: PAYER_EMAIL,
    terms: DEFAULT_RECEIPT_TERMS,
  });
  const buildTerms = (orderId: string, amountKopecks: number) => ({
    orderId,
    accountId: ACCOUNT,
    amountKopecks,
    currency: 'RUB',
    receipt: buildReceipt(amountKopecks),
  });

  return {
    provider,
    clock,
    declines: [...REASON_OF.keys()],

    async pay(payment) {
      const { orderId, purpose, threeDs } = payment;
      const isHold = purpose === 'verification';
      const terms = { ...buildTerms(orderId, isHold ? 100 : MONTH_KOPECKS), isHold, savesMethod: true };
      const { transactionId, confirmationToken } = await provider.openPayment(terms, nextKey());
      await fake.pay(confirmationToken, chooseCard(payment));
      if (threeDs === 'passed' || threeDs === 'failed')
        await fake.endThreeDs(confirmationToken, threeDs === 'passed');
      return transactionId;
    },

    async charge(firstTransactionId, decline) {
      const savedMethod = (await provider.readPayment(firstTransactionId))?.card?.token ?? firstTransactionId;
      clock.set(addMonths(clock.now(), 1));
      if (decline !== undefined) await fake.change({ nextChargeReason: REASON_OF.get(decline) ?? null });
      return provider.chargeSavedMethod({ ...buildTerms('order-1', MONTH_KOPECKS), savedMethod }, nextKey());
    },

    deliver: () => fake.runDue(),
    setDeliveries: (deliveries) => fake.change(deliveries),
    fail: (fault) => fake.change({ faults: [FAULTS[fault]] }),
    disconnect() {
      isConnected = false;
    },

    async refundAtDashboard(transactionId, amountKopecks) {
      if (!(await fake.refundAtDashboard(transactionId, amountKopecks)))
        throw new Error('no refund was made');
    },

    withdrawCard: (firstTransactionId) => fake.revokeMethod(firstTransactionId),
  };
}
