/** Outgoing mail: the interface that SMTP and the sandbox mailbox implement. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /**
   * Hands a letter over. Rejects when it could not be handed over; the outbox tries again.
   * `idempotencyKey` is the same for each try of one letter and becomes its Message-ID.
   */
  send(letter: Letter, idempotencyKey: string): Promise<void>;
}
