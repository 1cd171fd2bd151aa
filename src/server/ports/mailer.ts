/** Outgoing mail: the interface that SMTP and the sandbox mailbox implement. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * A mail server did not take a letter. The message holds status codes only: a server's own words quote
 * addresses.
 */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** The mailbox does not exist or takes nothing from us: no further try will succeed. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

export interface Mailer {
  /**
   * Hands a letter over. Rejects with `AddressRefused` when the mailbox will never take it, else when it could not
   * be handed over; the outbox tries again then.
   * `idempotencyKey` is the same for each try of one letter and becomes its Message-ID.
   */
  send(letter: Letter, idempotencyKey: string): Promise<void>;
}
