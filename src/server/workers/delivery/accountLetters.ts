/** Letters about a subscription, written when they leave: from what is true then. */
import type { Deps } from '../../deps';
import { commandKey, paymentKey } from '../../domain/billing/facts';
import { type LetterFacts, letterStillWanted } from '../../domain/billing/letters';
import { chargeToCome, statusAt, summarize } from '../../domain/billing/status';
import { accountLetter } from '../../emails/accountLetter';
import { movedAwayLetter, movedHereLetter } from '../../emails/movedLetters';
import { type LetterRequest, listUnfinishedAttempts, type MoveLetterRequest } from '../../outbox/outbox';
import type { Letter } from '../../ports/mailer';
import { findAccountById } from '../../store/accounts';
import type { Database } from '../../store/database';
import { findReceiptUrls, findReturnReceiptUrl } from '../../store/receipts';
import { type Known, readState } from '../../usecases/billing/change/change';

/** The receipt of the payment that a letter is about, or of its return; null while it is not known. */
async function receiptOf(
  db: Database,
  letter: LetterFacts,
  { history, state }: Known,
): Promise<string | null> {
  const paid = state.payments.filter(
    ({ transactionId }) => 'transactionId' in letter && transactionId === letter.transactionId,
  );
  switch (letter.name) {
    case 'paymentReceived': {
      const urls = await findReceiptUrls(db, paid);
      return paid.map((payment) => urls.get(paymentKey(payment)))[0] ?? null;
    }
    case 'moneyReturned': {
      const refundIds = history.flatMap(({ fact }) =>
        fact.kind === 'refunded' && fact.transactionId === letter.transactionId ? [fact.refundId] : [],
      );
      return findReturnReceiptUrl(db, paid[0]?.provider ?? '', refundIds);
    }
    default:
      return null;
  }
}

/** The email says that no further charge follows, but the card provider has not confirmed the end of the recurring payment. */
export class NotEndedYet extends Error {
  override readonly name = 'NotEndedYet';

  /** `isFirstAttempt`: the provider has not yet been asked, or is being asked for the first time. */
  constructor(readonly isFirstAttempt: boolean) {
    super('a recurring payment has not ended yet');
  }
}

function saysItIsOver(letter: LetterFacts): boolean {
  switch (letter.name) {
    case 'subscriptionCancelled':
    case 'subscriptionEnded':
    case 'cardRemoved':
      return true;
    case 'paymentReceived':
    case 'moneyReturned':
      return letter.nextCharge === null;
    case 'chargeUpcoming':
    case 'chargeFailed':
    case 'giftActivated':
    case 'daysGranted':
      return false;
  }
}

async function refuseEarlyWord(db: Database, letter: LetterFacts, { state }: Known): Promise<void> {
  if (!saysItIsOver(letter)) return;
  const ends = state.commands.filter(({ kind }) => kind === 'cancelRecurrence').map(commandKey);
  const attempts = await listUnfinishedAttempts(db, ends);
  if (attempts.length > 0) throw new NotEndedYet(attempts.every((count) => count === 0));
}

/** Null once the account has another address: the subscription has moved on. */
async function writeMoveLetter(
  { db, clock, settings: { brand, publicUrl } }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { letter, accountId, to }: MoveLetterRequest,
): Promise<Letter | null> {
  if ((await findAccountById(db, accountId))?.email !== to) return null;
  if (letter === 'subscriptionMovedAway') return { to, ...movedAwayLetter(brand) };
  const now = clock.now();
  const summary = summarize((await readState(db, accountId)).state);
  const chargeAt = chargeToCome(summary, now);
  return {
    to,
    ...movedHereLetter(
      {
        accessUntil: statusAt(summary, now).isActive ? summary.accessUntil : null,
        nextCharge: chargeAt === null ? null : { at: chargeAt, amountKopecks: summary.amountKopecks },
      },
      { brand, publicUrl },
    ),
  };
}

/**
 * The letter that was asked for, or null when it is no longer wanted: the charge that it announces
 * was cancelled or moved, the payment went back, the failed charge succeeded after all. Throws NotEndedYet for one
 * that would say of a recurrence that it is over before it is.
 */
export async function writeAccountLetter(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'vpnNetwork'>,
  request: LetterRequest | MoveLetterRequest,
): Promise<Letter | null> {
  if ('to' in request) return writeMoveLetter(deps, request);
  const account = await findAccountById(deps.db, request.accountId);
  if (account === null) return null;
  const known = await readState(deps.db, account.id);
  const { letter: name, key } = request;
  const wanted = letterStillWanted(known.state, { name, key }, deps.clock.now());
  if (wanted === null) return null;
  await refuseEarlyWord(deps.db, wanted, known);
  const { brand, publicUrl } = deps.settings;
  const receiptUrl = await receiptOf(deps.db, wanted, known);
  const canConnect = deps.vpnNetwork !== null;
  return { to: account.email, ...accountLetter(wanted, { brand, publicUrl, receiptUrl, canConnect }) };
}
