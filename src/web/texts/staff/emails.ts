/** Texts of `/adept/emails`. */

export const STAFF_EMAIL_TEXTS = {
  title: 'Failed emails',
  lead: 'Emails that bounced or exhausted retries. Resending regenerates the email and skips it if it’s out of date.',
  table: 'Failed emails',
  loadFailed: 'Couldn’t load the list.',
  empty: 'No failed emails',
  when: 'Failed at',
  email: 'Email',
  customer: 'Customer',
  reason: 'Reason',
  tries: 'Attempts',
  unknown: 'Email',
  rejectedSince: (when: string) => `Bouncing since ${when}`,
  secretGone: 'Link expired. Send a new sign-in email.',
  sendAgain: 'Resend',
  sendAgainLabel: (emailMessage: string, email: string | null) =>
    email === null ? `Resend: ${emailMessage}` : `Resend: ${emailMessage}, ${email}`,
  leaves: 'Email queued',
} as const;
