/** Finds customers by an identifier, for example a uid, device id or payment, or by card, amount and day of a payment. */
import { readEmailSearch } from '../../../shared/emailSearch';
import { giftKeyIn, unquoted, withoutGiftKey } from '../../../shared/giftKeys';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { paymentSearchesIn } from '../../domain/paymentSearch';
import {
  type AccountMatch,
  type ExactKind,
  matchAccounts,
  type MatchedPayment,
} from '../../store/accountLookup';
import { type FailedRequestRecord, findFailedRequests } from '../../store/failedRequests';
import { findGiftRecord, type GiftRecord } from '../../store/giftRecords';
import { providerForStaff } from '../audit/providerForStaff';
import { changeAsStaff } from '../audit/staffChange';
import { listCardProviders } from '../billing/cardProviders/cardProviders';
import { giftKeyHash } from '../gifts/gifts';
import { type CustomerRecord, readCustomerRecords } from './customerRecords';

export interface FoundUser {
  matchedBy: ExactKind;
  /** Complete identifier that matched; null for a gift key, which is secret, and for a payment. */
  matched: string | null;
  /** Payment that matched a search by card, amount or time; null for an identifier. */
  payment: MatchedPayment | null;
  /** Name of the card provider of the matched payment or refund, if staff need the name (`providerForStaff`). */
  provider: string | null;
  record: CustomerRecord;
}

export interface Found {
  users: FoundUser[];
  /** Whether further customers or payments match. */
  hasMore: boolean;
  /** Gift to which the searched gift key belongs; null if the searched value is not a gift key. */
  gift: GiftRecord | null;
  /** Failed requests to which the searched request id or support code belongs. */
  failedRequests: FailedRequestRecord[];
}

/**
 * Kind before an identifier, and the number sign. The kind has a colon, or is a word of the console, or is in Russian, as
 * customers write it.
 */
const NAMED_KIND =
  /^(?:[\p{L} ]{1,40}:|(?:(?:payment|card|order|customer|user|device|failed request|request|refund|uid|id|number)(?: id)?|[\p{Script=Cyrillic} ]{1,40})\s)?\s*[#№]?\s*/iu;

/** Kind of an identifier that denotes no customer, whose number must not be searched as the number of a customer. */
const OTHER_KIND = /^(?:gift|batch|note|session|staff|bulk push)\b/i;

/** Number of a gift, as the timeline and the audit log show it. */
const GIFT_NUMBER = /^gift(?: id:)? (\d{1,9})$/i;

/** Returns a pasted text without the kind and the number sign that the console writes before an identifier. */
const withoutKind = (pasted: string): string =>
  OTHER_KIND.test(pasted) ? pasted : pasted.replace(NAMED_KIND, '') || pasted;

/**
 * Returns the identifier in a text that staff pasted from the console, without the card provider after it. If the text is
 * a whole line of the console, the identifier is the part with a number sign, or the last part.
 * @example identifierIn('Monthly charge · payment #43 (Acquirer)') // '43'
 */
function identifierIn(pasted: string): string {
  const parts = pasted.split(/\s+·\s+/);
  const part = parts.findLast((each) => each.includes('#')) ?? parts.at(-1) ?? pasted;
  return unquoted(withoutKind(part).replace(/ \([a-z]+\)?$/i, ''));
}

/**
 * Returns the accounts that a response names: those that match, and those of the failed requests and of the gift in it.
 */
function namedAccounts(
  matches: readonly AccountMatch[],
  failedRequests: readonly FailedRequestRecord[],
  gift: GiftRecord | null,
): { matchedBy: string; accountId: number }[] {
  const found: { matchedBy: string; accountId: number }[] = matches.map(({ matchedBy, account }) => ({
    matchedBy,
    accountId: account.id,
  }));
  const add = (matchedBy: string, accountId: number | null): void => {
    if (accountId !== null && found.every((each) => each.accountId !== accountId))
      found.push({ matchedBy, accountId });
  };
  for (const { accountId } of failedRequests) add('requestId', accountId);
  add('gift', gift?.activatedById ?? null);
  return found;
}

/**
 * Returns the value of a search for the audit log: an address without the text around it, so that the deletion of its account
 * finds it, or the value without a possible gift key.
 */
function valueToRecord(value: string, hasMatched: boolean): string {
  if (value.includes('@')) return readEmailSearch(value).text;
  return hasMatched ? value : withoutGiftKey(value);
}

/**
 * Finds customers by an identifier in full, or by a uid or device id as the console shows it; other partial values find
 * nothing. A gift key finds the gift and the customer who activated the gift; the number of a gift finds the gift. A card,
 * amount or day finds the latest payments. Writes an audit entry.
 */
export async function findUsers(
  deps: Pick<Deps, 'db' | 'clock' | 'vpnNetwork' | 'cardProvider' | 'formerCardProviders'>,
  staff: StaffOrigin,
  value: string,
): Promise<Found> {
  return changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    const giftKey = giftKeyIn(value);
    const keyHash = giftKeyHash(giftKey ?? value);
    const pasted = unquoted(value).replace(/\s+/g, ' ');
    const identifier = identifierIn(pasted) || value;
    const giftId = GIFT_NUMBER.exec(pasted)?.[1];
    const { matches, hasMore } = await matchAccounts(tx, {
      ...{ value: identifier, giftKeyHash: keyHash },
      providers: listCardProviders(deps).map(({ name }) => name),
      payments: paymentSearchesIn(withoutKind(pasted), at),
    });
    const failedRequests = await findFailedRequests(tx, identifier);
    const gift = await findGiftRecord(tx, giftId === undefined ? { keyHash } : { id: Number(giftId) });
    const records = await readCustomerRecords(
      tx,
      deps,
      matches.map(({ account }) => account),
    );
    const found = namedAccounts(matches, failedRequests, gift);
    const accountIds = new Set(found.map(({ accountId }) => accountId));
    const [onlyAccountId = null] = accountIds.size === 1 ? accountIds : [];
    await audit({
      action: 'findUsers',
      accountId: onlyAccountId,
      details: {
        // A gift key is secret until it is activated, so gift keys are not logged. Other identifiers are not secret.
        ...(giftKey === null
          ? { value: valueToRecord(value, matches.length > 0) }
          : { giftKey: true, ...(gift === null ? {} : { giftId: gift.id }) }),
        found,
      },
    });
    const users = records.flatMap((record) => {
      const match = matches.find(({ account }) => account.id === record.account.id);
      if (match === undefined) return [];
      const { matchedBy, matched, payment } = match;
      const provider = providerForStaff(deps, match.provider ?? undefined);
      return [{ matchedBy, matched, payment, provider, record }];
    });
    return { users, hasMore, gift, failedRequests };
  });
}
