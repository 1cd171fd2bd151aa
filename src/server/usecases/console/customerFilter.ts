/** Converts customer filters from the API contract to store filters and audit details. */
import type { CustomerFilters } from '../../../shared/contract/customerTags';
import { giftKeyIn, withoutGiftKey } from '../../../shared/giftKeys';
import { addToDay, startOfMoscowDay } from '../../../shared/moscowDays';
import type { AccountFilter } from '../../store/accountSearch';

/**
 * Returns a pasted part of an email without the quotation marks around it, and without the dots at the end of a long email
 * in the search list. Returns the text itself if nothing else remains, because an empty part matches every customer.
 */
const pastedEmailPart = (text: string): string =>
  text.replace(/^["«“„(<]+|(?:["»”)>]\.?|[,;…]|\.{3})+$/g, '') || text;

/**
 * Returns the store filter for a customer filter. Days in Moscow time are converted to UTC times; the day `registeredTo`
 * is inclusive.
 */
export function accountFilterOf({
  emailPart,
  status,
  tag,
  registeredFrom,
  registeredTo,
}: CustomerFilters & { emailPart: string }): AccountFilter {
  return {
    emailPart: pastedEmailPart(emailPart),
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
 * A part of an existing email is not secret.
 */
export function searchDetails(search: CustomerFilters & { emailPart: string }, hasFound: boolean) {
  const { emailPart } = search;
  const written = hasFound ? emailPart : withoutGiftKey(emailPart);
  return {
    ...(giftKeyIn(emailPart) === null ? { emailPart: written } : { giftKey: true as const }),
    ...filterDetails(search),
  };
}
