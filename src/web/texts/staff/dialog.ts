/** Words on the buttons of the console's dialogs. */
export const DIALOG_TEXTS = {
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Try again',
  sending: 'Sending',
  comment: 'Comment for colleagues',
  /** The subject of the words below where a form has none of its own. */
  change: 'the change',
  notDone: (what: string, why: string) =>
    `${what.charAt(0).toUpperCase()}${what.slice(1)} did not go through. ${why}`.trim(),
  maybeDone: (what: string, why: string) =>
    `We couldn’t confirm ${what}. Check before retrying. ${why}`.trim(),
  failed: 'Something went wrong. Try again.',
} as const;
