/** Tests the SMTP mailer with a complete SMTP conversation. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { createSmtpMailer, type SmtpMailer } from '../../../src/server/adapters/smtpMailer';
import { accountEmail } from '../../../src/server/emails/accountEmail';
import { AddressRejected, MailRejected } from '../../../src/server/ports/mailer';
import { DEFAULT_BRAND } from '../../../src/shared/brand';
import { MONTH_KOPECKS, MONTH_RUB } from '../../support/offer';

const EMAIL = {
  to: 'vasilisa@example.com',
  subject: 'Вход в «Просвет»',
  text: 'Код 042917',
  html: '<p>Код 042917</p>',
};

interface Received {
  from: string;
  to: string[];
  message: string;
}

let smtp: SMTPServer;
let mailer: SmtpMailer;
let received: Received[];
let rejections: number;
let rejection: Error;

beforeEach(async () => {
  received = [];
  rejections = 0;
  rejection = Object.assign(new Error('Mailbox busy'), { responseCode: 450 });
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, callback) {
      if (rejections === 0) {
        callback();
        return;
      }
      rejections -= 1;
      callback(rejection);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          message: Buffer.concat(chunks).toString('utf8'),
        });
        callback();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  mailer = createSmtpMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Просвет <mail@prosvet.example>',
    replyTo: 'help@prosvet.example',
  });
});

afterEach(async () => {
  mailer.close();
  const closed = once(smtp.server, 'close');
  smtp.close();
  await closed;
});

const header = (message: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\r?\n[ \t].*)*)`, 'im').exec(message)?.[1];

/** Decodes a header as defined by RFC 2047, like an email client. */
function decodedSubject(message: string): string {
  const words = [...(header(message, 'Subject') ?? '').matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/g)];
  const bytes = words.map(([, encoding, text = '']) =>
    encoding === 'B'
      ? Buffer.from(text, 'base64')
      : Buffer.from(
          text
            .replace(/_/g, ' ')
            .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16))),
          'latin1',
        ),
  );
  return Buffer.concat(bytes).toString('utf8');
}

it('sends an email with both body parts to the given recipient only', async () => {
  await mailer.send(EMAIL, 'signIn:1');
  expect(received).toHaveLength(1);
  const [{ from, to, message }] = received as [Received];
  expect(from).toBe('mail@prosvet.example');
  expect(to).toEqual(['vasilisa@example.com']);
  expect(message).toContain('text/plain; charset=utf-8');
  expect(message).toContain('text/html; charset=utf-8');
  expect(header(message, 'Auto-Submitted')).toBe('auto-generated');
});

it('sends an email in ASCII with short lines and a reply address, as mail servers require', async () => {
  const emailMessage = accountEmail(
    {
      name: 'chargeFailed',
      willRetry: true,
      reason: 'noMoney',
      amountKopecks: MONTH_KOPECKS,
      cardMask: '•••• 4242',
      retryAt: new Date('2026-11-29T09:00:00Z'),
    },
    { brand: DEFAULT_BRAND, publicUrl: 'https://prosvet.example', canConnect: true, receiptUrl: null },
  );
  await mailer.send({ to: EMAIL.to, ...emailMessage }, 'email:1:chargeFailed:1');
  const [{ message }] = received as [Received];
  expect(message).toMatch(/^[\r\n\t\x20-\x7E]*$/);
  const lines = message.split('\r\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78);
  expect(header(message, 'Subject')).toMatch(/^=\?UTF-8\?[BQ]\?/);
  expect(decodedSubject(message)).toBe(`Не получилось списать ${MONTH_RUB}\u00A0руб. за «Просвет»`);
  expect(header(message, 'From')).toMatch(/^=\?UTF-8\?.* <mail@prosvet\.example>$/);
  expect(header(message, 'Reply-To')).toBe('help@prosvet.example');
  expect(header(message, 'Date')).toMatch(/\+0000$/);
  expect(header(message, 'Content-Type')).toContain('multipart/alternative');
  expect(header(message, 'List-Unsubscribe')).toBeUndefined();
});

it('keeps the Message-ID for each attempt to send an email', async () => {
  await mailer.send(EMAIL, 'signIn:1');
  await mailer.send(EMAIL, 'signIn:1');
  await mailer.send(EMAIL, 'signIn:2');
  const [first, again, other] = received.map(({ message }) => header(message, 'Message-ID'));
  expect(first).toMatch(/^<[\w-]{43}@prosvet\.example>$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it('passes an address on as exactly one recipient, whatever characters it contains', async () => {
  await mailer.send({ ...EMAIL, to: 'a@example.com' }, 'one');
  expect(received[0]?.to).toEqual(['a@example.com']);
});

it('rejects if the server rejects, and sends again afterwards', async () => {
  rejections = 1;
  await expect(mailer.send(EMAIL, 'signIn:1')).rejects.toThrow(/^450 /);
  await mailer.send(EMAIL, 'signIn:1');
  expect(received).toHaveLength(1);
});

it('distinguishes a rejected address by error codes that contain no address', async () => {
  rejections = 1;
  rejection = Object.assign(new Error(`5.1.1 <${EMAIL.to}>: user unknown`), { responseCode: 550 });
  const error: unknown = await mailer.send(EMAIL, 'signIn:1').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AddressRejected);
  expect(error).toMatchObject({ message: '550 5.1.1 EENVELOPE RCPT TO' });
});

it('does not treat a rejected email as a rejected address', async () => {
  rejections = 1;
  rejection = Object.assign(new Error('5.7.1 rejected by policy'), { responseCode: 550 });
  await expect(mailer.send(EMAIL, 'signIn:1')).rejects.toBeInstanceOf(MailRejected);
});

it('rejects if the server does not respond', async () => {
  const nobody = createSmtpMailer({
    smtpUrl: 'smtp://127.0.0.1:1',
    from: 'mail@prosvet.example',
    replyTo: 'help@prosvet.example',
  });
  await expect(nobody.send(EMAIL, 'signIn:1')).rejects.toThrow();
  nobody.close();
});

it('knows after the first email whether the mail server accepts addresses outside ASCII', async () => {
  expect(mailer.acceptsUtf8?.()).toBeNull();
  await mailer.send(EMAIL, 'signIn:1');
  expect(typeof mailer.acceptsUtf8?.()).toBe('boolean');
});

it('reads at the start whether the mail server accepts addresses outside ASCII, without sending an email', async () => {
  await mailer.learnExtensions();
  expect(typeof mailer.acceptsUtf8?.()).toBe('boolean');
  expect(received).toEqual([]);
});

it('does not know whether an unresponsive mail server accepts addresses outside ASCII', async () => {
  const nobody = createSmtpMailer({
    smtpUrl: 'smtp://127.0.0.1:1',
    from: 'mail@prosvet.example',
    replyTo: 'help@prosvet.example',
  });
  await nobody.learnExtensions();
  expect(nobody.acceptsUtf8?.()).toBeNull();
  nobody.close();
});

it('writes a Message-ID in ASCII if the domain of the sender is Cyrillic', async () => {
  const { port } = smtp.server.address() as AddressInfo;
  const cyrillic = createSmtpMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Магазин <mail@магазин.рф>',
    replyTo: 'help@prosvet.example',
  });
  await cyrillic.send(EMAIL, 'signIn:1');
  cyrillic.close();
  expect(received[0]?.message).toMatch(/^Message-ID:\s+<[\w-]{43}@xn--80aairftm\.xn--p1ai>\r$/m);
});
