/** Tests the classification of SMTP failures with the real SMTP client and a mail server with scripted replies. */
import { createSmtpMailer, MAX_CONNECTIONS, type SmtpMailer } from '../../../src/server/adapters/smtpMailer';
import { CONCURRENCY } from '../../../src/server/outbox/lanes';
import { EMAIL_LANES } from '../../../src/server/outbox/outbox';
import { AddressRejected, MailRejected, MailServerFailed } from '../../../src/server/ports/mailer';
import {
  type MailScript,
  type ScriptedMailServer,
  startScriptedMailServer,
} from '../../support/scriptedMailServer';

const EMAIL = { to: 'vasilisa@example.com', subject: 'Вход', text: 'Код 042917', html: '<p>Код</p>' };

let mail: ScriptedMailServer;
let mailer: SmtpMailer | undefined;

beforeEach(async () => {
  mail = await startScriptedMailServer();
});

afterEach(async () => {
  mailer?.close();
  mailer = undefined;
  await mail.close();
});

function open(login = ''): SmtpMailer {
  mailer = createSmtpMailer({
    smtpUrl: mail.url.replace('://', `://${login}`),
    from: 'mail@prosvet.example',
    replyTo: 'help@prosvet.example',
  });
  return mailer;
}

/** Sends an email with this script and returns the class and the permanence of the failure. */
async function failureWith(script: MailScript, to = EMAIL.to, login = ''): Promise<string> {
  mail.script = script;
  const error: unknown = await open(login)
    .send({ ...EMAIL, to }, 'signIn:1')
    .then(() => null)
    .catch((reason: unknown) => reason);
  if (error instanceof AddressRejected) return 'address';
  if (error instanceof MailRejected) return error.isPermanent ? 'email, permanent' : 'email';
  if (error instanceof MailServerFailed) return `server, ${error.recipientDomain}`;
  return String(error);
}

const SERVER = 'server, example.com';
const both = ['PIPELINING', 'NONE'] as const;

it.each<[string, MailScript]>([
  ['a greeting with 554', { greeting: () => ({ reply: '554 5.7.1 No service' }) }],
  ['a greeting with 421', { greeting: () => ({ reply: '421 4.3.2 Busy' }) }],
  ['a connection that is closed before the greeting', { greeting: () => 'close' }],
  ['501 to EHLO and 502 to HELO', { ehlo: () => ({ reply: '501 5.5.4 Syntax' }) }],
  [
    '553 to MAIL FROM',
    { mailFrom: () => ({ reply: '553 5.7.1 Sender address rejected: not owned by user' }) },
  ],
  ['501 to MAIL FROM', { mailFrom: () => ({ reply: '501 5.1.7 Bad sender address syntax' }) }],
  ['550 to MAIL FROM', { mailFrom: () => ({ reply: '550 5.1.1 No such user' }) }],
  ['451 to MAIL FROM', { mailFrom: () => ({ reply: '451 4.3.0 Try later' }) }],
  ['421 to RCPT TO', { rcptTo: () => ({ reply: '421 4.7.0 Too many errors' }) }],
  ['421 to the content', { content: () => ({ reply: '421 4.3.0 Shutting down' }) }],
  ['a connection that is closed after RCPT TO', { rcptTo: () => 'close' }],
])('%s is a failure of the mail server', async (_what, script) => {
  for (const extension of both) {
    expect(await failureWith({ ...script, extensions: [extension] })).toBe(SERVER);
    mailer?.close();
  }
});

it('rejected credentials are a failure of the mail server', async () => {
  const script: MailScript = {
    auth: () => ({ reply: '535 5.7.8 No such user' }),
    extensions: ['AUTH PLAIN'],
  };
  expect(await failureWith(script, EMAIL.to, 'user:wrong@')).toBe(SERVER);
});

it('a mail server that does not run is a failure of the mail server', async () => {
  const smtp = open();
  await mail.close();
  await expect(smtp.send(EMAIL, 'signIn:1')).rejects.toBeInstanceOf(MailServerFailed);
  mail = await startScriptedMailServer();
});

it.each([
  [
    '550 5.1.1 <vasilisa@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
    'address',
  ],
  ['550 5.7.1 No such user!', 'address'],
  ['550 5.7.1 <vasilisa@example.com>: Recipient address rejected: No such user here', 'address'],
  ['550 No such user here', 'address'],
  ['554 5.7.1 Mailbox does not exist', 'address'],
  ["554 delivery error: dd This user doesn't have a yahoo.com account", 'address'],
  ['552 1 Requested mail action aborted, mailbox not found', 'address'],
  [
    '550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n' +
      "550 5.1.1 double-checking the recipient's email address for typos",
    'address',
  ],
  [
    '550 Message was not accepted -- invalid mailbox. Local mailbox is unavailable: user not found',
    'address',
  ],
  ['501 5.1.3 Bad recipient address syntax', 'address'],
  ['501 Syntax error in the address', 'address'],
  ['553 5.1.3 The recipient address is not a valid RFC 5321 address', 'address'],
  ['551 User not local', 'address'],
  ['550 5.2.1 The account is disabled', 'address'],
  ['550 Requested action not taken: mailbox unavailable', 'address'],
  // Outlook.com and Exchange Online
  ['550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [AM.example]', 'address'],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', 'address'],
  [
    '550 5.4.1 Recipient address rejected: Access denied. For more information see https://help.example',
    'address',
  ],
  // iCloud, Yahoo, Mail.ru, Exim, Postfix, a null MX, and NetEase
  ['550 5.1.1 <vasilisa@example.com>: user does not exist', 'address'],
  ['550 5.1.6 recipient no longer on server: vasilisa@example.com', 'address'],
  ['554 30 Sorry, your message cannot be delivered. This mailbox is disabled (554.30)', 'address'],
  [
    '550 Message was not accepted -- invalid mailbox. Local mailbox vasilisa@example.com is unavailable: account is disabled',
    'address',
  ],
  ['550 Unrouteable address', 'address'],
  ['550 Unknown user', 'address'],
  ['550-Callout verification failed:\r\n550 550 5.1.1 User unknown', 'address'],
  [
    '550 5.1.1 <vasilisa@example.com>: Recipient address rejected: undeliverable address: unknown user: "vasilisa"',
    'address',
  ],
  ['550 5.1.2 <vasilisa@example.com>: Recipient address rejected: Domain not found', 'address'],
  [
    '556 5.1.10 <vasilisa@example.com>: Recipient address rejected: Domain example.com does not accept mail (nullMX)',
    'address',
  ],
  ['550 5.7.1 recipient is not exist', 'address'],
  ['550 5.7.1 Account has been disabled', 'address'],
  // The mailbox may accept a later email.
  ['450 4.1.2 Domain not found', 'email'],
  ['450 4.2.0 Greylisted, see http://postgrey.example', 'email'],
  ['450 4.1.1 Recipient address rejected: unverified address: No such user', 'email'],
  ['451 4.3.5 Server configuration error', 'email'],
  ['503 5.5.1 Bad sequence of commands', 'email'],
  // The same email will be rejected again, but the mailbox exists.
  ['550 5.7.1 Rejected by policy', 'email, permanent'],
  ['550 Administrative prohibition', 'email, permanent'],
  ['554 5.7.1 <vasilisa@example.com>: Recipient address rejected: Access denied', 'email, permanent'],
  ['550 5.7.1 Requested action not taken: mailbox unavailable, message blocked as spam', 'email, permanent'],
  ['550 5.7.511 Access denied, banned sender', 'email, permanent'],
  ['554 5.7.1 [1] Policy rejection on the target address', 'email, permanent'],
  ['554 5.7.1 Blocked, see https://blocks.example', 'email, permanent'],
  ['550 Message refused: your server is listed as a source of spam', 'email, permanent'],
  ['552 5.2.2 Mailbox is full', 'email, permanent'],
  ['550 5.2.2 Mailbox is full', 'email, permanent'],
  ['555 5.5.4 Unsupported option', 'email, permanent'],
  // Another mail server, whose reply the relay quotes, rejects the sender.
  [
    '550 5.1.1 <vasilisa@example.com>: Recipient address rejected: undeliverable address: host mx.example said: ' +
      '550 5.1.0 Sender address rejected: User unknown',
    'email, permanent',
  ],
  // The relay rejects this installation, which an operator can correct.
  ['553 5.7.1 <mail@prosvet.example>: Sender address rejected: not owned by user shop', 'email'],
  [
    '550 5.1.0 <mail@prosvet.example>: Sender address rejected: User unknown in virtual mailbox table',
    'email',
  ],
  ['554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied', 'email'],
  ['554 5.7.1 <vasilisa@example.com>: Relay access denied', 'email'],
  ['550 relay not permitted', 'email'],
])('%s to RCPT TO: %s', async (reply, expected) => {
  for (const extension of both) {
    expect(await failureWith({ rcptTo: () => ({ reply }), extensions: [extension] })).toBe(expected);
    mailer?.close();
  }
});

it.each([
  ['554 5.7.1 Spam message rejected', 'email, permanent'],
  ['552 5.3.4 Message too big', 'email, permanent'],
  ['550 5.7.1 No such user!', 'email, permanent'],
  ['451 4.7.1 Greylisted', 'email'],
  ['452 4.3.1 Insufficient system storage', 'email'],
])('%s to DATA or to the content: %s', async (reply, expected) => {
  expect(await failureWith({ data: () => ({ reply }) })).toBe(expected);
  mailer?.close();
  expect(await failureWith({ content: () => ({ reply }) })).toBe(expected);
});

it('an address that SMTP cannot transmit is a rejected address, and the mail server is not asked', async () => {
  expect(await failureWith({}, '"a>b"@example.com')).toBe('address');
  expect(mail.commands.filter((command) => command.startsWith('RCPT'))).toEqual([]);
});

it('a sender rejected only because of a recipient outside ASCII concerns one email', async () => {
  const script: MailScript = {
    extensions: ['SMTPUTF8'],
    mailFrom: (_sender, command) =>
      command.includes('SMTPUTF8') ? { reply: '550 5.6.7 SMTPUTF8 is not available' } : undefined,
  };
  expect(await failureWith(script, 'василиса@example.com')).toBe('email, permanent');
});

it('an email is sent over a new connection after a few rejections, because mail servers slow such a session down', async () => {
  mail.script = {
    errorLimit: 10,
    rcptTo: (to) => (to.startsWith('no') ? { reply: '450 4.1.2 Domain not found' } : undefined),
  };
  const smtp = open();
  for (let n = 0; n < 25; n += 1)
    await smtp.send({ ...EMAIL, to: `no${n}@example.com` }, `signIn:${n}`).catch(() => undefined);
  const began = performance.now();
  await smtp.send(EMAIL, 'signIn:26');
  expect(performance.now() - began).toBeLessThan(900);
  expect(mail.sessions).toBeGreaterThan(2);
}, 20_000);

it('the connections suffice for all lanes of emails', () => {
  const concurrency = EMAIL_LANES.reduce((sum, lane) => sum + CONCURRENCY[lane], 0);
  expect(concurrency).toBeLessThanOrEqual(MAX_CONNECTIONS);
});

it.each([
  [['SMTPUTF8'], true],
  [['PIPELINING'], false],
] as const)(
  'a mail server that announces %s accepts addresses outside ASCII: %s',
  async (extensions, expected) => {
    mail.script = { extensions };
    const smtp = open();
    await smtp.send(EMAIL, 'signIn:1');
    expect(smtp.acceptsUtf8?.()).toBe(expected);
  },
);
