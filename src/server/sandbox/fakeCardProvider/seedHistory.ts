/** Inserts recurring payments with past charges into the fake card provider, for demo customers. */
import type { Database } from '../../store/database';
import { sandboxCards, sandboxPayments, sandboxRecurringPayments } from '../schema/cards';
import { INSUFFICIENT_FUNDS } from './declines';

/** Monthly recurring payment with its past payments, oldest payment first. */
export interface ProviderHistory {
  recurringPaymentId: string;
  orderId: string;
  accountId: string;
  email: string;
  amountKopecks: number;
  startAt: Date;
  nextChargeAt: Date;
  /** Whether the next charge of the recurring payment is declined. */
  nextChargeFails: boolean;
  payments: { at: Date; amountKopecks: number; role: 'first' | 'recurrent' }[];
}

const CARD_LAST_FOUR = '3055';
const CARD_TOKENS = { good: 'demo-card-good', poor: 'demo-card-poor' } as const;
const CURRENCY = 'RUB';

async function insertCards(tx: Database): Promise<void> {
  const card = {
    firstSix: '400000',
    lastFour: CARD_LAST_FOUR,
    expires: '12/40',
    brand: 'Visa',
    threeDs: false,
    firstOutcome: 0,
  };
  await tx
    .insert(sandboxCards)
    .values([
      { ...card, token: CARD_TOKENS.good, laterOutcome: 0 },
      { ...card, token: CARD_TOKENS.poor, laterOutcome: INSUFFICIENT_FUNDS },
    ])
    .onConflictDoNothing();
}

/** Inserts the payment history of a demo customer and returns the transaction ids of the payments in the same order. */
export async function seedHistory(tx: Database, history: ProviderHistory): Promise<string[]> {
  await insertCards(tx);
  const { recurringPaymentId, orderId, accountId, email, amountKopecks, startAt, nextChargeAt, payments } =
    history;
  const cardToken = history.nextChargeFails ? CARD_TOKENS.poor : CARD_TOKENS.good;
  const successes = payments.length - 1;
  await tx.insert(sandboxRecurringPayments).values({
    id: recurringPaymentId,
    accountId,
    cardToken,
    invoiceId: orderId,
    description: email,
    email,
    amountKopecks,
    currency: CURRENCY,
    interval: 'Month',
    period: 1,
    startAt,
    nextAt: nextChargeAt,
    lastAt: successes === 0 ? null : (payments.at(-1)?.at ?? null),
    status: 'Active',
    successes,
    periodsDone: successes,
    visibleAt: startAt,
    beganAt: payments[0]?.at ?? startAt,
  });
  const inserted = await tx
    .insert(sandboxPayments)
    .values(
      payments.map(({ at, role, ...payment }) => ({
        operation: 'Payment' as const,
        // The payment that verified the card was refunded.
        ...(role === 'first'
          ? { status: 'refunded' as const, refundedKopecks: payment.amountKopecks }
          : { status: 'completed' as const }),
        role,
        amountKopecks: payment.amountKopecks,
        currency: CURRENCY,
        invoiceId: role === 'first' ? orderId : null,
        accountId,
        email,
        description: email,
        cardToken,
        recurringPaymentId,
        createdAt: at,
      })),
    )
    .returning({ id: sandboxPayments.id });
  return inserted.map(({ id }) => String(id));
}
