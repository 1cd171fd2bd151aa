/** Texts of `/adept/emails`. */

export const STAFF_EMAIL_TEXTS = {
  title: 'Failed emails',
  lead: 'Emails that bounced or exhausted retries, and sign-in emails of the last day that wait or expired. Resend creates the email again from current data, and sends nothing if it’s no longer relevant.',
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
  waiting: 'Not delivered yet. Retries continue until the link expires.',
  secretGone: 'Link expired. Send a new sign-in email.',
  sendAgain: 'Resend',
  sendAgainLabel: (emailMessage: string, email: string | null) =>
    email === null ? `Resend: ${emailMessage}` : `Resend: ${emailMessage}, ${email}`,
  leaves: 'Email queued',
} as const;
