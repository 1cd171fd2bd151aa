/** Finds customers by an identifier, for example a uid, device id or payment, or by card, amount and day of a payment. */
import { giftKeyIn, withoutGiftKey } from '../../../shared/validation';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { paymentSearchesIn } from '../../domain/paymentSearch';
import { type ExactKind, matchAccounts, type MatchedPayment } from '../../store/accountLookup';
import { type FailedRequestRecord, findFailedRequests } from '../../store/failedRequests';
import { findGiftRecord, type GiftRecord } from '../../store/giftRecords';
import { changeAsStaff } from '../audit/staffChange';
import { cardProvidersOf, providerForStaff } from '../billing/commands/cardProviders';
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

/** Kind of an identifier before the identifier, with a colon, or as the console writes it. */
const NAMED_KIND =
  /^(?:[\p{L} ]{1,40}:|(?:payment|card|order|customer|device|failed request|request|refund|uid)\s)?\s*#?\s*/iu;

/**
 * Returns the identifier in a text that staff pasted from the console, without the kind and the number sign that the
 * console writes before it, and the card provider after it.
 * @example identifierIn('payment #43 (Acquirer)') // '43'
 */
function identifierIn(pasted: string): string {
  return (
    pasted
      .replace(NAMED_KIND, '')
      .replace(/ \([a-z]+\)$/i, '')
      .replace(/\.$/, '') || pasted
  );
}

/**
 * Finds customers by an identifier in full, or by a uid or device id as the console shows it; other partial values find
 * nothing. A gift key finds the gift and the customer who activated the gift. A card, amount or day finds the latest
 * payments. Writes an audit entry.
 */
export async function findUsers(
  deps: Pick<Deps, 'db' | 'clock' | 'vpnNetwork' | 'cardProvider' | 'formerCardProviders'>,
  staff: StaffOrigin,
  value: string,
): Promise<Found> {
  return changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    const giftKey = giftKeyIn(value);
    const keyHash = giftKeyHash(giftKey ?? value);
    const identifier = identifierIn(value);
    const { matches, hasMore } = await matchAccounts(tx, {
      ...{ value: identifier, giftKeyHash: keyHash },
      providers: cardProvidersOf(deps).map(({ name }) => name),
      payments: paymentSearchesIn(identifier, at),
    });
    const failedRequests = await findFailedRequests(tx, identifier);
    const gift = await findGiftRecord(tx, keyHash);
    const records = await readCustomerRecords(
      tx,
      deps,
      matches.map(({ account }) => account),
    );
    await audit({
      action: 'findUsers',
      details: {
        // A gift key is secret until it is activated, so gift keys are not logged. Other identifiers are not secret.
        ...(giftKey === null
          ? { value: matches.length > 0 ? value : withoutGiftKey(value) }
          : { giftKey: true, ...(gift === null ? {} : { giftId: gift.id }) }),
        found: matches.map(({ matchedBy, account }) => ({ matchedBy, accountId: account.id })),
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
