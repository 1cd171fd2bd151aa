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
  restored: 'Note restored',
  /** Confirmation before a colleague's note is removed. */
  removeQuestion: (username: string) => ({
    title: `Remove ${username}’s note?`,
    text: 'Colleagues will no longer see it here. The timeline still shows it.',
    yes: 'Remove',
  }),
  /** Accessible name of a note's button for screen readers. */
  of: (action: string, text: string) => `${action}: ${text.slice(0, 40)}`,
} as const;
