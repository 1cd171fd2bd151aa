/** Words on the buttons of the console's dialogs. */
export const DIALOG_TEXTS = {
  cancel: 'Cancel',
  close: 'Close',
  sending: 'Sending',
} as const;
