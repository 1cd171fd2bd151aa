/** Converts customer filters from the API contract to store filters and audit details. */
import type { CustomerFilters } from '../../../shared/contract/customerTags';
import { readEmailSearch } from '../../../shared/emailSearch';
import { giftKeyIn, withoutGiftKey } from '../../../shared/giftKeys';
import { addToDay, startOfMoscowDay } from '../../../shared/moscowDays';
import type { AccountFilter } from '../../store/accountSearch';

/**
 * Returns the store filter for a customer filter. Days in Moscow time are converted to UTC times; the day `registeredTo`
 * is inclusive.
 */
export function buildAccountFilter({
  emailPart,
  status,
  tag,
  registeredFrom,
  registeredTo,
}: CustomerFilters & { emailPart: string }): AccountFilter {
  const { text, pieces } = readEmailSearch(emailPart);
  return {
    emailPart: text,
    emailPieces: pieces ?? undefined,
    ...{ status, tag },
    registeredSince: registeredFrom === undefined ? undefined : startOfMoscowDay(registeredFrom),
    registeredBefore: registeredTo === undefined ? undefined : startOfMoscowDay(addToDay(registeredTo, 1)),
  };
}

/** Returns the filters that are set, for the audit log. Filters that are not set are omitted. */
export function filterDetails({ status, tag, registeredFrom, registeredTo }: CustomerFilters) {
  return {
    ...(status === undefined ? {} : { status }),
    ...(tag === undefined ? {} : { tag }),
    ...(registeredFrom === undefined ? {} : { registeredFrom }),
    ...(registeredTo === undefined ? {} : { registeredTo }),
  };
}

/**
 * Returns the audit details of a customer search. A gift key is secret until it is activated, so gift keys are omitted.
 * A part of an existing email is not secret. The entry contains the email that was searched and not the text around it, so that
 * the deletion of an account finds it.
 */
export function searchDetails(search: CustomerFilters & { emailPart: string }, hasFound: boolean) {
  const { emailPart } = search;
  const written = readEmailSearch(hasFound ? emailPart : withoutGiftKey(emailPart)).text;
  return {
    ...(giftKeyIn(emailPart) === null ? { emailPart: written } : { giftKey: true as const }),
    ...filterDetails(search),
  };
}
