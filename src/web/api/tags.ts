/** Cache tags, and the rule that only what succeeded invalidates. */

export const TAG_TYPES = [
  'SignInLink',
  'Profile',
  'ConnectLink',
  'Shop',
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
] as const;

type TagType = (typeof TAG_TYPES)[number];
export type Tag = TagType | { type: TagType; id: string | number };

/** What the pages of the console show of others' doings. */
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
];

/**
 * Invalidates `tags` when the change took effect. RTK Query evaluates the tags of a rejected
 * mutation too, and a rejection arrives as `success: false`: neither changed anything.
 */
export function whenChanged(...tags: Tag[]) {
  return (result: unknown, error: unknown): Tag[] =>
    error === undefined && !isRejection(result) ? tags : [];
}

function isRejection(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'success' in result && result.success === false;
}
