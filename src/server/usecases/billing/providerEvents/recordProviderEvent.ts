/**
 * Records each event that the card provider reports exactly once in the ledger, in the same transaction as the effect
 * of the event. Notifications and polled events are recorded in the same way.
 */
import { isSameMailbox } from '../../../../shared/validation';
import type { Deps } from '../../../deps';
import { isOrderPaidByOther } from '../../../domain/billing/emails';
import { paymentKey, reportKey } from '../../../domain/billing/ledgerEvents';
import type { ProviderEvent } from '../../../ports/cardProvider';
import type { Verdict } from '../../../ports/metrics';
import { type AccountRow, lockAccountRow } from '../../../store/accounts';
import type { Database } from '../../../store/database';
import { enterLedger, lockTransaction } from '../../../store/ledger';
import { lockOrder } from '../../../store/orders';
import { paymentQuestionKey, pendingChargeKey, settlePaymentIssue } from '../../../store/paymentIssues';
import { settleRequested } from '../../../store/requestedPayments';
import { mailCampaignSignIn } from '../../accounts/campaignSignIn';
import { findWaitingOrder, giveCampaignOrder, payerEmail } from '../campaigns/campaignOrders';
import { change } from '../ledger/change';
import { releaseSurplusTrials } from '../trials/trialCards';
import { findAccountOfReport } from './accountOfReport';
import { deriveEffect } from './deriveEffect';
import type { Effect } from './effect';
import { effectOfUnknownPayer } from './effectOfUnknownPayer';
import { buildPayload, withoutPayer } from './storedEvents';
import { explainUnaccepted } from './unacceptedPayments';
import { applyWaiting } from './waitingEvents';

type Source = 'notification' | 'reconciliation';

/** Verdicts on reported events that need no warning in the log. */
const IN_ORDER: readonly Verdict[] = ['applied', 'repeated', 'held', 'waiting'];

/** Appends the ledger events of an effect to the account, and applies the consequences of a payment. */
async function applyEvents(
  tx: Database,
  deps: Deps,
  account: AccountRow,
  { event, effect }: { event: ProviderEvent; effect: Effect },
  now: Date,
): Promise<void> {
  const { after } = await change(tx, account.id, effect.ledgerEvents, now);
  await releaseSurplusTrials(tx, after.payments);
  if (event.kind !== 'paid' && event.kind !== 'authorized') return;
  const { name: provider } = deps.cardProvider;
  const { transactionId } = event;
  const payment = after.payments.find(
    (known) => paymentKey(known) === paymentKey({ provider, transactionId }),
  );
  if (payment !== undefined && payment.verdict !== 'counted') {
    deps.logger.error(
      { transactionId, accountId: account.id, verdict: payment.verdict },
      'a payment buys nothing and goes back',
    );
  }
  if (payment?.role === 'first' && payment.orderKind === 'campaign') {
    const { orderId, verdict } = payment;
    await mailCampaignSignIn(tx, deps, { email: account.email, orderId, hasBegun: verdict === 'counted' });
    // The order belongs to the payer whose payment was reported first. The other payer must learn about the refund.
    // The address of an old account is stored as the card provider reported it, also if it has invisible characters.
    const isOther = !isSameMailbox(event.email ?? '', account.email);
    const other = payerEmail(event.email);
    if (other !== null && other !== account.email && isOther && isOrderPaidByOther(after, payment))
      await mailCampaignSignIn(tx, deps, {
        email: other,
        orderId,
        hasBegun: false,
        secondTransactionId: transactionId,
      });
  }
  await applyWaiting(tx, deps, account, { transactionId, orderId: effect.orderId }, now);
}

/** Locks the account of an event and returns it as it is then, because it may be deleted meanwhile. */
async function lockAccountOfReport(
  tx: Database,
  provider: string,
  event: ProviderEvent,
): Promise<AccountRow | null> {
  const found = await findAccountOfReport(tx, provider, event);
  return found === null ? null : lockAccountRow(tx, found.id);
}

/** Stores the outcome of a payment that this server requested, and closes the payment issue of an unfinished charge. */
async function settleRequest(tx: Database, deps: Deps, event: ProviderEvent, now: Date): Promise<void> {
  if (deps.cardProvider.chargesScheduledBy === 'provider') return;
  if (event.kind !== 'paid' && event.kind !== 'authorized' && event.kind !== 'failed') return;
  const { transactionId, chargeKey } = event;
  const { name: provider } = deps.cardProvider;
  const outcome = event.kind === 'failed' ? 'declined' : 'completed';
  await settleRequested(tx, { provider, transactionId, key: chargeKey ?? null }, outcome, now);
  if ((chargeKey ?? null) !== null)
    await settlePaymentIssue(tx, pendingChargeKey(provider, transactionId), { outcome: 'done', at: now });
}

async function enter(
  tx: Database,
  deps: Deps,
  { source, event }: { source: Source; event: ProviderEvent },
  now: Date,
): Promise<Verdict> {
  const { name: provider } = deps.cardProvider;
  if ('transactionId' in event) await lockTransaction(tx, provider, event.transactionId);
  const waitingFor = await findWaitingOrder(tx, event.accountId);
  // The order's lock serializes this transaction with a concurrent assignment of the order to its payer.
  const waiting = waitingFor === null ? null : await lockOrder(tx, waitingFor.id);
  const account = await lockAccountOfReport(tx, provider, event);
  const effect =
    account === null
      ? effectOfUnknownPayer(tx, provider, waiting, event, deps.settings.acceptTestPayments)
      : await deriveEffect(tx, deps, account, event, now);
  const { verdict, orderId } = effect;
  const isNew = await enterLedger(tx, {
    eventKey: reportKey(provider, event),
    provider,
    kind: event.kind,
    source,
    accountId: account?.id ?? null,
    orderId,
    transactionId: 'transactionId' in event ? event.transactionId : null,
    verdict,
    payload: account === null || account.erasedAt === null ? buildPayload(event) : withoutPayer(event),
    providerAt: 'at' in event ? event.at : now,
    receivedAt: now,
  });
  if (!isNew) return 'repeated';
  await effect.apply?.();
  await settleRequest(tx, deps, event, now);
  if (event.kind === 'paid') await explainUnaccepted(tx, deps, verdict, event, { account, orderId });
  if (event.kind === 'refunded') {
    const key = paymentQuestionKey(provider, event.transactionId);
    await settlePaymentIssue(tx, key, { outcome: 'returned', at: now });
  }
  if (account !== null && effect.ledgerEvents.length > 0)
    await applyEvents(tx, deps, account, { event, effect }, now);
  return verdict;
}

/**
 * Records a reported event and applies its effect in one transaction, with the account row locked. An unacceptable
 * event, such as a payment with a wrong amount or for another customer's order, is recorded and logged but changes
 * nothing. The caller must call `wakeOutbox` after `recordProviderEvent`.
 */
export async function recordProviderEvent(
  deps: Deps,
  source: Source,
  event: ProviderEvent,
): Promise<Verdict> {
  const now = deps.clock.now();
  await giveCampaignOrder(deps, event);
  const verdict = await deps.db.transaction((tx) => enter(tx, deps, { source, event }, now));
  deps.metrics.providerEventRecorded(deps.cardProvider.name, event.kind, verdict);
  const transactionId = 'transactionId' in event ? event.transactionId : undefined;
  const details = { event: event.kind, source, verdict, transactionId };
  if (IN_ORDER.includes(verdict)) deps.logger.info(details, 'the card provider reported');
  else deps.logger.warn(details, 'a report of the card provider was not accepted');
  return verdict;
}
