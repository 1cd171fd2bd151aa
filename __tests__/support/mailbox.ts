/**
 * A fake implementation of `Mailer`, the interface of the external mail server. The fake stores the emails that the
 * product's server sends.
 */
import {
  AddressRejected,
  type Email,
  type Mailer,
  MailRejected,
  MailServerFailed,
} from '../../src/server/ports/mailer';

export interface Mailbox extends Mailer {
  /** Emails that the fake mail server received, newest last. */
  readonly emails: (Email & { idempotencyKey: string })[];
  emailsTo(address: string): Email[];
  /** Makes the mail server reject the next `times` emails. */
  failNext(times: number): void;
  /** Makes the mail server reject all further emails to an address as an unknown mailbox. */
  bounce(address: string): void;
  /** Makes the mail server reject emails to an address because the mailbox is full, or accept them again. */
  fill(address: string, isFull?: boolean): void;
}

export function fakeMailbox(): Mailbox {
  const emails: (Email & { idempotencyKey: string })[] = [];
  const unknown = new Set<string>();
  const full = new Set<string>();
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
    fill: (address, isFull = true) => {
      if (isFull) full.add(address);
      else full.delete(address);
    },
    send(emailMessage, idempotencyKey) {
      if (unknown.has(emailMessage.to)) return Promise.reject(new AddressRejected('550 5.1.1 No such user'));
      if (full.has(emailMessage.to)) return Promise.reject(new MailRejected('452 4.2.2'));
      if (failures > 0) {
        failures -= 1;
        return Promise.reject(new MailServerFailed('The mail server does not answer.'));
      }
      emails.push({ ...emailMessage, idempotencyKey });
      return Promise.resolve();
    },
  };
}
