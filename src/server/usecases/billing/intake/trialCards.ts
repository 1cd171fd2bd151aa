/**
 * Enforces one trial per card. A card is identified by the card provider's card id, which the authorization request
 * before a payment already contains, and by the card token of a payment. The first six and last four digits of a card
 * with its expiry date are shared by many customers of a large bank. If the card provider identifies no cards, these
 * digits only limit the number of trials within some days. A payment without any of these is limited only by the rule of
 * one trial per account.
 */
import { createHmac } from 'node:crypto';
import { isTrialKind, type OrderKind } from '../../../../shared/orderKinds';
import type { Deps } from '../../../deps';
import { addDays } from '../../../domain/billing/billingCalendar';
import type { Payment } from '../../../domain/billing/fold';
import type { CardNames } from '../../../ports/cardProvider';
import type { Database } from '../../../store/database';
import { countTrialUse, uncountTrialUses } from '../../../store/requestedPayments';
import type { OrderRejection } from '../../../store/schema/orders';
import { giveTrialBack, hadTrial, takeTrial } from '../../../store/trialCards';

/** Number of trials of similar cards within `SIMILAR_TRIALS_DAYS` days. The next trial is rejected. */
const SIMILAR_TRIALS_MAX = 2;
const SIMILAR_TRIALS_DAYS = 30;

/**
 * Returns keyed hashes of the card's identifiers. Without the key of the hashes, an attacker who has only the database
 * cannot test which cards it contains.
 */
export function cardHashes(deps: Deps, card: CardNames | undefined): string[] {
  const names = [...(card?.id ? [`id:${card.id}`] : []), ...(card?.token ? [`token:${card.token}`] : [])];
  return names.map((name) => hashOf(deps, name));
}

const hashOf = (deps: Deps, name: string): string =>
  createHmac('sha256', deps.settings.sessionSecret)
    .update(`trialCard\n${deps.cardProvider.name}:${name}`)
    .digest('base64url');

/**
 * Counts a trial of similar cards, for a card provider that does not identify cards. Returns false if the cards with the
 * same digits and expiry date had too many trials recently. A payment without these digits is not limited.
 */
async function countTrial(
  tx: Database,
  deps: Deps,
  order: { id: string; accountId: number },
  card: CardNames | undefined,
): Promise<boolean> {
  const digits = card?.digits ?? null;
  if (digits === null) return true;
  const at = deps.clock.now();
  const use = {
    cardHash: hashOf(deps, `digits:${digits}`),
    accountId: order.accountId,
    orderId: order.id,
    at,
  };
  return countTrialUse(tx, use, { since: addDays(at, -SIMILAR_TRIALS_DAYS), max: SIMILAR_TRIALS_MAX });
}

/**
 * Returns whether this card already had its trial under another account. The server checks this in the authorization
 * request before a payment.
 */
export async function cardHadTrial(
  tx: Database,
  deps: Deps,
  order: { kind: OrderKind; accountId: number | null },
  card: CardNames | undefined,
): Promise<boolean> {
  return isTrialKind(order.kind) && (await hadTrial(tx, cardHashes(deps, card), order.accountId));
}

/**
 * Assigns the card's trial to the paying account. Returns false if another account already had the trial of this card.
 * If several payments use the card, the first recorded payment gets the trial. A polled payment contains no card
 * details, so the card from the authorization request is used.
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
  if (!isTrialKind(order.kind)) return true;
  if (!deps.cardProvider.capabilities.identifiesCards) return countTrial(tx, deps, order, payment.card);
  const { accountId, id: orderId, attemptTransactionId, attemptCardHashes } = order;
  const asked = attemptTransactionId === payment.transactionId ? (attemptCardHashes ?? []) : [];
  const hashes = [...new Set([...cardHashes(deps, payment.card), ...asked])];
  return takeTrial(tx, hashes, { accountId, orderId, at: deps.clock.now() });
}

/**
 * Returns why the trial of a card was rejected. If the card provider identifies no cards, the card may belong to a
 * customer who never had a trial.
 */
export const trialRejection = (deps: Deps): OrderRejection =>
  deps.cardProvider.capabilities.identifiesCards ? 'trialUsed' : 'trialLimit';

/** Releases the card trial that a surplus payment used, because a surplus payment is refunded. */
export async function releaseSurplusTrials(tx: Database, payments: readonly Payment[]): Promise<void> {
  const trials = payments.filter(({ role, orderKind }) => role === 'first' && isTrialKind(orderKind));
  const counted = new Set(
    trials.filter(({ verdict }) => verdict === 'counted').map(({ orderId }) => orderId),
  );
  const surplus = trials.filter(({ verdict, orderId }) => verdict === 'surplus' && !counted.has(orderId));
  if (surplus.length === 0) return;
  const orderIds = surplus.map(({ orderId }) => orderId);
  await giveTrialBack(tx, orderIds);
  await uncountTrialUses(tx, orderIds);
}
