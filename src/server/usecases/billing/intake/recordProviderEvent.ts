/**
 * Records what the card provider reports in the ledger, once, in the transaction of its effect. The
 * same for notifications and for answers to polls.
 */
import type { Deps } from '../../../deps';
import { paymentKey, reportKey } from '../../../domain/billing/ledgerEvents';
import type { ProviderEvent } from '../../../ports/cardProvider';
import { type AccountRow, lockAccount } from '../../../store/accounts';
import type { Database } from '../../../store/database';
import { enterLedger, lockTransaction } from '../../../store/ledger';
import { lockOrder } from '../../../store/orders';
import { paymentQuestionKey, settlePaymentIssue } from '../../../store/paymentIssues';
import { mailCampaignSignIn } from '../../accounts/campaignSignIn';
import { change } from '../change/change';
import { findAccountOf } from './accountOfReport';
import { findWaitingOrder, giveCampaignOrder } from './campaignOrders';
import type { Effect, Verdict } from './effect';
import { effectOf } from './effectOf';
import { effectOfUnknownPayer } from './effectOfUnknownPayer';
import { payloadOf } from './storedEvents';
import { releaseSurplusTrials } from './trialCards';
import { explainUnaccepted } from './unacceptedPayments';
import { applyWaiting } from './waitingEvents';

type Source = 'notification' | 'reconciliation';

/** Verdicts about reports that are in order. */
const IN_ORDER: readonly Verdict[] = ['applied', 'repeated', 'held', 'waiting'];

/** Adds the facts of an effect to the account's history, and carries out what follows from a payment. */
async function applyFacts(
  tx: Database,
  deps: Deps,
  account: AccountRow,
  { event, effect }: { event: ProviderEvent; effect: Effect },
  now: Date,
): Promise<void> {
  const { after } = await change(tx, account.id, effect.ledgerEvents, now);
  await releaseSurplusTrials(tx, after.payments);
  if (event.kind !== 'paid') return;
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
  }
  await applyWaiting(tx, deps, account, { transactionId, orderId: effect.orderId }, now);
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
  // Whoever gives the order to its payer meanwhile comes before or after this, never in between.
  const waiting = waitingFor === null ? null : await lockOrder(tx, waitingFor.id);
  const account = await findAccountOf(tx, provider, event);
  if (account !== null) await lockAccount(tx, account.id);
  const effect =
    account === null
      ? effectOfUnknownPayer(tx, provider, waiting, event, deps.settings.acceptTestPayments)
      : await effectOf(tx, deps, account, event, now);
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
    payload: payloadOf(event),
    providerAt: 'at' in event ? event.at : now,
    receivedAt: now,
  });
  if (!isNew) return 'repeated';
  await effect.apply?.();
  if (event.kind === 'paid')
    await explainUnaccepted(tx, deps, verdict, event, { accountId: account?.id ?? null, orderId });
  if (event.kind === 'refunded') {
    const key = paymentQuestionKey(provider, event.transactionId);
    await settlePaymentIssue(tx, key, { outcome: 'returned', at: now });
  }
  if (account !== null && effect.ledgerEvents.length > 0)
    await applyFacts(tx, deps, account, { event, effect }, now);
  return verdict;
}

/**
 * Enters an event and carries its effect out, in one transaction, with the account's row held.
 * What is not acceptable (a wrong amount, somebody else's order) is entered and logged and changes
 * nothing. Call `wakeOutbox` afterwards.
 */
export async function recordProviderEvent(
  deps: Deps,
  source: Source,
  event: ProviderEvent,
): Promise<Verdict> {
  const now = deps.clock.now();
  await giveCampaignOrder(deps, event);
  const verdict = await deps.db.transaction((tx) => enter(tx, deps, { source, event }, now));
  deps.metrics.providerEventRecorded(event.kind, verdict);
  const transactionId = 'transactionId' in event ? event.transactionId : undefined;
  const details = { event: event.kind, source, verdict, transactionId };
  if (IN_ORDER.includes(verdict)) deps.logger.info(details, 'the card provider reported');
  else deps.logger.warn(details, 'a report of the card provider was not accepted');
  return verdict;
}
