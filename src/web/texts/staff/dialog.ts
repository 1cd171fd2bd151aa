/** Words on the buttons of the console's dialogs. */
export const DIALOG_TEXTS = {
  cancel: 'Cancel',
  close: 'Close',
  sending: 'Sending',
  failed: 'That did not work. Try again.',
} as const;
