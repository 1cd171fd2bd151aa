/** Texts of /adept/letters. */

export const STAFF_LETTER_TEXTS = {
  title: 'Undelivered letters',
  lead: 'Letters that were given up after days of tries, or that the mailbox refuses. One that is sent again is written anew, and does not leave when it is no longer true.',
  table: 'Undelivered letters',
  loadFailed: 'The list could not be read.',
  empty: 'Every letter has arrived.',
  when: 'Given up',
  letter: 'Letter',
  customer: 'Customer',
  reason: 'Why',
  tries: 'Tries',
  unknown: 'Letter',
  refusedSince: (when: string) => `The mailbox refuses since ${when}`,
  secretGone: 'Its link is gone: send a new sign-in letter',
  sendAgain: 'Send again',
  sendAgainLabel: (letter: string, email: string | null) =>
    email === null ? `Send again: ${letter}` : `Send again: ${letter}, ${email}`,
  leaves: 'It leaves once more',
} as const;
