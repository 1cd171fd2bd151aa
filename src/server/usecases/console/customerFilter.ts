/** Converts customer filters from the contract to store filters and audit details. */
import type { CustomerFilters } from '../../../shared/contract/customerTags';
import { addToDay, startOfMoscowDay } from '../../../shared/moscowDays';
import { giftKeyIn, withoutGiftKey } from '../../../shared/validation';
import type { AccountFilter } from '../../store/accountSearch';

export function accountFilterOf({
  /** Returns the store filter. Converts Moscow days to instants; `registeredTo` is inclusive. */
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

/** Returns the set filters for the audit log and omits unset ones. */
export function filterDetails({ status, tag, registeredFrom, registeredTo }: CustomerFilters) {
  return {
    ...(status === undefined ? {} : { status }),
    ...(tag === undefined ? {} : { tag }),
    ...(registeredFrom === undefined ? {} : { registeredFrom }),
    ...(registeredTo === undefined ? {} : { registeredTo }),
  };
}

/**
 * Returns the audit details of a search. A gift key is secret until it is activated, so it is omitted. A part of an
 * existing email is not secret.
 */
export function searchDetails(search: CustomerFilters & { emailPart: string }, hasFound: boolean) {
  const { emailPart } = search;
  const written = hasFound ? emailPart : withoutGiftKey(emailPart);
  return {
    ...(giftKeyIn(emailPart) === null ? { emailPart: written } : { giftKey: true as const }),
    ...filterDetails(search),
  };
}
