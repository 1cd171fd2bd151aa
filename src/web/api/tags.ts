/** Cache tags of RTK Query, and the rule that only a successful change invalidates tags. */

export const TAG_TYPES = [
  'SignInLink',
  'Profile',
  'ConnectLink',
  'Deletion',
  'Sessions',
  'Shop',
  'CardChange',
  'Order',
  'Campaign',
  'Gift',
  'Gifts',
  'GiftBatches',
  'Users',
  'User',
  'Logs',
  'Timeline',
  'StaffMe',
  'OwnStaffAccount',
  'Team',
  'Audit',
  'Money',
  'Numbers',
  'Notes',
  'Tags',
  'Pushes',
  'Emails',
  'LinkDomains',
  'Presence',
  'VpnApps',
  'Notice',
] as const;

type TagType = (typeof TAG_TYPES)[number];
export type Tag = TagType | { type: TagType; id: string | number };

/**
 * Cache tags of staff console data that other staff or customers may change. A change that fails because of outdated
 * data invalidates these cache tags.
 */
export const STAFF_PAGES: Tag[] = [
  'Users',
  'User',
  'Logs',
  'Timeline',
  'Gifts',
  'GiftBatches',
  'Team',
  'Money',
  'Numbers',
  'Notes',
  'Tags',
  'Pushes',
  'Emails',
  'VpnApps',
  'Notice',
  'LinkDomains',
];

/**
 * Returns an `invalidatesTags` function that invalidates `tags` only if the change took effect. RTK Query also
 * evaluates the cache tags of a failed mutation and of a response with `success: false`, although neither of them
 * changes any data.
 */
export function whenChanged(...tags: Tag[]) {
  return (result: unknown, error: unknown): Tag[] =>
    error === undefined && !isRejection(result) ? tags : [];
}

function isRejection(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'success' in result && result.success === false;
}
