/**
 * Contract tests of card provider adapters, written once against the port `CardProvider`. Each adapter runs all tests
 * unchanged against a fake of its card provider. A harness lets the tests act as the payer, as the bank, as the operator
 * at the provider's dashboard, and as the network between this server and the card provider.
 *
 * No test covers chargebacks, because no supported card provider reports chargebacks.
 */
import { createHash } from 'node:crypto';
import { reportKey } from '../../../src/server/domain/billing/ledgerEvents';
import {
  type CardProvider,
  type ChangedObject,
  type ProviderEvent,
  type ProviderPayment,
  ProviderRejected,
  ProviderUnavailable,
  type UnscheduledCardProvider,
} from '../../../src/server/ports/cardProvider';
import { type DeclineReason, UNKNOWN_DECLINE } from '../../../src/shared/declines';
import {
  DEFAULT_RECEIPT_TERMS,
  type ReceiptTerms,
  TAX_SYSTEMS,
  VAT_RATES,
} from '../../../src/shared/receiptTerms';
import { MONTH_KOPECKS } from '../../support/offer';
import type { SettableClock } from '../../support/settableClock';

/** Failure of the next write request to the card provider. */
export type Fault =
  /** The request is lost, so the card provider does not act. */
  | 'lostRequest'
  /** The card provider acts, but its response is lost. */
  | 'lostResponse'
  /** The card provider acts, but responds with HTTP 500. */
  | 'serverError';

/** First payment of an order, as the payer makes it in the payment widget. */
export interface FirstPayment {
  orderId: string;
  /** Price of the order: `sale` takes the money, and `verification` only verifies the card for a free trial. */
  purpose: 'sale' | 'verification';
  /** Reason with which the bank declines the payment. If omitted, the payment is not declined. */
  decline?: DeclineReason;
  /** Result of 3-D Secure. If omitted, the bank does not ask for 3-D Secure. */
  threeDs?: 'passed' | 'failed' | 'abandoned';
}

/** How the card provider treats its notifications from now on. */
export interface Deliveries {
  drop: boolean;
  /** Number of times that each notification is sent. */
  copies: number;
  delayMs: number;
}

/** Fake card provider with its adapter, and everything that happens outside the server. */
export interface CardProviderHarness {
  provider: CardProvider;
  /** Clock of the card provider. */
  clock: SettableClock;
  /** Reasons with which the card provider can decline a charge of a saved card. */
  declines: readonly DeclineReason[];
  /** Pays an order for the payer `ACCOUNT`. Returns the transaction id of the payment attempt. */
  pay(payment: FirstPayment): Promise<string>;
  /**
   * Makes the next monthly charge of the card of a first payment: waits until the card provider charges the card by its
   * schedule, or requests the charge. Returns the charge as the card provider lists it, or null if no charge was made.
   */
  charge(firstTransactionId: string, decline?: DeclineReason): Promise<ProviderPayment | null>;
  /** Delivers the notifications that are due. */
  deliver(): Promise<void>;
  setDeliveries(deliveries: Deliveries): Promise<void>;
  /** Makes the next write request to the card provider fail. */
  fail(fault: Fault): Promise<void>;
  /** Makes all requests to the card provider fail from now on. */
  disconnect(): void;
  /** Refunds a payment in the card provider's dashboard. */
  refundAtDashboard(transactionId: string, amountKopecks: number): Promise<void>;
  /** Ends all further charges of the card of a first payment, as the payer requests it. */
  withdrawCard(firstTransactionId: string): Promise<void>;
}

/** Payer id of all payments of the contract tests. */
export const ACCOUNT = 'b0a5c1de-0000-4000-8000-000000000001';
export const PAYER_EMAIL = 'payer@example.org';

const RECEIPT = { label: 'Subscription', email: PAYER_EMAIL, terms: DEFAULT_RECEIPT_TERMS };

const UNDISTURBED: Deliveries = { drop: false, copies: 1, delayMs: 0 };
const FAULTS: readonly Fault[] = ['lostRequest', 'lostResponse', 'serverError'];
const HOUR_MS = 3_600_000;
const MINUTE_MS = HOUR_MS / 60;

type PaymentEvent = Extract<ProviderEvent, { kind: 'paid' | 'authorized' | 'failed' }>;

const isPayment = (event: ProviderEvent): event is PaymentEvent =>
  ['paid', 'authorized', 'failed'].includes(event.kind);

/** Responds to a notification that a fake card provider sends to this server. */
export type Receive = (notification: Request) => Promise<Response>;

/** Returns the event that a payment reports, as `recordPolled.ts` records it, or null while the payment is pending. */
function toEvent({ state, decline, ...report }: ProviderPayment): ProviderEvent | null {
  switch (state) {
    case 'pending':
    case 'abandoned':
      return null;
    case 'authorized':
      return { kind: 'authorized', ...report };
    case 'declined':
      return { kind: 'failed', decline: decline ?? UNKNOWN_DECLINE, ...report };
    case 'completed':
    case 'cancelled':
    case 'refunded':
      return { kind: 'paid', ...report };
  }
}

/** Reads a changed object from the card provider, and returns the event that it reports. */
async function eventOfChange(
  provider: UnscheduledCardProvider,
  { kind, id }: ChangedObject,
): Promise<ProviderEvent | null> {
  if (kind === 'payment') {
    const payment = await provider.readPayment(id);
    return payment === null ? null : toEvent(payment);
  }
  const refund = await provider.readRefund(id);
  if (refund?.state !== 'completed' || refund.transactionId === null) return null;
  const { refundId, transactionId, amountKopecks, at, accountId } = refund;
  return { kind: 'refunded', refundId, transactionId, amountKopecks, at, accountId };
}

/** Server that accepts all notifications of one card provider and keeps the events that they report. */
function createServer(getProvider: () => CardProvider) {
  const events: ProviderEvent[] = [];
  const rejected: string[] = [];
  const withheld: Request[] = [];
  let withholds = false;

  const accept = (): Response => {
    const { body, status } = getProvider().notifications.response(null);
    return Response.json(body, { status });
  };
  async function read(notification: Request): Promise<void> {
    const provider = getProvider();
    const { notifications } = provider;
    const kind = new URL(notification.url).pathname.split('/').at(-1) ?? '';
    const rawBody = new Uint8Array(await notification.arrayBuffer());
    const content =
      notifications.trust === 'reread'
        ? notifications.read(rawBody)
        : notifications.read(kind, rawBody, notification.headers);
    if (content.rejected !== undefined) {
      rejected.push(`${kind}: ${content.rejected}`);
    } else if ('event' in content) {
      events.push(content.event);
    } else if ('changed' in content && provider.chargesScheduledBy === 'merchant') {
      const event = await eventOfChange(provider, content.changed);
      if (event !== null) events.push(event);
    }
  }
  const receive: Receive = async (notification) => {
    if (withholds) withheld.push(notification);
    else await read(notification);
    return accept();
  };
  return {
    events,
    /** Notifications that were not accepted. */
    rejected,
    receive,
    /** Reads the notifications that arrive during `work` in the reverse order, after `work`. */
    async reverse(work: () => Promise<void>): Promise<void> {
      withholds = true;
      await work();
      withholds = false;
      for (const notification of withheld.splice(0).reverse()) await read(notification);
    },
  };
}

/**
 * Registers the contract tests of a card provider. `start` creates a fake card provider without payments, which sends
 * its notifications to `receive`.
 */
export function testCardProvider(
  name: string,
  start: (receive: Receive) => Promise<CardProviderHarness>,
): void {
  describe(`contract of the card provider ${name}`, () => {
    let harness: CardProviderHarness;
    let provider: CardProvider;
    let server: ReturnType<typeof createServer>;

    beforeEach(async () => {
      server = createServer(() => provider);
      harness = await start(server.receive);
      ({ provider } = harness);
    });

    afterEach(() => {
      expect(server.rejected).toEqual([]);
    });

    const keys = (): string[] => server.events.map((event) => reportKey(provider.name, event));
    const findEvents = (transactionId: string): PaymentEvent[] =>
      server.events.filter(isPayment).filter((event) => event.transactionId === transactionId);
    const listed = async (transactionId: string): Promise<ProviderPayment | undefined> =>
      (await provider.listPaymentsOfDay(harness.clock.now())).find(
        (payment) => payment.transactionId === transactionId,
      );
    const refundsToday = () => provider.listRefundsOfDay(harness.clock.now());

    async function paid(orderId = 'order-1'): Promise<string> {
      const transactionId = await harness.pay({ orderId, purpose: 'sale' });
      await harness.deliver();
      return transactionId;
    }

    /** Returns the payment of a monthly charge, which has the monthly price. */
    async function charged(): Promise<ProviderPayment> {
      const charge = await harness.charge(await paid());
      if (charge === null) throw new Error('the card was not charged');
      await harness.deliver();
      return charge;
    }

    describe('first payment', () => {
      test('is reported and listed with its order, payer, amount and card', async () => {
        const transactionId = await paid();
        const payment = await listed(transactionId);
        const facts = {
          transactionId,
          orderId: 'order-1',
          accountId: ACCOUNT,
          amountKopecks: MONTH_KOPECKS,
          currency: 'RUB',
          isTest: true,
          recurringPaymentId: null,
          cardMask: expect.stringMatching(/^•••• \d{4}$/) as string,
        };
        expect(payment).toMatchObject({ ...facts, state: 'completed', decline: null });
        const [event, ...others] = findEvents(transactionId);
        expect(others).toEqual([]);
        expect(event).toMatchObject({ ...facts, kind: 'paid', at: payment?.at });
        expect(event?.card?.token).toEqual(expect.any(String));
      });

      test('is found by its order if the card provider can search by order', async () => {
        const transactionId = await paid();
        const search = (orderId: string) => provider.findPaymentsOfOrder?.(orderId) ?? null;
        const found = await search('order-1');
        expect(found).toEqual(found === null ? null : [await listed(transactionId)]);
        expect(await search('order-2')).toEqual(found === null ? null : []);
      });

      test('that is declined takes no money, and a further attempt can succeed', async () => {
        const declined = await harness.pay({ orderId: 'order-1', purpose: 'sale', decline: 'noMoney' });
        await harness.deliver();
        expect(await listed(declined)).toMatchObject({
          state: 'declined',
          decline: { reason: 'noMoney', code: expect.any(String) as string },
        });
        expect(findEvents(declined)).toMatchObject([{ kind: 'failed', decline: { reason: 'noMoney' } }]);
        const transactionId = await paid();
        expect(transactionId).not.toBe(declined);
        expect(await listed(transactionId)).toMatchObject({ state: 'completed', orderId: 'order-1' });
      });
    });

    describe('3-D Secure', () => {
      test('that the payer passes completes the payment', async () => {
        const id = await harness.pay({ orderId: 'order-1', purpose: 'sale', threeDs: 'passed' });
        await harness.deliver();
        expect(await listed(id)).toMatchObject({ state: 'completed' });
        expect(findEvents(id)).toMatchObject([{ kind: 'paid' }]);
      });

      test('that the payer fails declines the payment', async () => {
        const id = await harness.pay({ orderId: 'order-1', purpose: 'sale', threeDs: 'failed' });
        await harness.deliver();
        expect(await listed(id)).toMatchObject({ state: 'declined', decline: { reason: 'threeDs' } });
        expect(findEvents(id)).toMatchObject([{ kind: 'failed', decline: { reason: 'threeDs' } }]);
      });

      test('that the payer abandons takes no money', async () => {
        const id = await harness.pay({ orderId: 'order-1', purpose: 'sale', threeDs: 'abandoned' });
        await harness.deliver();
        expect(await listed(id)).toMatchObject({ state: 'pending', decline: null });
        harness.clock.advance(HOUR_MS + 1);
        await harness.deliver();
        expect(findEvents(id).filter(({ kind }) => kind !== 'failed')).toEqual([]);
      });
    });

    test('a card verification keeps the card and returns its ruble', async () => {
      const id = await harness.pay({ orderId: 'order-1', purpose: 'verification' });
      await harness.deliver();
      const [event] = findEvents(id);
      expect(event?.amountKopecks).toBe(100);
      expect(event?.card?.token).toEqual(expect.any(String));
      if (provider.capabilities.cardVerification === 'refundedPayment') {
        await provider.refundPayment(id, 100, { ...RECEIPT, amountKopecks: 100 }, 'return-1');
        expect(await listed(id)).toMatchObject({ state: 'refunded' });
      } else {
        expect(provider).toMatchObject({ chargesScheduledBy: 'merchant', capabilities: { voids: 'holds' } });
        expect(event?.kind).toBe('authorized');
        if (provider.chargesScheduledBy === 'merchant') await provider.releaseHold(id, 'return-1');
        expect(await listed(id)).toMatchObject({ state: 'cancelled', decline: null });
      }
      expect(await harness.charge(id)).toMatchObject({ state: 'completed', amountKopecks: MONTH_KOPECKS });
    });

    test('a monthly charge is reported and listed with its amount', async () => {
      const charge = await charged();
      const facts = { amountKopecks: MONTH_KOPECKS, currency: 'RUB', accountId: ACCOUNT };
      expect(charge).toMatchObject({ ...facts, state: 'completed' });
      expect(findEvents(charge.transactionId)).toMatchObject([{ ...facts, kind: 'paid', at: charge.at }]);
    });

    test('each decline reason of a monthly charge is reported and listed', async () => {
      const reasons: [DeclineReason, DeclineReason | undefined, DeclineReason | undefined][] = [];
      for (const reason of harness.declines) {
        const first = await paid(`order-${reason}`);
        const charge = await harness.charge(first, reason);
        await harness.deliver();
        await harness.withdrawCard(first);
        const [event] = findEvents(charge?.transactionId ?? '');
        reasons.push([
          reason,
          charge?.decline?.reason,
          event?.kind === 'failed' ? event.decline.reason : undefined,
        ]);
      }
      expect(harness.declines.length).toBeGreaterThan(10);
      expect(reasons).toEqual(harness.declines.map((reason) => [reason, reason, reason]));
    });

    describe('notifications', () => {
      test('that are lost leave the payment in the lists', async () => {
        await harness.setDeliveries({ ...UNDISTURBED, drop: true });
        const transactionId = await paid();
        expect(server.events).toEqual([]);
        expect(await listed(transactionId)).toMatchObject({
          state: 'completed',
          orderId: 'order-1',
          accountId: ACCOUNT,
        });
      });

      test('that are repeated report the same event', async () => {
        await harness.setDeliveries({ ...UNDISTURBED, copies: 3 });
        const transactionId = await paid();
        const events = findEvents(transactionId);
        expect(events).toHaveLength(3);
        for (const event of events) expect(event).toEqual(events[0]);
      });

      test('that are delayed report the time of the payment', async () => {
        await harness.setDeliveries({ ...UNDISTURBED, delayMs: HOUR_MS });
        const transactionId = await paid();
        expect(server.events).toEqual([]);
        const at = (await listed(transactionId))?.at;
        harness.clock.advance(HOUR_MS);
        await harness.deliver();
        expect(findEvents(transactionId)).toMatchObject([{ kind: 'paid', at }]);
      });

      test('that arrive in the reverse order report the same payment and refund', async () => {
        let transactionId = '';
        await server.reverse(async () => {
          transactionId = await paid();
          await provider.refundPayment(transactionId, 100, { ...RECEIPT, amountKopecks: 100 }, 'refund-1');
          await harness.deliver();
        });
        const events = server.events.filter(
          (event) => 'transactionId' in event && event.transactionId === transactionId,
        );
        expect(events.map(({ kind }) => kind)).toEqual(['refunded', 'paid']);
        expect(events).toMatchObject([{ amountKopecks: 100 }, { amountKopecks: MONTH_KOPECKS }]);
      });
    });

    describe('the receipts of a sale and of its refund', () => {
      /** Sends a receipt for the monthly price: with a charge, or for the charges of the recurring payment. */
      async function sell(terms: ReceiptTerms, phone: string | null = null): Promise<void> {
        const receipt = { ...RECEIPT, amountKopecks: MONTH_KOPECKS, terms, phone };
        const about = JSON.stringify([terms, phone]);
        if (provider.chargesScheduledBy === 'provider') {
          // The card provider lists a new recurring payment after some seconds.
          harness.clock.advance(MINUTE_MS);
          const [own] = await provider.findRecurringPayments(ACCOUNT);
          if (own === undefined) throw new Error('the card provider lists no recurring payment');
          await provider.setRecurringPaymentReceipt(own.id, receipt, `receipt-${about}`);
          return;
        }
        const [first] = await provider.listPaymentsOfDay(harness.clock.now());
        const sale = {
          orderId: 'order-1',
          accountId: ACCOUNT,
          amountKopecks: MONTH_KOPECKS,
          currency: 'RUB',
        };
        const savedMethod = first?.card?.token ?? '';
        const key = createHash('sha256').update(about).digest('hex');
        await provider.chargeSavedMethod({ ...sale, receipt, savedMethod }, key);
      }

      const refundWith = (transactionId: string, terms: ReceiptTerms, phone: string | null = null) =>
        provider.refundPayment(
          transactionId,
          100,
          { ...RECEIPT, amountKopecks: 100, terms, phone },
          `refund-${JSON.stringify([terms, phone])}`,
        );

      test('are accepted with every VAT rate and every tax system', async () => {
        const transactionId = await paid();
        for (const vat of VAT_RATES) {
          await sell({ ...DEFAULT_RECEIPT_TERMS, vat });
          await refundWith(transactionId, { ...DEFAULT_RECEIPT_TERMS, vat });
        }
        for (const taxSystem of TAX_SYSTEMS) {
          await sell({ ...DEFAULT_RECEIPT_TERMS, taxSystem });
          await refundWith(transactionId, { ...DEFAULT_RECEIPT_TERMS, taxSystem });
        }
        expect(await refundsToday()).toHaveLength(VAT_RATES.length + TAX_SYSTEMS.length);
      });

      test.each(['+79123456789', '+375291234567', '+14155550132'])(
        'are accepted with the phone number %s',
        async (phone) => {
          const transactionId = await paid();
          await sell(DEFAULT_RECEIPT_TERMS, phone);
          await refundWith(transactionId, DEFAULT_RECEIPT_TERMS, phone);
          expect(await refundsToday()).toHaveLength(1);
        },
      );

      test('are rejected with a phone number that is none', async () => {
        const transactionId = await paid();
        await expect(sell(DEFAULT_RECEIPT_TERMS, '+12')).rejects.toThrow(ProviderRejected);
        const refund = refundWith(transactionId, DEFAULT_RECEIPT_TERMS, '+12');
        await expect(refund).rejects.toThrow(ProviderRejected);
        expect(await refundsToday()).toEqual([]);
      });

      test.each<Partial<ReceiptTerms>>([{ vat: '22', taxSystem: 'patent' }, { method: 'advance' }])(
        'are rejected with %j',
        async (changes) => {
          const transactionId = await paid();
          const terms = { ...DEFAULT_RECEIPT_TERMS, ...changes };
          await expect(sell(terms)).rejects.toThrow(ProviderRejected);
          await expect(refundWith(transactionId, terms)).rejects.toThrow(ProviderRejected);
          expect(await refundsToday()).toEqual([]);
        },
      );
    });

    describe('unknown outcome', () => {
      test.each(FAULTS)('of a refund is resolved by repeating the request: %s', async (fault) => {
        const { transactionId } = await charged();
        const refund = () =>
          provider.refundPayment(transactionId, 5000, { ...RECEIPT, amountKopecks: 5000 }, 'refund-1');
        await harness.fail(fault);
        await expect(refund()).rejects.toThrow(ProviderUnavailable);
        expect(await refundsToday()).toHaveLength(fault === 'lostRequest' ? 0 : 1);
        const refundId = await refund();
        expect(await refundsToday()).toMatchObject([{ refundId, transactionId, amountKopecks: 5000 }]);
        await harness.deliver();
        expect(new Set(keys().filter((key) => key.startsWith('refund'))).size).toBe(1);
      });

      test.each(FAULTS)('of a charge is resolved by repeating the request: %s', async (fault) => {
        const first = await paid();
        const { card } = findEvents(first)[0] ?? {};
        if (provider.chargesScheduledBy === 'provider' || typeof card?.token !== 'string') {
          // The card provider makes the charges, so this server never waits for the outcome of a charge request.
          expect(provider.chargesScheduledBy).toBe('provider');
          return;
        }
        const terms = {
          orderId: 'order-1',
          accountId: ACCOUNT,
          amountKopecks: MONTH_KOPECKS,
          currency: 'RUB',
          receipt: { ...RECEIPT, amountKopecks: MONTH_KOPECKS },
          savedMethod: card.token,
        };
        const { chargeSavedMethod } = provider;
        await harness.fail(fault);
        await expect(chargeSavedMethod(terms, 'charge-1')).rejects.toThrow(ProviderUnavailable);
        const charge = await chargeSavedMethod(terms, 'charge-1');
        expect(charge).toMatchObject({ state: 'completed', amountKopecks: MONTH_KOPECKS });
        await harness.deliver();
        const others = (await provider.listPaymentsOfDay(harness.clock.now())).filter(
          ({ transactionId }) => transactionId !== first,
        );
        expect(others).toEqual([charge]);
      });

      test('of every request follows from a card provider that cannot be reached', async () => {
        const { transactionId } = await charged();
        harness.disconnect();
        const now = harness.clock.now();
        await expect(provider.listPaymentsOfDay(now)).rejects.toThrow(ProviderUnavailable);
        await expect(provider.listRefundsOfDay(now)).rejects.toThrow(ProviderUnavailable);
        await expect(
          provider.findPaymentsOfOrder?.('order-1') ?? Promise.reject(new ProviderUnavailable('no search')),
        ).rejects.toThrow(ProviderUnavailable);
        await expect(provider.refundPayment(transactionId, 100, null, 'refund-1')).rejects.toThrow(
          ProviderUnavailable,
        );
      });
    });

    describe('refund', () => {
      const refund = (transactionId: string, amountKopecks: number, key: string) =>
        provider.refundPayment(transactionId, amountKopecks, { ...RECEIPT, amountKopecks }, key);

      test('of the whole payment is reported and listed', async () => {
        const { transactionId } = await charged();
        const refundId = await refund(transactionId, MONTH_KOPECKS, 'refund-1');
        await harness.deliver();
        expect(await listed(transactionId)).toMatchObject({ state: 'refunded' });
        const facts = { refundId, transactionId, amountKopecks: MONTH_KOPECKS };
        expect(await refundsToday()).toMatchObject([facts]);
        expect(server.events.filter(({ kind }) => kind === 'refunded')).toMatchObject([facts]);
      });

      test('of a part leaves the rest, and further parts may follow', async () => {
        const { transactionId } = await charged();
        const first = await refund(transactionId, 1000, 'refund-1');
        expect(await listed(transactionId)).toMatchObject({ state: 'completed' });
        const second = await refund(transactionId, 2550, 'refund-2');
        expect(second).not.toBe(first);
        await harness.deliver();
        const byId = new Map((await refundsToday()).map((each) => [each.refundId, each.amountKopecks]));
        expect(byId).toEqual(
          new Map([
            [first, 1000],
            [second, 2550],
          ]),
        );
      });

      test('of more than the rest is rejected and changes nothing', async () => {
        const { transactionId } = await charged();
        await refund(transactionId, 1000, 'refund-1');
        await expect(refund(transactionId, MONTH_KOPECKS, 'refund-2')).rejects.toThrow(ProviderRejected);
        expect(await refundsToday()).toHaveLength(1);
      });

      test('in the dashboard is reported and listed', async () => {
        const { transactionId } = await charged();
        await harness.refundAtDashboard(transactionId, 1500);
        await harness.deliver();
        const facts = { transactionId, amountKopecks: 1500 };
        const [listedRefund] = await refundsToday();
        expect(listedRefund).toMatchObject(facts);
        expect(server.events.filter(({ kind }) => kind === 'refunded')).toMatchObject([
          { ...facts, refundId: listedRefund?.refundId, at: listedRefund?.at },
        ]);
      });
    });

    test('a withdrawn card is not charged again', async () => {
      const transactionId = await paid();
      await harness.withdrawCard(transactionId);
      const charge = await harness.charge(transactionId);
      expect(charge === null || charge.state === 'declined').toBe(true);
    });

    test('lists contain exactly the payments and refunds of one UTC day', async () => {
      const midnight = new Date('2026-12-01T00:00:00.000Z');
      const made: [string, string][] = [];
      for (const [orderId, offsetMs] of [
        ['before', -1000],
        ['at', 0],
        ['after', 2000],
      ] as const) {
        harness.clock.set(new Date(midnight.getTime() + offsetMs));
        made.push([orderId, await paid(orderId)]);
        await provider.refundPayment(
          made.at(-1)?.[1] ?? '',
          100,
          { ...RECEIPT, amountKopecks: 100 },
          orderId,
        );
      }
      const days = [new Date(midnight.getTime() - 1), midnight];
      const ids = Object.fromEntries(made);
      const listedDays = await Promise.all(days.map((day) => provider.listPaymentsOfDay(day)));
      expect(listedDays.map((day) => day.map(({ transactionId }) => transactionId).sort())).toEqual([
        [ids['before']],
        [ids['at'], ids['after']].sort(),
      ]);
      const refundDays = await Promise.all(days.map((day) => provider.listRefundsOfDay(day)));
      expect(refundDays.map((day) => day.map(({ transactionId }) => transactionId).sort())).toEqual([
        [ids['before']],
        [ids['at'], ids['after']].sort(),
      ]);
    });
  });
}
