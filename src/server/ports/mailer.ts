/** Outgoing mail: the interface that SMTP and the sandbox mailbox implement. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * A mail server did not take an email. The message holds status codes only: a server's own words quote
 * addresses.
 */
export class MailRejected extends Error {
  override readonly name = 'MailRejected';
}

/** The mailbox does not exist or takes nothing from us: no further try will succeed. */
export class AddressRejected extends Error {
  override readonly name = 'AddressRejected';
}

export interface Mailer {
  /**
   * Hands an email over. Rejects with `AddressRejected` when the mailbox will never take it, else when it could not
   * be handed over; the outbox tries again then.
   * `idempotencyKey` is the same for each try of one email and becomes its Message-ID.
   */
  send(emailMessage: Email, idempotencyKey: string): Promise<void>;
}
