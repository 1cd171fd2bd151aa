/** Letters about a subscription, written when they leave: from what is true then. */
import { letterStillWanted } from '../domain/letters';
import type { Deps } from '../deps';
import { accountLetter } from '../mail/letters/accountLetter';
import type { Letter } from '../mail/mailer';
import { findAccountById } from '../store/accounts';
import type { LetterRequest } from '../store/outbox';
import { foldAccount } from './recordSubscriptionEvents';

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
  const state = await foldAccount(deps.db, account.id);
  const { letter: name, happening: key } = request;
  const wanted = letterStillWanted(state, { name, key }, deps.clock.now());
  if (wanted === null) return null;
  const { brand, publicUrl } = deps.settings;
  return { to: account.email, ...accountLetter(wanted, { brand, publicUrl, receiptUrl: null }) };
}
