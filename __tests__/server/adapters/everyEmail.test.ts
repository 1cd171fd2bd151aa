/**
 * Sends every email of the product to a mail server, and reads what the mail server delivered. `npm run prove -- mail` sends
 * the emails through a real Postfix if one is installed; otherwise, as in `npm test`, through the scripted mail server. The
 * output names the mail server.
 */
import { createSmtpMailer } from '../../../src/server/adapters/smtpMailer';
import { accountDeletedEmail } from '../../../src/server/emails/accountDeletedEmail';
import { confirmationCodeEmail } from '../../../src/server/emails/confirmationCodeEmail';
import { emailExamples } from '../../../src/server/sandbox/outside/emailExamples';
import { DEFAULT_BRAND } from '../../../src/shared/brand';
import { CONFIRMATION_PURPOSES } from '../../../src/shared/confirmationPurposes';
import { type Postfix, postfixHindrance, startPostfix } from '../../support/postfix';
import { type ScriptedMailServer, startScriptedMailServer } from '../../support/scriptedMailServer';

const WANTS_POSTFIX = process.env['MAIL_SERVER'] === 'postfix';
const DEADLINE_MS = 60_000;

const shop = { brand: DEFAULT_BRAND, publicUrl: 'https://shop.example' };
const code = { code: '04291753', lifetimeMinutes: 10 };

const examples = [
  ...emailExamples(shop).map(({ name, ...rendered }) => ({ to: name, rendered })),
  ...CONFIRMATION_PURPOSES.map((purpose) => ({
    to: `code.${purpose}`,
    rendered: confirmationCodeEmail({ purpose, ...code }, DEFAULT_BRAND),
  })),
  ...[true, false].map((hadPayments) => ({
    to: `deleted.${String(hadPayments)}`,
    rendered: accountDeletedEmail(hadPayments, DEFAULT_BRAND),
  })),
];

let postfix: Postfix | null = null;
let scripted: ScriptedMailServer | null = null;
let url: string;

beforeAll(async () => {
  const hindrance = WANTS_POSTFIX ? postfixHindrance() : 'no Postfix was requested';
  if (hindrance === null) {
    postfix = await startPostfix();
    ({ url } = postfix);
  } else {
    scripted = await startScriptedMailServer();
    ({ url } = scripted);
  }
  if (WANTS_POSTFIX)
    process.stdout.write(
      `mail server: ${hindrance === null ? 'a real Postfix' : `the scripted mail server, because ${hindrance}`}\n`,
    );
}, DEADLINE_MS);

afterAll(async () => {
  await postfix?.stop();
  await scripted?.close();
}, DEADLINE_MS);

/** Returns the delivered emails as soon as all have arrived. */
async function deliveredEmails(): Promise<string[]> {
  const startedAt = performance.now();
  for (;;) {
    const emails =
      postfix === null ? (scripted?.accepted ?? []).map(({ content }) => content) : await postfix.delivered();
    if (emails.length >= examples.length) return emails;
    if (performance.now() - startedAt > DEADLINE_MS)
      throw new Error(`${String(emails.length)} of ${String(examples.length)} emails were delivered`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Returns the header of an email, with each folded field on one line. */
const parseHeader = (email: string): string =>
  email
    .replaceAll('\r\n', '\n')
    .split('\n\n', 1)
    .join('')
    .replaceAll(/\n[ \t]+/g, ' ');

const parseField = (email: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(parseHeader(email))?.[1];

/** Decodes the encoded words of a header field (RFC 2047). */
function decoded(field: string): string {
  const bytes = field
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('latin1')
        : text
            .replaceAll('_', ' ')
            .replaceAll(/=([0-9a-f]{2})/gi, (_byte, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

test(
  'every email is delivered once, with its subject, and with header fields in ASCII',
  async () => {
    const mailer = createSmtpMailer({
      smtpUrl: url,
      from: `${DEFAULT_BRAND.product} <mail@shop.example>`,
      replyTo: DEFAULT_BRAND.supportEmail,
    });
    try {
      await Promise.all(
        examples.map(({ to, rendered: { subject, text, html } }) =>
          mailer.send({ to: `${to}@example.com`, subject, text, html }, `example:${to}`),
        ),
      );
    } finally {
      mailer.close();
    }
    const emails = await deliveredEmails();
    expect(emails).toHaveLength(examples.length);
    const subjects = emails.map((email) => decoded(parseField(email, 'Subject') ?? ''));
    expect(subjects.toSorted()).toEqual(examples.map(({ rendered }) => rendered.subject).toSorted());
    expect(new Set(emails.map((email) => parseField(email, 'Message-ID'))).size).toBe(examples.length);
    for (const email of emails) {
      expect(parseHeader(email)).toMatch(/^[\t\n -~]+$/);
      expect(parseField(email, 'To')).toMatch(/^[a-zA-Z.]+@example\.com$/);
      expect(parseField(email, 'Auto-Submitted')).toBe('auto-generated');
      // RFC 5321 permits lines of 998 characters.
      expect(Math.max(...email.split(/\r?\n/).map((line) => line.length))).toBeLessThanOrEqual(998);
    }
  },
  2 * DEADLINE_MS,
);
