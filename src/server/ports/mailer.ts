/** Interface for outgoing email. The SMTP client and the sandbox mailbox implement it. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * The mail server did not accept an email. The error message contains status codes only, because the text of a server's
 * response quotes email addresses.
 */
export class MailRejected extends Error {
  override readonly name = 'MailRejected';
}

/** The recipient's mailbox does not exist or permanently rejects email from this sender. A retry will not succeed. */
export class AddressRejected extends Error {
  override readonly name = 'AddressRejected';
}

export interface Mailer {
  /**
   * Sends an email to the mail server. Rejects with `AddressRejected` if the mailbox will never accept the email.
   * Rejects with another error, for example `MailRejected`, if the email could not be sent; the outbox then retries.
   * `idempotencyKey` is the same for each attempt to send one email and becomes its Message-ID header.
   * @example await mailer.send({ to, subject, text, html }, `email:${messageId}`);
   */
  send(emailMessage: Email, idempotencyKey: string): Promise<void>;
}
