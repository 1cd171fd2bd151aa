/** Reads and changes the tags by which staff group customers. */
import { type TagChange, TAGS_AT_MOST } from '../../../shared/contract/customerTags';
import type { Deps } from '../../deps';
import type { SignedInStaff } from '../../domain/caller';
import { noSuchUser, Rejection } from '../../domain/rejection';
import { lockAccount } from '../../store/accounts';
import { addTag, countTags, listTagsByAccount, removeTag } from '../../store/customerTags';
import { changeAsStaff } from '../audit/staffChange';

/** Maximum number of tags in the list, because staff cannot easily choose from a longer list. */
const LISTED = 200;

/** Returns the tags in use, with the number of customers for each tag. */
export function readTags(deps: Deps): Promise<{ tag: string; customers: number }[]> {
  return countTags(deps.db, LISTED);
}

/**
 * Adds a tag to a customer, removes it, or takes its removal back, and writes an audit entry. Does nothing if the tag is already set or
 * already absent. Throws NOT_FOUND for an unknown account, and CONFLICT if the customer would have more than
 * `TAGS_AT_MOST` tags.
 */
export async function changeTag(
  deps: Deps,
  staff: SignedInStaff,
  { accountId, tag, change }: { accountId: number; tag: string; change: TagChange },
): Promise<void> {
  await changeAsStaff(deps, staff, async ({ tx, at, audit }) => {
    if (!(await lockAccount(tx, accountId))) throw noSuchUser();
    const hasChanged =
      change === 'remove'
        ? await removeTag(tx, accountId, tag)
        : await addTag(tx, { accountId, tag, createdAt: at, createdBy: staff.staffId });
    if (!hasChanged) return;
    if (
      change !== 'remove' &&
      ((await listTagsByAccount(tx, [accountId])).get(accountId) ?? []).length > TAGS_AT_MOST
    )
      throw new Rejection('CONFLICT', `Limit of ${TAGS_AT_MOST} tags reached. Remove one first.`, ['tag']);
    await audit({ action: 'changeTag', accountId, details: { tag, tagChange: change } });
  });
}
