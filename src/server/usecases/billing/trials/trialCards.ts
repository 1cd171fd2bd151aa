/**
 * Enforces one trial per card. A card is identified by the card provider's card id, which the authorization request
 * before a payment already contains, and by the card token of a payment. The first six and last four digits of a card
 * with its expiry date are shared by many customers of a large bank. These digits are the same at every card provider, so
 * they limit the number of trials within some days where no id identifies the card: all trials if the card provider
 * identifies no cards, otherwise the trials at other card providers. A card provider that identifies no cards reports no
 * digits if the payer used a wallet or a bank application. Nothing then limits trials, so that such a payment verifies
 * nothing and is returned.
 */
import { createHmac } from 'node:crypto';
import type { OrderRejection } from '../../../../shared/contract/shop';
import { isTrialKind, type OrderKind, paysMonth } from '../../../../shared/orderKinds';
import type { Deps } from '../../../deps';
import { addDays } from '../../../domain/billing/billingCalendar';
import type { Payment } from '../../../domain/billing/subscriptionState';
import type { CardNames } from '../../../ports/cardProvider';
import type { Database } from '../../../store/database';
import {
  countSimilarTrials,
  giveTrialBack,
  hadTrial,
  recordTrialUse,
  takeTrial,
  uncountTrialUses,
} from '../../../store/trialCards';

/** Number of trials of similar cards within `SIMILAR_TRIALS_DAYS` days. The next trial is rejected. */
const SIMILAR_TRIALS_MAX = 2;
const SIMILAR_TRIALS_DAYS = 30;

/**
 * Returns keyed hashes of the card's identifiers at the card provider. Without the key of the hashes, an attacker who has
 * only the database cannot test which cards it contains.
 */
export function cardHashes(deps: Deps, card: CardNames | undefined): string[] {
  const names = [...(card?.id ? [`id:${card.id}`] : []), ...(card?.token ? [`token:${card.token}`] : [])];
  return names.map((name) => hashCard(deps, `${deps.cardProvider.name}:${name}`));
}

const hashCard = (deps: Deps, name: string): string =>
  createHmac('sha256', deps.settings.sessionSecret).update(`trialCard\n${name}`).digest('base64url');

/** Returns the keyed hash of the digits that similar cards share, at every card provider. */
const similarHash = (deps: Deps, card: CardNames | undefined): string | null =>
  card?.digits ? hashCard(deps, `digits:${card.digits}`) : null;

/** Returns whether similar cards had too many trials recently. `accountId` is the account whose trials do not count. */
async function isTrialLimited(
  tx: Database,
  deps: Deps,
  cardHash: string | null,
  accountId: number | null,
): Promise<boolean> {
  if (cardHash === null) return false;
  const { capabilities, name } = deps.cardProvider;
  const trials = await countSimilarTrials(tx, cardHash, {
    since: addDays(deps.clock.now(), -SIMILAR_TRIALS_DAYS),
    exceptAccount: accountId,
    exceptProvider: capabilities.identifiesCards ? name : null,
  });
  return trials >= SIMILAR_TRIALS_MAX;
}

/**
 * Returns why this card can have no trial, or null if it can. The server checks this in the authorization request before a
 * payment.
 */
export async function rejectTrial(
  tx: Database,
  deps: Deps,
  { kind, accountId }: { kind: OrderKind; accountId: number | null },
  card: CardNames | undefined,
): Promise<OrderRejection | null> {
  if (!isTrialKind(kind)) return null;
  if (await hadTrial(tx, cardHashes(deps, card), accountId)) return 'trialUsed';
  return (await isTrialLimited(tx, deps, similarHash(deps, card), accountId)) ? 'trialLimit' : null;
}

/**
 * Returns whether a payment that should verify a card was made without a card, although only the digits of a card limit
 * trials at this card provider. A payment of a whole month needs no card.
 */
const isCardMissing = ({ cardProvider }: Deps, kind: OrderKind, card: CardNames | undefined): boolean =>
  !paysMonth(kind) && !cardProvider.capabilities.identifiesCards && (card?.digits ?? null) === null;

/**
 * Assigns the card's trial to the paying account. Returns why the card can have no trial, or null if the account gets the
 * trial. If several payments use the card, the first recorded payment gets the trial. A polled payment of a card provider
 * that identifies cards contains no card details, so the card from the authorization request is used.
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
): Promise<OrderRejection | null> {
  if (isCardMissing(deps, order.kind, payment.card)) return 'cardNeeded';
  if (!isTrialKind(order.kind)) return null;
  const { accountId, id: orderId, attemptTransactionId, attemptCardHashes } = order;
  const use = { accountId, orderId, at: deps.clock.now() };
  const cardHash = similarHash(deps, payment.card);
  if (await isTrialLimited(tx, deps, cardHash, accountId)) return 'trialLimit';
  if (deps.cardProvider.capabilities.identifiesCards) {
    const asked = attemptTransactionId === payment.transactionId ? (attemptCardHashes ?? []) : [];
    const hashes = [...new Set([...cardHashes(deps, payment.card), ...asked])];
    if (!(await takeTrial(tx, hashes, use))) return 'trialUsed';
  }
  if (cardHash !== null) await recordTrialUse(tx, { cardHash, ...use });
  return null;
}

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
