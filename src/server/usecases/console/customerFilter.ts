/** What customers are looked for by, as the contract has it and as the store does. */
import type { CustomerFilters } from '../../../shared/contract/customerTags';
import { addToDay, startOfMoscowDay } from '../../../shared/moscowDays';
import { giftKeyIn, withoutGiftKey } from '../../../shared/validation';
import type { AccountFilter } from '../../store/accountSearch';

export function accountFilterOf({
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

/** For the audit log: what is left open is left out. */
export function filterDetails({ status, tag, registeredFrom, registeredTo }: CustomerFilters) {
  return {
    ...(status === undefined ? {} : { status }),
    ...(tag === undefined ? {} : { tag }),
    ...(registeredFrom === undefined ? {} : { registeredFrom }),
    ...(registeredTo === undefined ? {} : { registeredTo }),
  };
}

/**
 * Returns the audit details of a search. A gift key is a secret as long as nobody has activated it, so it is left
 * out. Part of an existing email is no secret.
 */
export function searchDetails(search: CustomerFilters & { emailPart: string }, hasFound: boolean) {
  const { emailPart } = search;
  const written = hasFound ? emailPart : withoutGiftKey(emailPart);
  return {
    ...(giftKeyIn(emailPart) === null ? { emailPart: written } : { giftKey: true as const }),
    ...filterDetails(search),
  };
}
