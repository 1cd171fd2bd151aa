/** The outside mail server, faked behind `Mailer`: keeps what was handed over. */
import { AddressRejected, type Email, type Mailer, MailRejected } from '../../src/server/ports/mailer';

export interface Mailbox extends Mailer {
  /** Newest last. */
  readonly emails: (Email & { idempotencyKey: string })[];
  emailsTo(address: string): Email[];
  /** The next emails are rejected, this many times. */
  failNext(times: number): void;
  /** There is no such mailbox from now on. */
  bounce(address: string): void;
}

export function fakeMailbox(): Mailbox {
  const emails: (Email & { idempotencyKey: string })[] = [];
  const unknown = new Set<string>();
  let failures = 0;
  return {
    emails,
    emailsTo: (address) => emails.filter((emailMessage) => emailMessage.to === address),
    failNext: (times) => {
      failures = times;
    },
    bounce: (address) => {
      unknown.add(address);
    },
    send(emailMessage, idempotencyKey) {
      if (unknown.has(emailMessage.to)) return Promise.reject(new AddressRejected('550 5.1.1 No such user'));
      if (failures > 0) {
        failures -= 1;
        return Promise.reject(new MailRejected('The mail server does not answer.'));
      }
      emails.push({ ...emailMessage, idempotencyKey });
      return Promise.resolve();
    },
  };
}
