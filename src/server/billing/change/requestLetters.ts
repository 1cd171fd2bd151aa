/** Puts the letters on their way that a change of an account's subscription calls for. */
import { lettersFor, type WantedLetter } from '../rules/letters';
import type { SubscriptionState } from '../rules/subscription';
import { insertAccountEvent } from '../../store/accountEvents';
import type { Database } from '../../store/database';
import { enqueue } from '../../outbox/outbox';

/** A receipt is often there some seconds after the money moved: the letter waits for it, ms. */
const RECEIPT_PATIENCE_MS = 20_000;

async function request(tx: Database, accountId: number, letter: WantedLetter, now: Date): Promise<void> {
  const outboxKey = `letter:${accountId}:${letter.key}`;
  const isNew = await enqueue(tx, {
    kind: 'letter',
    dedupeKey: outboxKey,
    payload: { letter: letter.name, accountId, happening: letter.key },
    ...(letter.name === 'paymentReceived' || letter.name === 'moneyReturned'
      ? { notBefore: new Date(now.getTime() + RECEIPT_PATIENCE_MS) }
      : {}),
  });
  if (!isNew) return;
  const details = { action: letter.name };
  await insertAccountEvent(tx, { accountId }, { at: now, kind: 'letter', details, outboxKey });
}

/**
 * In the transaction of the change, with the account's row held. Each letter leaves once, and is
 * written when it leaves (`accountLetters.ts`).
 */
export async function requestLetters(
  tx: Database,
  accountId: number,
  { before, after }: { before: SubscriptionState; after: SubscriptionState },
  now: Date,
): Promise<void> {
  for (const letter of lettersFor(before, after, now)) await request(tx, accountId, letter, now);
}
