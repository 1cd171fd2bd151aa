/** Texts of the console for a lost connection. */
export const STAFF_OFFLINE_TEXTS = {
  mark: {
    title: 'You’re offline',
    text: 'What you type is kept. Data reloads when you’re back online.',
  },
  notRefreshed:
    'Can’t reach the server. You’re offline, or the server isn’t responding. You’re still signed in.',
  /** `what` describes the change, such as «save the note». */
  notSent: (what: string) => `You’re offline, so we couldn’t ${what}. Try again when you’re back online.`,
  unconfirmed: (what: string) =>
    `No response: you’re offline or the server can’t be reached. We couldn’t confirm the request to ${what}. Check whether it was done before you retry.`,
  /** Text that is shown if the request is idempotent per request id, so that a retry is safe. */
  safeToRepeat: (what: string) =>
    `No response: you’re offline or the server can’t be reached. We couldn’t confirm the request to ${what}. It’s safe to retry: it won’t be done twice.`,
  repeat: {
    title: 'Send again?',
    text: 'We couldn’t confirm your last request, so it may have gone through already. Sending again may do it twice.',
    yes: 'Send again',
  },
} as const;
