/** Refunds a payment of an account according to the current subscription state. */
import type { Deps } from '../../../deps';
import { paymentKey, refundMadeKey, reportKey } from '../../../domain/billing/ledgerEvents';
import { ProviderRejected } from '../../../ports/cardProvider';
import { insertAccountEvent } from '../../../store/accountEvents';
import { settleRefund } from '../../../store/refunds';
import { type CommandOf, keyOfRefund, type Try } from '../cardProviders/commandTry';
import { readState } from '../ledger/change';
import { readCommandAccount, record } from '../ledger/commandAccount';
import { findReceiptEmail } from '../receipts/receiptEmail';
import { returnReceipt } from '../receipts/returnReceipt';
import { refundOnce } from './refundOnce';

/** Releases a hold, which verified a card. The payer gets the money back without a refund and without a receipt. */
async function releaseHold(
  deps: Deps,
  { accountId, provider, transactionId }: CommandOf<'refund'>,
  { key }: Try,
): Promise<void> {
  const { cardProvider } = deps;
  if (cardProvider.chargesScheduledBy === 'provider')
    throw new ProviderRejected('the card provider has no holds');
  try {
    await cardProvider.releaseHold(transactionId, key);
  } catch (error) {
    // The hold may have been released in the provider's dashboard, or may have expired.
    if (!(error instanceof ProviderRejected)) throw error;
    if ((await cardProvider.readPayment(transactionId))?.state !== 'cancelled') throw error;
  }
  const at = deps.clock.now();
  const event = { kind: 'voided' as const, transactionId };
  await record(deps, accountId, { key: reportKey(provider, event), at, data: { ...event, provider } });
}

export async function refund(deps: Deps, command: CommandOf<'refund'>, attempt: Try): Promise<void> {
  const { accountId, provider, transactionId } = command;
  const { history, state } = await readState(deps.db, accountId);
  const isOfPayment = (named: { provider: string; transactionId: string }): boolean =>
    paymentKey(named) === paymentKey(command);
  const wanted = state.commands.find((each) => each.kind === 'refund' && isOfPayment(each));
  const payment = state.payments.find(isOfPayment);
  if (wanted?.kind !== 'refund' || payment === undefined) return;
  // Only the remaining amount is refunded, because a part may have been refunded in the card provider's dashboard since
  // the command was issued.
  const { amountKopecks } = wanted;
  if (payment.isHold) return releaseHold(deps, command, attempt);
  const account = await readCommandAccount(deps, accountId);
  const email = await findReceiptEmail(deps, account, payment, command.receiptEmail);
  const receipt = returnReceipt(deps, payment, { amountKopecks, email, phone: account.phone });
  const decided = history.find(({ data }) => data.kind === 'refundDecided' && isOfPayment(data));
  const known = history.flatMap(({ data }) =>
    data.kind === 'refunded' && data.provider === provider ? [data.refundId] : [],
  );
  try {
    const refundId = await refundOnce(
      deps,
      { transactionId, amountKopecks, receipt },
      {
        key: `${keyOfRefund(attempt)}${amountKopecks === command.amountKopecks ? '' : `:${amountKopecks}`}`,
        since: decided?.at ?? payment.at,
        known,
      },
    );
    const made = { provider, refundId, transactionId };
    await record(
      deps,
      accountId,
      // The notification of this refund may already have been recorded. The only new information is then that this
      // server requested the refund.
      { key: refundMadeKey(provider, refundId), data: { kind: 'refundMade', ...made } },
      {
        key: reportKey(provider, { kind: 'refunded', refundId }),
        data: { kind: 'refunded', ...made, amountKopecks },
      },
    );
  } catch (error) {
    if (!(error instanceof ProviderRejected) || attempt.wasRejected) throw error;
    // Staff must see that the card provider rejected the refund. The access remains as staff decided.
    const { message: reason } = error;
    const at = deps.clock.now();
    await deps.db.transaction(async (tx) => {
      await settleRefund(tx, { provider, transactionId }, { state: 'rejected', rejection: reason, at });
      const details = { action: 'refundRejected' as const, transactionId, amountKopecks, reason };
      await insertAccountEvent(tx, { accountId }, { at, kind: 'payment', details });
    });
    deps.logger.error({ accountId, transactionId, rejection: reason }, 'the card provider rejected a refund');
    throw error;
  }
}
