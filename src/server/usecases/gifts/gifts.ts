/** Manages gift keys, which staff create, anybody can check and one account can activate. */
import { createHmac, randomBytes } from 'node:crypto';
import { normalizeGiftKey } from '../../../shared/giftKeys';
import { isGiftKey } from '../../../shared/validation';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { GIFT_KEY_LENGTH, giftKeyFrom } from '../../domain/giftKey';
import { DUPLICATE_REQUEST, Rejection } from '../../domain/rejection';
import { sha256 } from '../../secrets';
import { findAccountByEmail, lockAccount } from '../../store/accounts';
import type { Database } from '../../store/database';
import { claimGift, findActivatableGift, findGiftActivatedBy, insertGift } from '../../store/gifts';
import { limitIn } from '../../throttle/limits';
import { rejectTooManyTries } from '../../throttle/throttle';
import { toNetwork } from '../../throttle/toNetwork';
import { changeAsStaff } from '../audit/staffChange';
import { grantGiftMonths } from '../billing/subscriptions/grantGiftMonths';
import { readSubscription, type SubscriptionView } from '../billing/subscriptions/readSubscription';

/** Returns the hash under which a gift key is stored. */
export function giftKeyHash(key: string): string {
  return sha256(`giftKey\n${normalizeGiftKey(key)}`);
}

/** Returns the gift that a gift key can still activate, or null if the key is unknown, used, revoked or malformed. */
export async function readGift(db: Database, key: string): Promise<{ months: number } | null> {
  if (!isGiftKey(key)) return null;
  const gift = await findActivatableGift(db, giftKeyHash(key));
  return gift === null ? null : { months: gift.months };
}

/**
 * Returns the gift that a gift key can still activate, for a request without sign-in. Throws TOO_MANY_REQUESTS if the
 * client's IP network checks too many keys that activate no gift. Other keys do not count and are never rejected, so that
 * the customers who share a network cannot use up each other's checks. A gift key has 130 bits, so the limit bounds the
 * load and not the probability of a correct guess.
 */
export async function checkGiftKey(
  { db, clock, settings }: Deps,
  key: string,
  ip: string,
): Promise<{ months: number } | null> {
  const gift = await readGift(db, key);
  if (gift !== null) return gift;
  const limit = limitIn(settings.mode, 'giftChecks');
  await rejectTooManyTries(db, ['giftChecks', toNetwork(ip)], limit, clock.now());
  return null;
}

/**
 * Time in ms within which a repeated gift request gets the same response, because the first response may have been
 * lost.
 */
export const GIFT_ANSWERED_AGAIN_MS = 15 * 60_000;

/** Returns whether the account with this email activated the gift within `GIFT_ANSWERED_AGAIN_MS`. */
export async function isGiftJustActivatedBy(
  { db, clock }: Deps,
  email: string,
  key: string,
): Promise<boolean> {
  const account = await findAccountByEmail(db, email);
  return account !== null && (await wasJustActivated(db, giftKeyHash(key), account.id, clock.now()));
}

async function wasJustActivated(
  db: Database,
  keyHash: string,
  accountId: number,
  at: Date,
): Promise<boolean> {
  const since = new Date(at.getTime() - GIFT_ANSWERED_AGAIN_MS);
  return (await findGiftActivatedBy(db, keyHash, accountId, since)) !== null;
}

/**
 * Activates a gift for an account and returns the resulting subscription. Returns null, and changes nothing, if the
 * gift key cannot be activated. If several accounts activate the key at the same time, exactly one account succeeds. A
 * repeated request of the same account returns the subscription again within `GIFT_ANSWERED_AGAIN_MS` and grants
 * nothing. Throws TOO_MANY_REQUESTS if the account tries too many keys that it cannot activate.
 */
export async function activateGift(
  deps: Deps,
  input: { accountId: number; key: string },
): Promise<SubscriptionView | null> {
  const at = deps.clock.now();
  const subscription = isGiftKey(input.key) ? await claim(deps, input, at) : null;
  if (subscription === null) await countWrongGiftKey(deps, String(input.accountId));
  else deps.wakeOutbox();
  return subscription;
}

/**
 * Counts a gift key that activates no gift. `party` is the account, or the verified identity that has no account yet.
 * Throws TOO_MANY_REQUESTS if there are too many.
 */
export async function countWrongGiftKey({ db, clock, settings }: Deps, party: string): Promise<void> {
  const limit = limitIn(settings.mode, 'giftActivationsOfAccount');
  await rejectTooManyTries(db, ['giftActivationsOfAccount', party], limit, clock.now());
}

/** Activates a gift in one transaction. Returns null, and changes nothing, if the gift key cannot be activated. */
function claim(
  deps: Deps,
  input: { accountId: number; key: string },
  at: Date,
): Promise<SubscriptionView | null> {
  return deps.db.transaction(async (tx) => {
    const keyHash = giftKeyHash(input.key);
    // The gift stays unused if the account was deleted while the request was running.
    if (!(await lockAccount(tx, input.accountId))) return null;
    const gift = await claimGift(tx, keyHash, input.accountId, at);
    if (gift === null) {
      const isRepeat = await wasJustActivated(tx, keyHash, input.accountId, at);
      return isRepeat ? readSubscription(tx, input.accountId, at) : null;
    }
    return grantGiftMonths(tx, deps, {
      accountId: input.accountId,
      months: gift.months,
      giftId: gift.id,
      at,
    });
  });
}

/**
 * Derives the gift key from the request key, so that a repeated request gets the same gift key although the database
 * does not store it.
 */
function keyOfRequest(secret: string, { staffId }: StaffOrigin, requestKey: string | null): string {
  return giftKeyFrom(
    requestKey === null
      ? randomBytes(GIFT_KEY_LENGTH)
      : createHmac('sha256', secret)
          .update(`singleGift\n${String(staffId)}\n${requestKey}`)
          .digest(),
  );
}

/**
 * Creates a gift and returns its gift key, idempotent per `requestKey` and staff member. The database stores only a
 * hash of the gift key. Throws CONFLICT if the request key was used with other parameters, or if the gift key can no
 * longer be shown.
 */
export async function createGift(
  deps: Deps,
  staff: StaffOrigin,
  input: { months: number; requestKey?: string | null | undefined },
): Promise<{ activationKey: string }> {
  const { months, requestKey = null } = input;
  const activationKey = keyOfRequest(deps.settings.sessionSecret, staff, requestKey);
  const keyHash = giftKeyHash(activationKey);
  await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    const giftId = await insertGift(tx, {
      ...{ keyHash, months, keyEnding: activationKey.slice(-4) },
      ...{ createdAt: at, createdBy: staff.staffId },
    });
    if (giftId !== null) {
      await audit({ action: 'createGift', details: { giftId, months } });
      return;
    }
    const made = await findActivatableGift(tx, keyHash);
    if (made === null || made.months !== months)
      throw new Rejection('CONFLICT', DUPLICATE_REQUEST, ['requestKey']);
    if (at.getTime() - made.createdAt.getTime() > GIFT_ANSWERED_AGAIN_MS)
      throw new Rejection(
        'CONFLICT',
        'The gift was already created and its key can’t be shown again. Revoke it and create another one.',
      );
  });
  return { activationKey };
}
