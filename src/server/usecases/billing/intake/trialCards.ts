/**
 * One trial per card. A card is known by the names that the provider gives it:
 * its card id, which the question before a payment names already, and the token of a payment. Its first six and last four
 * digits with the expiry date are shared by many customers of a large bank, so they never reject anybody;
 * a payment that names its card in neither way is bound by the rule of one trial per account alone.
 */
import { createHmac } from 'node:crypto';
import type { OrderKind } from '../../../../shared/orderKinds';
import type { Deps } from '../../../deps';
import type { Payment } from '../../../domain/billing/fold';
import type { CardNames } from '../../../ports/cardProvider';
import type { Database } from '../../../store/database';
import { giveTrialBack, hadTrial, takeTrial } from '../../../store/trialCards';

/** Keyed: who has the database alone cannot try the provider's names out. */
export function cardHashes(deps: Deps, card: CardNames | undefined): string[] {
  const names = [...(card?.id ? [`id:${card.id}`] : []), ...(card?.token ? [`token:${card.token}`] : [])];
  return names.map((name) =>
    createHmac('sha256', deps.settings.sessionSecret)
      .update(`trialCard\n${deps.cardProvider.name}:${name}`)
      .digest('base64url'),
  );
}

const isTrial = (kind: OrderKind): boolean => kind !== 'renewal';

/** For the question before a payment: has this card had its trial under another account? */
export async function cardHadTrial(
  tx: Database,
  deps: Deps,
  order: { kind: OrderKind; accountId: number | null },
  card: CardNames | undefined,
): Promise<boolean> {
  return isTrial(order.kind) && (await hadTrial(tx, cardHashes(deps, card), order.accountId));
}

/**
 * The trial of the card goes to the account that paid; false when another one has had it. The
 * first payment that is recorded wins. A payment that was found by asking names no card: then it is the one that the
 * question before it named.
 */
export async function takeCardTrial(
  tx: Database,
  deps: Deps,
  order: {
    id: string;
    kind: OrderKind;
    accountId: number;
    attemptTransactionId: string | null;
    attemptCardHashes: string[] | null;
  },
  payment: { transactionId: string; card?: CardNames },
): Promise<boolean> {
  if (!isTrial(order.kind)) return true;
  const { accountId, id: orderId, attemptTransactionId, attemptCardHashes } = order;
  const asked = attemptTransactionId === payment.transactionId ? (attemptCardHashes ?? []) : [];
  const hashes = [...new Set([...cardHashes(deps, payment.card), ...asked])];
  return takeTrial(tx, hashes, { accountId, orderId, at: deps.clock.now() });
}

/** A payment that turned out to be one too many goes back, so that its card has had no trial by it. */
export async function releaseSurplusTrials(tx: Database, payments: readonly Payment[]): Promise<void> {
  const trials = payments.filter(({ role, orderKind }) => role === 'first' && isTrial(orderKind));
  const counted = new Set(
    trials.filter(({ verdict }) => verdict === 'counted').map(({ orderId }) => orderId),
  );
  const surplus = trials.filter(({ verdict, orderId }) => verdict === 'surplus' && !counted.has(orderId));
  if (surplus.length === 0) return;
  await giveTrialBack(
    tx,
    surplus.map(({ orderId }) => orderId),
  );
}
