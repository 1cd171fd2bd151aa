/** Texts of the notes about a customer. */
export const NOTES_TEXTS = {
  title: 'Notes',
  loading: 'Loading notes...',
  none: 'No notes yet',
  failed: 'Couldn’t load notes.',
  retry: 'Try again',
  add: 'Add note',
  field: 'New note',
  isPinned: 'Pin to top',
  missing: 'Enter a note',
  subject: 'save the note',
  by: (username: string, moment: string) => `${username}, ${moment}`,
  pinned: 'Pinned',
  pin: 'Pin',
  unpin: 'Unpin',
  remove: 'Remove',
  removed: 'Note removed',
  undo: 'Undo',
  pinnedNow: 'Note pinned',
  unpinned: 'Note unpinned',
  /** Toast after a change was taken back. */
  takenBack: { restore: 'Note restored', pin: 'Note pinned again', unpin: 'Note unpinned again' },
  undoLost: 'We couldn’t confirm the undo. It’s safe to try again.',
  /** Confirmation before a colleague's note is removed. */
  removeQuestion: (username: string) => ({
    title: `Remove ${username}’s note?`,
    text: 'Colleagues will no longer see it here. The timeline still shows it.',
    yes: 'Remove',
  }),
  /** Accessible name of a note's button for screen readers. */
  of: (action: string, text: string) => `${action}: ${text.slice(0, 40)}`,
} as const;
