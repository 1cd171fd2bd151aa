/** Customers by something that names them exactly: uid, device id, payment, order or gift key. */
import { giftKeyIn, withoutGiftKey } from '../../../shared/validation';
import type { Deps } from '../../deps';
import type { StaffOrigin } from '../../domain/caller';
import { type ExactKind, findAccountsExactly } from '../../store/accountSearch';
import { changeAsStaff } from '../audit/staffChange';
import { giftKeyHash } from '../gifts/gifts';
import { type CustomerRecord, readCustomerRecords } from './customerRecords';

export interface FoundUser {
  matchedBy: ExactKind;
  record: CustomerRecord;
}

/** A gift key finds whoever activated it. Nobody is found by a part of a value. */
export async function findUsers(deps: Deps, staff: StaffOrigin, value: string): Promise<FoundUser[]> {
  return changeAsStaff(deps, staff, async ({ tx, audit }) => {
    const giftKey = giftKeyIn(value);
    const matches = await findAccountsExactly(tx, value, giftKeyHash(giftKey ?? value));
    const records = await readCustomerRecords(
      tx,
      deps,
      matches.map(({ account }) => account),
    );
    await audit({
      action: 'findUsers',
      details: {
        // A gift key is a secret as long as nobody has activated it; what names something else is none.
        ...(giftKey === null
          ? { value: matches.length > 0 ? value : withoutGiftKey(value) }
          : { giftKey: true }),
        found: matches.map(({ matchedBy, account }) => ({ matchedBy, accountId: account.id })),
      },
    });
    return records.flatMap((record) => {
      const matchedBy = matches.find(({ account }) => account.id === record.account.id)?.matchedBy;
      return matchedBy === undefined ? [] : [{ matchedBy, record }];
    });
  });
}
