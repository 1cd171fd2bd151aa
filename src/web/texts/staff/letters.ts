/** Texts of /adept/letters. */

export const STAFF_LETTER_TEXTS = {
  title: 'Failed emails',
  lead: 'Emails that bounced or exhausted retries. Resending regenerates the email and skips it if it’s out of date.',
  table: 'Failed emails',
  loadFailed: 'Couldn’t load the list.',
  empty: 'No failed emails',
  when: 'Failed at',
  letter: 'Email',
  customer: 'Customer',
  reason: 'Reason',
  tries: 'Attempts',
  unknown: 'Email',
  refusedSince: (when: string) => `Bouncing since ${when}`,
  secretGone: 'Link expired. Send a new sign-in email.',
  sendAgain: 'Resend',
  sendAgainLabel: (letter: string, email: string | null) =>
    email === null ? `Resend: ${letter}` : `Resend: ${letter}, ${email}`,
  leaves: 'Email queued',
} as const;
