/** Interface for outgoing email. The SMTP client and the sandbox mailbox implement it. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/**
 * Thrown if the mail server did not accept one email: it rejected the recipient for now or for reasons other than the
 * mailbox, or it rejected the content. The mail server itself works, so other emails must not wait. The error message
 * contains only status codes, because the text of a mail server's response may quote email addresses.
 */
export class MailRejected extends Error {
  override readonly name = 'MailRejected';

  /** `isPermanent` is true if the mail server will reject the same email again. */
  constructor(
    message: string,
    readonly isPermanent = false,
  ) {
    super(message);
  }
}

/**
 * Thrown if no email can be sent at present: the mail server is unreachable, closes the connection, or rejects the TLS
 * handshake, the credentials or the sender.
 */
export class MailServerFailed extends Error {
  override readonly name = 'MailServerFailed';

  /** `recipientDomain` is the domain of the email's recipient, which is not part of the error message. */
  constructor(
    message: string,
    readonly recipientDomain = '',
  ) {
    super(message);
  }
}

/** Start of the stored reason of an email that a mailbox rejected for good. */
export const ADDRESS_REJECTED = 'AddressRejected: ';

/**
 * Thrown if the recipient's mailbox does not exist or permanently rejects email from this sender, so that a retry will
 * not succeed.
 */
export class AddressRejected extends Error {
  override readonly name = 'AddressRejected';
}

export interface Mailer {
  /**
   * Sends an email to the mail server. Rejects with `AddressRejected` if the mailbox will never accept the email, and
   * with `MailRejected` if the mail server rejected this email only. Rejects with another error, for example
   * `MailServerFailed`, if no email can be sent; the outbox then retries. `idempotencyKey` is the same for all attempts
   * to send an email and becomes the Message-ID header of the email.
   * @example await mailer.send({ to, subject, text, html }, `email:${messageId}`);
   */
  send(emailMessage: Email, idempotencyKey: string): Promise<void>;
  /**
   * Returns whether the mail server accepts addresses with characters outside ASCII before the `@` (SMTPUTF8), or null if
   * that is not known yet. The method is omitted if all addresses are accepted.
   */
  acceptsUtf8?(): boolean | null;
}

/** Returns whether an email address has characters outside ASCII before the `@`, so that emails to it need SMTPUTF8. */
export const needsSmtpUtf8 = (address: string): boolean => /[^\0-\x7f].*@/s.test(address);

/**
 * Returns whether the mail server is known not to accept emails to an address, because the address has characters outside
 * ASCII before the `@`. Every form that leads to an email rejects such an address.
 * @example cannotReach(deps.mailer, 'анна@пример.рф') // true if the mail server does not announce SMTPUTF8
 */
export const cannotReach = (mailer: Mailer, address: string): boolean =>
  needsSmtpUtf8(address) && mailer.acceptsUtf8?.() === false;
