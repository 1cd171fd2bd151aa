/** The outside mail server, faked behind `Mailer`: keeps what was handed over. */
import { AddressRefused, type Letter, type Mailer, MailRefused } from '../../src/server/ports/mailer';

export interface Mailbox extends Mailer {
  /** Newest last. */
  readonly letters: (Letter & { idempotencyKey: string })[];
  lettersTo(address: string): Letter[];
  /** The next letters are refused, this many times. */
  failNext(times: number): void;
  /** There is no such mailbox from now on. */
  bounce(address: string): void;
}

export function fakeMailbox(): Mailbox {
  const letters: (Letter & { idempotencyKey: string })[] = [];
  const unknown = new Set<string>();
  let failures = 0;
  return {
    letters,
    lettersTo: (address) => letters.filter((letter) => letter.to === address),
    failNext: (times) => {
      failures = times;
    },
    bounce: (address) => {
      unknown.add(address);
    },
    send(letter, idempotencyKey) {
      if (unknown.has(letter.to)) return Promise.reject(new AddressRefused('550 5.1.1 No such user'));
      if (failures > 0) {
        failures -= 1;
        return Promise.reject(new MailRefused('The mail server does not answer.'));
      }
      letters.push({ ...letter, idempotencyKey });
      return Promise.resolve();
    },
  };
}
