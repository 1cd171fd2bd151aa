/** Tests that the replies of a mail server to an envelope are read without sending an email. */
import { createSmtpMailer } from '../../../src/server/adapters/smtpMailer';
import {
  type MailScript,
  type ScriptedMailServer,
  startScriptedMailServer,
} from '../../support/scriptedMailServer';

let mail: ScriptedMailServer;

beforeEach(async () => {
  mail = await startScriptedMailServer();
});

afterEach(() => mail.close());

async function examine(script: MailScript, { login = '', from = 'Shop <mail@shop.example>' } = {}) {
  mail.script = script;
  const mailer = createSmtpMailer({
    smtpUrl: mail.url.replace('://', `://${login}`),
    from,
    replyTo: 'help@shop.example',
  });
  try {
    return await mailer.examine('help@shop.example');
  } finally {
    mailer.close();
  }
}

it('sends the envelope over one connection and no email', async () => {
  const script: MailScript = { extensions: ['AUTH PLAIN', 'PIPELINING', 'SMTPUTF8'] };
  expect(await examine(script, { login: 'mail:good@' })).toEqual({
    sender: null,
    recipient: null,
    acceptsUtf8: true,
  });
  expect(mail.commands.filter((command) => !command.startsWith('EHLO'))).toEqual([
    'AUTH',
    'MAIL FROM:<mail@shop.example>',
    'RCPT TO:<help@shop.example>',
    'RSET',
  ]);
  expect(mail.sessions).toBe(1);
  expect(mail.accepted).toEqual([]);
});

it('reads rejections of the sender and of the recipient', async () => {
  const sender = { mailFrom: () => ({ reply: '553 5.7.1 Not owned by user' }) };
  expect(await examine(sender)).toMatchObject({
    sender: { isPermanent: true, codes: '553 5.7.1' },
    recipient: null,
  });
  const relay = { rcptTo: () => ({ reply: '554 5.7.1 Relay access denied' }) };
  expect(await examine(relay)).toMatchObject({
    sender: null,
    recipient: { isPermanent: true, codes: '554 5.7.1' },
  });
  const greylisted = { rcptTo: () => ({ reply: '450 4.2.0 Greylisted' }) };
  expect(await examine(greylisted)).toMatchObject({
    recipient: { isPermanent: false, codes: '450 4.2.0' },
    acceptsUtf8: false,
  });
});

it('encodes an international domain of the sender', async () => {
  await examine({}, { from: 'Магазин <mail@магазин.рф>' });
  expect(mail.commands).toContain('MAIL FROM:<mail@xn--80aairftm.xn--p1ai>');
});

it.each<[string, MailScript, string]>([
  ['rejected credentials', { extensions: ['AUTH PLAIN'], auth: () => ({ reply: '535 5.7.8 No' }) }, 'EAUTH'],
  ['a closed connection', { mailFrom: () => 'close' }, 'CONN'],
  ['a busy server', { greeting: () => ({ reply: '421 4.3.2 Busy' }) }, '421'],
])('rejects for %s', async (_what, script, words) => {
  await expect(examine(script, { login: 'mail:bad@' })).rejects.toThrow(words);
});
