/**
 * Tests that a stranger who requests many emails delays no email of other people. The mail server is scripted: it rejects,
 * delays or drops the stranger's emails, as real mail servers do.
 */
import { createSmtpMailer, type SmtpMailer } from '../../../../src/server/adapters/smtpMailer';
import { buildApp } from '../../../../src/server/http/app';
import { enqueue } from '../../../../src/server/outbox/outbox';
import { systemClock } from '../../../../src/server/ports/clock';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { sendConfirmationCode } from '../../../../src/server/usecases/accounts/confirmationCodes';
import { createBrowserMark } from '../../../../src/server/usecases/signIn/browserMark';
import { startJobs } from '../../../../src/server/workers/jobs/startJobs';
import {
  type MailScript,
  type ScriptedMailServer,
  type ScriptedReply,
  startScriptedMailServer,
} from '../../../support/scriptedMailServer';
import { instanceWith, startTestServer, TEST_ORIGIN } from '../../../support/server';
import { isWhole, scaleSample } from '../../../support/simulation';

/** Maximum delay of an email during a flood, in ms. A small sample may run on a busy machine. */
const DELAY_MS = isWhole ? 2_000 : 6_000;

let mail: ScriptedMailServer;
let mailer: SmtpMailer;
let stop: () => Promise<void>;

afterEach(async () => {
  await stop();
  mailer.close();
  await mail.close();
});

/** A production server with its jobs, in real time, and the requests of its visitors. */
async function openShop(script: MailScript) {
  const server = await startTestServer({ settings: { mode: 'production' } });
  mail = await startScriptedMailServer(script);
  mailer = createSmtpMailer({
    smtpUrl: mail.url,
    from: 'mail@prosvet.example',
    replyTo: 'help@prosvet.example',
  });
  const deps = instanceWith(server.deps, { clock: systemClock, mailer });
  const app = buildApp(deps, { trustedProxies: 1 });
  const jobs = startJobs(deps);
  stop = () => jobs.stop();
  const request = async (email: string, ip: string, browserMark?: string): Promise<number> => {
    const response = await app.fetch(
      new Request(`${TEST_ORIGIN}/api/emailVerification/send`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': ip },
        body: JSON.stringify({ email, platform: 'web', browserMark }),
      }),
    );
    return response.status;
  };
  const account = await openAccount(deps.db, deps, emailIdentity('customer@example.com'));
  const mark = createBrowserMark(deps, account);
  await openAccount(deps.db, deps, emailIdentity('owner@example.com'));
  /** Requests an email of each kind for other people and returns the delay of each email, in ms. */
  const measureDelays = async (round: number): Promise<Record<string, number>> => {
    const began = performance.now();
    const other = `198.51.${100 + round}`;
    const buyer = `buyer-${round}@example.org`;
    const due = `payment-${round}@example.net`;
    const payload = { to: due, subject: 's', text: 't', html: 'h' };
    await Promise.all([
      request('customer@example.com', `${other}.1`, mark),
      request('owner@example.com', `${other}.2`),
      request(buyer, `${other}.3`),
      enqueue(deps.db, { kind: 'email', dedupeKey: `payment:${round}`, payload }).then(() =>
        deps.wakeOutbox('email'),
      ),
      sendConfirmationCode(deps, {
        accountId: account.id,
        email: `confirm-${round}@example.com`,
        purpose: 'newEmail',
        ip: `${other}.4`,
      }),
    ]);
    const recipients = {
      'known browser': 'customer@example.com',
      'existing account': 'owner@example.com',
      'new address': buyer,
      'lane email': due,
      'confirmation code': `confirm-${round}@example.com`,
    };
    const delays: Record<string, number> = {};
    for (const [who, address] of Object.entries(recipients))
      delays[who] = (await mail.accepts(address)) - began;
    return delays;
  };
  return { deps, request, measureDelays };
}

function report(flood: string, delays: Record<string, number>): void {
  if (!isWhole) return;
  const figures = Object.entries(delays).map(([who, ms]) => `${who} ${Math.round(ms)} ms`);
  process.stdout.write(`${flood}: ${figures.join(', ')}\n`);
}

const isStrange = (address: string): boolean => address.endsWith('.strange.example');
const strangers = (reply: ScriptedReply) => (recipient: string) => (isStrange(recipient) ? reply : undefined);

test.each<[string, MailScript]>([
  ['450 to RCPT TO', { rcptTo: strangers({ reply: '450 4.1.2 Domain not found' }), errorLimit: 10 }],
  ['550 to RCPT TO', { rcptTo: strangers({ reply: '550 5.7.1 Rejected by policy' }) }],
  ['a closed session with 421', { rcptTo: strangers({ reply: '421 4.7.0 Try again later' }) }],
  ['a closed connection', { rcptTo: strangers('close') }],
  ['no reply to RCPT TO', { rcptTo: strangers('hang') }],
  [
    'a reply to RCPT TO after 15 s',
    { rcptTo: strangers({ reply: '450 4.4.3 DNS timeout', afterMs: 15_000 }) },
  ],
  ['451 to the content', { content: strangers({ reply: '451 4.7.1 Greylisted' }) }],
  ['554 to the content', { content: strangers({ reply: '554 5.7.1 Spam' }) }],
])(
  'emails of other people are sent at once if 300 emails of one network get %s',
  async (name, script) => {
    const { request, measureDelays } = await openShop(script);
    const flood = Array.from({ length: scaleSample(300) }, (_, n) =>
      request(`victim@${n}.strange.example`, '203.0.113.7'),
    );
    expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
    const delays = await measureDelays(1);
    report(name, delays);
    expect(Math.max(...Object.values(delays))).toBeLessThan(DELAY_MS);
  },
  180_000,
);

test('emails of other people overtake 2500 emails that one /48 network requested from a slow mail server', async () => {
  const { request, measureDelays } = await openShop({
    content: () => ({ reply: '250 2.0.0 Ok: queued', afterMs: 100 }),
  });
  const total = scaleSample(2500);
  const each = 25;
  const delays: number[] = [];
  for (let sent = 0; sent < total; sent += each) {
    const requests = Array.from({ length: Math.min(each, total - sent) }, (_, n) =>
      request(`victim-${sent + n}@strange.example`, `2001:db8:1:${(sent + n) % 50}::1`),
    );
    expect(new Set(await Promise.all(requests))).toEqual(new Set([200]));
  }
  const found = await measureDelays(1);
  report(`2500 emails of one /48, of which ${mail.accepted.length} were sent`, found);
  delays.push(...Object.values(found));
  expect(mail.accepted.length).toBeLessThan(total);
  expect(Math.max(...delays)).toBeLessThan(DELAY_MS);
}, 180_000);
