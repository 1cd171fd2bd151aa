/** Renders emails about a subscription at the time of delivery, from the current state of the account. */
import type { Deps } from '../../deps';
import { type EmailData, emailStillWanted } from '../../domain/billing/emails';
import { commandKey, paymentKey } from '../../domain/billing/ledgerEvents';
import { chargeToCome, statusAt, summarize } from '../../domain/billing/status';
import { accountEmail } from '../../emails/accountEmail';
import { movedAwayEmail, movedHereEmail } from '../../emails/movedEmails';
import { type EmailRequest, listUnfinishedAttempts, type MoveEmailRequest } from '../../outbox/outbox';
import type { Email } from '../../ports/mailer';
import { findAccountById } from '../../store/accounts';
import type { Database } from '../../store/database';
import { findReceiptUrls, findReturnReceiptUrl } from '../../store/receipts';
import { type Known, readState } from '../../usecases/billing/ledger/change';

/**
 * Returns the receipt URL of the payment or refund that an email is about, or null if no receipt has been issued yet.
 */
async function findReceipt(
  db: Database,
  emailMessage: EmailData,
  { history, state }: Known,
): Promise<string | null> {
  const paid = state.payments.filter(
    ({ transactionId }) => 'transactionId' in emailMessage && transactionId === emailMessage.transactionId,
  );
  switch (emailMessage.name) {
    case 'paymentReceived': {
      const urls = await findReceiptUrls(db, paid);
      return paid.map((payment) => urls.get(paymentKey(payment)))[0] ?? null;
    }
    case 'moneyReturned': {
      const refundIds = history.flatMap(({ data }) =>
        data.kind === 'refunded' && data.transactionId === emailMessage.transactionId ? [data.refundId] : [],
      );
      return findReturnReceiptUrl(db, paid[0]?.provider ?? '', refundIds);
    }
    default:
      return null;
  }
}

/**
 * Thrown if an email says that no further charge follows, but the card provider has not yet confirmed the end of the
 * recurring payment.
 */
export class NotEndedYet extends Error {
  override readonly name = 'NotEndedYet';

  /** `isFirstAttempt` is true while the first attempt to end the recurring payment is pending or running. */
  constructor(readonly isFirstAttempt: boolean) {
    super('a recurring payment has not ended yet');
  }
}

function saysItIsOver(emailMessage: EmailData): boolean {
  switch (emailMessage.name) {
    case 'subscriptionCancelled':
    case 'subscriptionEnded':
    case 'cardRemoved':
      return true;
    case 'paymentReceived':
    case 'moneyReturned':
      return emailMessage.nextCharge === null;
    case 'cardChanged':
    case 'providerGone':
    case 'chargeUpcoming':
    case 'chargeFailed':
    case 'giftActivated':
    case 'daysGranted':
      return false;
  }
}

async function rejectEarlyWord(db: Database, emailMessage: EmailData, { state }: Known): Promise<void> {
  if (!saysItIsOver(emailMessage)) return;
  const ends = state.commands.filter(({ kind }) => kind === 'cancelRecurringPayment').map(commandKey);
  const attempts = await listUnfinishedAttempts(db, ends);
  if (attempts.length > 0) throw new NotEndedYet(attempts.every((count) => count === 0));
}

/**
 * Renders an email about a moved subscription. Returns null if the account's email address has changed since the
 * request.
 */
async function writeMoveEmail(
  { db, clock, settings: { brand, publicUrl } }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { template, accountId, to }: MoveEmailRequest,
): Promise<Email | null> {
  if ((await findAccountById(db, accountId))?.email !== to) return null;
  if (template === 'subscriptionMovedAway') return { to, ...movedAwayEmail(brand) };
  const now = clock.now();
  const summary = summarize((await readState(db, accountId)).state);
  const chargeAt = chargeToCome(summary, now);
  return {
    to,
    ...movedHereEmail(
      {
        accessUntil: statusAt(summary, now).isActive ? summary.accessUntil : null,
        nextCharge: chargeAt === null ? null : { at: chargeAt, amountKopecks: summary.amountKopecks },
      },
      { brand, publicUrl },
    ),
  };
}

type EmailDeps = Pick<
  Deps,
  'db' | 'clock' | 'settings' | 'vpnNetwork' | 'cardProvider' | 'formerCardProviders'
>;

/** Returns whether the card provider of the payment sends receipts itself and does not report them. */
function sendsReceipts(
  { cardProvider, formerCardProviders }: EmailDeps,
  emailMessage: EmailData,
  { state }: Known,
): boolean {
  const payment = state.payments.find(
    ({ transactionId }) => 'transactionId' in emailMessage && transactionId === emailMessage.transactionId,
  );
  const provider = [cardProvider, ...formerCardProviders].find(({ name }) => name === payment?.provider);
  return provider !== undefined && !provider.capabilities.receipts.areReported;
}

/**
 * Renders the requested email, or returns null if the email is no longer wanted. An email is no longer wanted if the
 * announced charge was cancelled or moved, the payment was refunded, or the failed charge has succeeded since then.
 * Throws `NotEndedYet` if the email would report the end of a recurring payment too early.
 */
export async function writeAccountEmail(
  deps: EmailDeps,
  request: EmailRequest | MoveEmailRequest,
): Promise<Email | null> {
  if ('to' in request) return writeMoveEmail(deps, request);
  const account = await findAccountById(deps.db, request.accountId);
  if (account === null || account.erasedAt !== null) return null;
  const known = await readState(deps.db, account.id);
  const { template: name, key } = request;
  const wanted = emailStillWanted(known.state, { name, key }, deps.clock.now());
  if (wanted === null) return null;
  await rejectEarlyWord(deps.db, wanted, known);
  const { brand, publicUrl } = deps.settings;
  const receiptUrl = await findReceipt(deps.db, wanted, known);
  const canConnect = deps.vpnNetwork !== null;
  const receiptsByEmail = sendsReceipts(deps, wanted, known);
  return {
    to: account.email,
    ...accountEmail(wanted, { brand, publicUrl, receiptUrl, receiptsByEmail, canConnect }),
  };
}
