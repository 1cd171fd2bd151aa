/** Words of the notes about a customer. */
export const NOTES_TEXTS = {
  title: 'Notes',
  loading: 'Loading notes...',
  none: 'Nobody has noted anything.',
  failed: 'The notes could not be read.',
  retry: 'Try again',
  add: 'Note',
  field: 'New note',
  isPinned: 'Pin it on top',
  missing: 'Write what colleagues should know.',
  subject: 'the note',
  by: (username: string, moment: string) => `${username}, ${moment}`,
  pinned: 'Pinned',
  pin: 'Pin',
  unpin: 'Unpin',
  remove: 'Remove',
  /** Read aloud. */
  of: (action: string, text: string) => `${action}: ${text.slice(0, 40)}`,
} as const;
