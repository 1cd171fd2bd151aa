/** Interface for outgoing email. The SMTP client and the sandbox mailbox implement it. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * Thrown if the mail server did not accept an email. The error message contains only status codes, because the text of
 * a mail server's response may quote email addresses.
 */
export class MailRejected extends Error {
  override readonly name = 'MailRejected';
}

/**
 * Thrown if the recipient's mailbox does not exist or permanently rejects email from this sender, so that a retry will
 * not succeed.
 */
export class AddressRejected extends Error {
  override readonly name = 'AddressRejected';
}

export interface Mailer {
  /**
   * Sends an email to the mail server. Rejects with `AddressRejected` if the mailbox will never accept the email.
   * Rejects with another error, for example `MailRejected`, if the email could not be sent; the outbox then retries.
   * `idempotencyKey` is the same for all attempts to send an email and becomes the Message-ID header of the email.
   * @example await mailer.send({ to, subject, text, html }, `email:${messageId}`);
   */
  send(emailMessage: Email, idempotencyKey: string): Promise<void>;
}
