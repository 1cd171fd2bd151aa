/** Button labels and error texts of the console dialogs. */
export const DIALOG_TEXTS = {
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Try again',
  sending: 'Sending',
  comment: 'Internal note (optional)',
  changed: 'Changed since you opened this:',
  showCurrent: 'Show current state',
  /** Reason why a stale form was not sent. */
  stale: 'Not sent, because the customer has changed. Check the current state first.',
  /** Default description of the change in the error texts below. */
  change: 'save the change',
  notDone: (what: string, why: string) => `Couldn’t ${what}. ${why}`.trim(),
  maybeDone: (what: string, why: string) =>
    `We couldn’t confirm the request to ${what}. Check whether it was done before you retry. ${why}`.trim(),
  failed: 'Something went wrong. Try again.',
} as const;
