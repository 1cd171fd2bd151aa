/** Letters about a subscription, written when they leave: from what is true then. */
import { letterStillWanted, type LetterFacts } from '../rules/letters';
import { foldSubscription, type SubscriptionEvent } from '../rules/subscription';
import type { Deps } from '../../deps';
import { accountLetter } from '../../mail/letters/accountLetter';
import type { Letter } from '../../mail/mailer';
import { findAccountById } from '../../store/accounts';
import type { Database } from '../../store/database';
import { listSubscriptionEvents } from '../../store/ledger';
import type { LetterRequest } from '../../outbox/outbox';
import { findReceiptUrls, findReturnReceiptUrl } from '../../store/receipts';

/** The receipt of the payment that a letter is about, or of its return; null while it is not known. */
async function receiptOf(
  db: Database,
  letter: LetterFacts,
  history: readonly SubscriptionEvent[],
): Promise<string | null> {
  switch (letter.name) {
    case 'paymentReceived': {
      const urls = await findReceiptUrls(db, [letter.transactionId]);
      return urls.get(letter.transactionId) ?? null;
    }
    case 'moneyReturned': {
      const refundIds = history.flatMap(({ fact }) =>
        fact.kind === 'refunded' && fact.transactionId === letter.transactionId ? [fact.refundId] : [],
      );
      return findReturnReceiptUrl(db, refundIds);
    }
    default:
      return null;
  }
}

/**
 * The letter that was asked for, or null when it is no longer wanted: the charge that it announces
 * was cancelled or moved, the payment went back, the failed charge succeeded after all.
 */
export async function writeAccountLetter(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  request: LetterRequest,
): Promise<Letter | null> {
  const account = await findAccountById(deps.db, request.accountId);
  if (account === null) return null;
  const history = await listSubscriptionEvents(deps.db, account.id);
  const { letter: name, happening: key } = request;
  const wanted = letterStillWanted(foldSubscription(history), { name, key }, deps.clock.now());
  if (wanted === null) return null;
  const { brand, publicUrl } = deps.settings;
  const receiptUrl = await receiptOf(deps.db, wanted, history);
  return { to: account.email, ...accountLetter(wanted, { brand, publicUrl, receiptUrl }) };
}
