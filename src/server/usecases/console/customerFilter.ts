/** Converts customer filters from the API contract to store filters and audit details. */
import type { CustomerFilters } from '../../../shared/contract/customerTags';
import { addToDay, startOfMoscowDay } from '../../../shared/moscowDays';
import { giftKeyIn, withoutGiftKey } from '../../../shared/validation';
import type { AccountFilter } from '../../store/accountSearch';

export function accountFilterOf({
  /**
   * Returns the store filter for a customer filter. Days in Moscow time are converted to UTC times; the day
   * `registeredTo` is inclusive.
   */
  emailPart,
  status,
  tag,
  registeredFrom,
  registeredTo,
}: CustomerFilters & { emailPart: string }): AccountFilter {
  return {
    ...{ emailPart, status, tag },
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
