/** The outside mail server, faked behind `Mailer`: keeps what was handed over. */
import type { Letter, Mailer } from '../../src/server/mail/mailer';

export interface Mailbox extends Mailer {
  /** Newest last. */
  readonly letters: (Letter & { idempotencyKey: string })[];
  lettersTo(address: string): Letter[];
  /** The next letters are refused, this many times. */
  failNext(times: number): void;
}

export function fakeMailbox(): Mailbox {
  const letters: (Letter & { idempotencyKey: string })[] = [];
  let failures = 0;
  return {
    letters,
    lettersTo: (address) => letters.filter((letter) => letter.to === address),
    failNext: (times) => {
      failures = times;
    },
    send(letter, idempotencyKey) {
      if (failures > 0) {
        failures -= 1;
        return Promise.reject(new Error('The mail server does not answer.'));
      }
      letters.push({ ...letter, idempotencyKey });
      return Promise.resolve();
    },
  };
}
