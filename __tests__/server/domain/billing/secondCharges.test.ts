/** Tests that two charges of one month buy one month, and that no other payment counts as a second charge. */
import { foldSubscription } from '../../../../src/server/domain/billing/fold';
import type { LedgerEvent } from '../../../../src/server/domain/billing/ledgerEvents';
import { MONTH_KOPECKS } from '../../../support/offer';
import { type PaymentEventData, renewalPayment } from '../../../support/paymentEvents';

const at = (time: string): Date => new Date(time.length === 10 ? `${time}T09:00:00.000Z` : `${time}:00.000Z`);
const DUE = '2026-04-08';

const paid = (transactionId: string, time: string, data: Partial<PaymentEventData> = {}): LedgerEvent => ({
  key: `paid:${transactionId}`,
  at: at(time),
  data: renewalPayment({ transactionId, recurringPaymentStartAt: at(DUE).toISOString(), ...data }),
});

const BOUGHT = paid('1', '2026-03-08');
const charge = (transactionId: string, time: string, data: Partial<PaymentEventData> = {}): LedgerEvent =>
  paid(transactionId, time, { role: 'recurrent', ...data });

const OWN = { provider: 'yooKassa', chargedBy: 'merchant' } as const;
const OWN_BOUGHT = paid('1', '2026-03-08', OWN);
const own = (
  transactionId: string,
  time: string,
  dueAt: string,
  data: Partial<PaymentEventData> = {},
): LedgerEvent => charge(transactionId, time, { ...OWN, chargeAt: at(dueAt).toISOString(), ...data });
const newCard = (provider: string, time: string): LedgerEvent =>
  paid('card', time, {
    ...(provider === 'yooKassa' ? OWN : { provider }),
    orderId: 'o-2',
    orderKind: 'cardChange',
    amountKopecks: 100,
    trialDays: 0,
    cardMask: '•••• 5555',
    recurringPaymentStartAt: at(DUE).toISOString(),
  });

/** Returns the verdict on each payment, and checks that the order of the events makes no difference. */
function foldVerdicts(...events: LedgerEvent[]): Record<string, string> {
  const of = (some: LedgerEvent[]) =>
    Object.fromEntries(
      foldSubscription(some).payments.map(({ transactionId, verdict }) => [transactionId, verdict]),
    );
  const verdicts = of(events);
  expect(of(events.toReversed())).toEqual(verdicts);
  return verdicts;
}

describe('charges that this server requested', () => {
  it.each([
    ['at the same time', `${DUE}T09:00`],
    ['ten minutes later', `${DUE}T09:10`],
    ['a day later', '2026-04-09'],
    ['25 days later', '2026-05-03'],
    ['two months later', '2026-06-08'],
  ])('pay one month if they have one due date: %s', (_when, time) => {
    const events = [OWN_BOUGHT, own('2', DUE, DUE), own('3', time, DUE)];
    expect(foldVerdicts(...events)).toMatchObject({ 2: 'counted', 3: 'surplus' });
    const { accessUntil, commands } = foldSubscription(events);
    expect(accessUntil).toEqual(at('2026-05-08'));
    expect(commands).toContainEqual(
      expect.objectContaining({ kind: 'refund', transactionId: '3', amountKopecks: MONTH_KOPECKS }),
    );
  });

  it('pay one month if the card was changed between them', () => {
    const second = own('3', `${DUE}T11:00`, DUE, { orderId: 'o-2', cardMask: '•••• 5555' });
    expect(
      foldVerdicts(OWN_BOUGHT, own('2', `${DUE}T09:30`, DUE), newCard('yooKassa', `${DUE}T10:00`), second),
    ).toEqual({
      1: 'counted',
      2: 'counted',
      card: 'counted',
      3: 'surplus',
    });
  });

  it('pay two months if they have two due dates, however close the charges are', () => {
    const events = [OWN_BOUGHT, own('2', '2026-05-07', DUE), own('3', '2026-05-08', '2026-05-08')];
    expect(foldVerdicts(...events)).toMatchObject({ 2: 'counted', 3: 'counted' });
    expect(foldSubscription(events).accessUntil?.getTime()).toBeGreaterThanOrEqual(
      at('2026-06-07').getTime(),
    );
  });

  it('never make a payment of the customer surplus', () => {
    const month = paid('3', `${DUE}T10:00`, {
      ...OWN,
      orderId: 'o-2',
      orderKind: 'cardChangeMonth',
      recurringPaymentStartAt: at('2026-05-08').toISOString(),
    });
    const late = own('2', '2026-04-09', DUE);
    expect(foldVerdicts(OWN_BOUGHT, month, late)).toEqual({ 1: 'counted', 3: 'counted', 2: 'uncalled' });
  });
});

describe('charges that the card provider schedules', () => {
  it.each(['2026-04-08T09:00', '2026-04-08T21:00', '2026-04-22', '2026-04-23T08:59'])(
    'pay one month if they are less than half a month apart: %s',
    (time) => {
      const events = [BOUGHT, charge('2', DUE), charge('3', time)];
      expect(foldVerdicts(...events)).toMatchObject({ 2: 'counted', 3: 'surplus' });
      expect(foldSubscription(events).agreement?.nextChargeAt).toEqual(at('2026-05-08'));
    },
  );

  it.each([
    ['half a month lies between them', charge('3', '2026-04-23')],
    ['the customer has entered a new card', charge('3', '2026-04-09', { cardMask: '•••• 5555' })],
  ])('pay two months if %s', (_why, second) => {
    expect(foldVerdicts(BOUGHT, charge('2', DUE), second)).toMatchObject({ 2: 'counted', 3: 'counted' });
  });

  it('pay two months if the first was late, so that the second was due', () => {
    expect(foldVerdicts(BOUGHT, charge('2', '2026-05-01'), charge('3', '2026-05-08'))).toMatchObject({
      2: 'counted',
      3: 'counted',
    });
  });
});
