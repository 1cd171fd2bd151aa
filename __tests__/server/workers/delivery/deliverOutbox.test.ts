/**
 * Tests the outbox. A message is sent once per key, delayed if requested, dropped if obsolete, and retried with back-off.
 */
import { sql } from 'drizzle-orm';
import type { Deps } from '../../../../src/server/deps';
import { CONCURRENCY } from '../../../../src/server/outbox/lanes';
import {
  claimDue,
  enqueue,
  LEASE_MS,
  type NewOutboxMessage,
  readWaiting,
} from '../../../../src/server/outbox/outbox';
import {
  ProviderNotReady,
  ProviderRejected,
  ProviderUnavailable,
  TooManyProviderRequests,
} from '../../../../src/server/ports/cardProvider';
import { AddressRejected, MailRejected, MailServerFailed } from '../../../../src/server/ports/mailer';
import { findRejectedAddress } from '../../../../src/server/store/rejectedAddresses';
import { outbox } from '../../../../src/server/store/schema/outbox';
import { emailIdentity, openAccount } from '../../../../src/server/usecases/accounts/accounts';
import { EMAIL_LINK_MS } from '../../../../src/server/usecases/signIn/sendSignInEmail';
import {
  deliverDueOutbox,
  deliverLane,
  MAX_EMAIL_TRIES,
  MAX_REJECTED_EMAIL_TRIES,
  stopDelivering,
} from '../../../../src/server/workers/delivery/deliverOutbox';
import { nextJobDueAt, runDueJobs, startJobs } from '../../../../src/server/workers/jobs/startJobs';
import { onPostgres } from '../../../support/database';
import { startTestServer, type TestServer } from '../../../support/server';

const DUE_FIRST = { by: { kind: 'due' } } as const;

let server: TestServer;
let sent: string[];
let fault: Error | null;
let deps: Deps;

beforeEach(async () => {
  server = await startTestServer();
  sent = [];
  fault = null;
  deps = {
    ...server.deps,
    mailer: {
      send: (emailMessage, key) => {
        if (fault !== null) return Promise.reject(fault);
        sent.push(`${emailMessage.to} ${key}`);
        return Promise.resolve();
      },
    },
  };
});

const emailMessage = (
  dedupeKey: string,
  times: { notBefore?: Date; dropAfter?: Date } = {},
): NewOutboxMessage => ({
  kind: 'email',
  dedupeKey,
  payload: { to: 'to@example.org', subject: 's', text: 'secret', html: 'secret' },
  ...times,
});

const rows = () => server.db.select().from(outbox).orderBy(outbox.id);
const inMs = (by: number) => new Date(server.clock.now().getTime() + by);

test('a message is sent once, whatever is enqueued and delivered again, and its content is deleted', async () => {
  await enqueue(server.db, emailMessage('a'));
  await enqueue(server.db, emailMessage('a'));
  await Promise.all([deliverDueOutbox(deps), deliverDueOutbox(deps), deliverDueOutbox(deps)]);
  await enqueue(server.db, emailMessage('a'));
  await deliverDueOutbox(deps);
  expect(sent).toEqual(['to@example.org a']);
  expect(await rows()).toMatchObject([{ state: 'delivered', payload: {}, lastError: null }]);
});

test('nothing is sent if the transaction of its cause fails', async () => {
  const failing = server.db.transaction(async (tx) => {
    await enqueue(tx, emailMessage('a'));
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  await deliverDueOutbox(deps);
  expect(sent).toEqual([]);
});

test('waits for its time, to the millisecond', async () => {
  await enqueue(server.db, emailMessage('a', { notBefore: inMs(1000) }));
  server.clock.advance(999);
  await deliverDueOutbox(deps);
  expect(sent).toEqual([]);
  expect(await nextJobDueAt(server.db)).toEqual(inMs(1));
  server.clock.advance(1);
  await runDueJobs(deps);
  expect(sent).toHaveLength(1);
  expect(await nextJobDueAt(server.db)).toBeNull();
});

test('is dropped once it is no longer wanted', async () => {
  await enqueue(server.db, emailMessage('a', { dropAfter: inMs(1000) }));
  await enqueue(server.db, emailMessage('b', { dropAfter: inMs(1001) }));
  server.clock.advance(1000);
  await deliverDueOutbox(deps);
  expect(sent).toEqual(['to@example.org b']);
  expect((await rows()).map(({ state, payload }) => [state, payload])).toEqual([
    ['dropped', {}],
    ['delivered', {}],
  ]);
});

test('is retried after increasing pauses, and finally fails permanently', async () => {
  fault = new Error('the mail server is down');
  await enqueue(server.db, emailMessage('a'));
  await deliverDueOutbox(deps);
  expect(await rows()).toMatchObject([{ state: 'pending', attempts: 1, dueAt: inMs(5000) }]);
  server.clock.advance(5000);
  await deliverDueOutbox(deps);
  expect(await rows()).toMatchObject([{ attempts: 2, dueAt: inMs(10_000) }]);
  const DAY_MS = 86_400_000;
  for (const beganAt = server.clock.now().getTime(); server.clock.now().getTime() < beganAt + 4 * DAY_MS;) {
    server.clock.advance(1_800_000);
    await deliverDueOutbox(deps);
  }
  expect(await rows()).toMatchObject([{ state: 'pending' }]);
  for (let attempt = 0; attempt < MAX_EMAIL_TRIES; attempt += 1) {
    server.clock.advance(3_600_000);
    await deliverDueOutbox(deps);
  }
  expect(await rows()).toMatchObject([{ state: 'failed', attempts: MAX_EMAIL_TRIES, payload: {} }]);
});

test('a rejected address fails permanently at once, is remembered, and is cleared when it is accepted', async () => {
  fault = new AddressRejected('550 5.1.1 RCPT TO');
  await enqueue(server.db, emailMessage('a'));
  await deliverDueOutbox(deps);
  expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1 }]);
  expect(await findRejectedAddress(server.db, 'to@example.org')).toEqual({
    rejectedAt: server.clock.now(),
    reason: '550 5.1.1 RCPT TO',
  });
  fault = null;
  await enqueue(server.db, emailMessage('b'));
  await deliverDueOutbox(deps);
  expect(await findRejectedAddress(server.db, 'to@example.org')).toBeNull();
});

test.each([
  ['email', {}],
  ['signIn', { dropAfter: new Date('2100-01-01') }],
] as const)(
  'an email that is rejected permanently fails after three attempts in the lane %s',
  async (_lane, times) => {
    fault = new MailRejected('554 5.7.1 EMESSAGE DATA', true);
    await enqueue(server.db, emailMessage('a', times));
    for (let attempt = 1; attempt < MAX_REJECTED_EMAIL_TRIES; attempt += 1) {
      await deliverDueOutbox(deps);
      expect(await rows()).toMatchObject([{ state: 'pending', attempts: attempt }]);
      server.clock.advance(1_800_000);
    }
    await deliverDueOutbox(deps);
    expect(await rows()).toMatchObject([
      { state: 'failed', attempts: 3, lastError: 'MailRejected: 554 5.7.1 EMESSAGE DATA' },
    ]);
    expect(await findRejectedAddress(server.db, 'to@example.org')).toBeNull();
  },
);

test('an email that is rejected for now is retried for days, and does not delay other emails', async () => {
  const rejecting: Deps = {
    ...deps,
    mailer: {
      send: (email, key) =>
        key === 'next'
          ? deps.mailer.send(email, key)
          : Promise.reject(new MailRejected('450 4.1.2 EENVELOPE RCPT TO')),
    },
  };
  for (let n = 0; n < 40; n += 1) await enqueue(server.db, emailMessage(`rejected-${n}`));
  await deliverLane(rejecting, 'email');
  expect((await rows()).every(({ attempts }) => attempts === 1)).toBe(true);
  await enqueue(server.db, emailMessage('next'));
  await deliverLane(rejecting, 'email');
  expect(sent).toEqual(['to@example.org next']);
  server.clock.advance(86_400_000);
  await deliverLane(rejecting, 'email');
  expect((await rows()).filter(({ state }) => state === 'pending')).toHaveLength(40);
});

/** Creates a mailer that responds only when the test calls `response`. */
function hangingMailer(): { deps: Deps; begun: () => number; response: () => void } {
  const waiting: (() => void)[] = [];
  return {
    deps: {
      ...deps,
      mailer: { send: () => new Promise((resolve) => waiting.push(resolve)) },
    },
    begun: () => waiting.length,
    response: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('hanging emails, however many, delay no sign-in email', async () => {
  for (let n = 0; n < 60; n += 1) await enqueue(server.db, emailMessage(`payment-${n}`));
  const hanging = hangingMailer();
  const payments = deliverLane(hanging.deps, 'email');
  await until(() => hanging.begun() === CONCURRENCY.email);
  await enqueue(server.db, emailMessage('signIn:1', { dropAfter: inMs(600_000) }));
  await deliverLane(deps, 'signIn');
  expect(sent).toEqual(['to@example.org signIn:1']);
  const stopped = stopDelivering(hanging.deps, 10);
  hanging.response();
  await Promise.all([payments, stopped]);
});

test('messages that a process has claimed and not sent when it stops are free at once for another process', async () => {
  for (let n = 0; n < 30; n += 1) await enqueue(server.db, emailMessage(`m-${n}`));
  const hanging = hangingMailer();
  const round = deliverLane(hanging.deps, 'email');
  await until(() => hanging.begun() === CONCURRENCY.email);
  await stopDelivering(hanging.deps, 10);
  expect(await claimDue(server.db, server.clock.now(), 100, 'email', DUE_FIRST)).toHaveLength(30);
  hanging.response();
  await round;
  // The stopping process still sent the emails in progress, and started no other email.
  expect((await rows()).filter(({ state }) => state === 'delivered')).toHaveLength(CONCURRENCY.email);
  await deliverLane(hanging.deps, 'email');
  expect(hanging.begun()).toBe(0);
});

test('an unavailable mail server is probed by one email now and then, and gets all emails once it is back', async () => {
  fault = new Error('the mail server is down');
  for (let n = 0; n < 40; n += 1) await enqueue(server.db, emailMessage(`m-${n}`));
  await deliverDueOutbox(deps);
  const triedAtFirst = (await rows()).filter(({ attempts }) => attempts > 0).length;
  expect(triedAtFirst).toBeLessThanOrEqual(3 * CONCURRENCY.email);
  await deliverDueOutbox(deps);
  expect((await rows()).filter(({ attempts }) => attempts > 0)).toHaveLength(triedAtFirst);
  server.clock.advance(5000);
  await deliverDueOutbox(deps);
  expect((await rows()).reduce((tries, { attempts }) => tries + attempts, 0)).toBe(triedAtFirst + 1);
  fault = null;
  server.clock.advance(30_000);
  await deliverDueOutbox(deps);
  expect(sent).toHaveLength(40);
});

test('an open circuit breaker wakes the lane itself when it allows the next attempt', async () => {
  fault = new Error('the mail server is down');
  for (let n = 0; n < 10; n += 1) await enqueue(server.db, emailMessage(`m-${n}`));
  const began = performance.now();
  const woken = await new Promise<string | undefined>((resolve) => {
    void deliverLane({ ...deps, wakeOutbox: resolve }, 'email');
  });
  expect(woken).toBe('email');
  expect(performance.now() - began).toBeGreaterThan(900);
});

test('is sent after a transient failure', async () => {
  fault = new Error('for a moment');
  await enqueue(server.db, emailMessage('a'));
  await deliverDueOutbox(deps);
  fault = null;
  server.clock.advance(5000);
  await deliverDueOutbox(deps);
  expect(sent).toEqual(['to@example.org a']);
});

test('a command is retried until the card provider responds, and fails permanently after repeated rejections', async () => {
  const { id: accountId } = await openAccount(server.db, server.deps, emailIdentity('a@example.org'));
  const task = (orderId: string): NewOutboxMessage => ({
    kind: 'provider',
    dedupeKey: `cancel-recurring-payment:${orderId}`,
    payload: {
      kind: 'cancelRecurringPayment',
      provider: 'cloudPayments',
      accountId,
      orderId,
      recurringPaymentId: null,
    },
  });
  await enqueue(server.db, task('1'));
  for (let attempt = 0; attempt < 30; attempt += 1) {
    server.fakeCardProvider.failNextWith(new ProviderUnavailable('no answer'));
    await deliverDueOutbox(deps);
    server.clock.advance(3_600_000);
  }
  expect(await rows()).toMatchObject([{ state: 'pending', attempts: 30 }]);
  await deliverDueOutbox(deps);
  expect(await rows()).toMatchObject([{ state: 'delivered' }]);
  await enqueue(server.db, task('2'));
  for (let attempt = 0; attempt < 12; attempt += 1) {
    server.fakeCardProvider.failNextWith(new ProviderRejected('no such recurring payment'));
    await deliverDueOutbox(deps);
    server.clock.advance(3_600_000);
  }
  expect((await rows())[1]).toMatchObject({ state: 'failed', attempts: 12 });
});

test("the card provider's rate limit uses up none of a command's attempts, and its pause is kept", async () => {
  const { id: accountId } = await openAccount(server.db, server.deps, emailIdentity('a@example.org'));
  await enqueue(server.db, {
    kind: 'provider',
    dedupeKey: 'cancel-recurring-payment:1',
    payload: {
      kind: 'cancelRecurringPayment',
      provider: 'cloudPayments',
      accountId,
      orderId: '1',
      recurringPaymentId: null,
    },
  });
  const failWith = async (error: Error) => {
    server.fakeCardProvider.failNextWith(error);
    await deliverDueOutbox(deps);
  };
  await failWith(new ProviderRejected('no such recurring payment'));
  server.clock.advance(3_600_000);
  for (let attempt = 0; attempt < 30; attempt += 1) {
    await failWith(new TooManyProviderRequests('payments: HTTP 429', 90_000));
    expect(await rows()).toMatchObject([
      { state: 'pending', attempts: 1, lastError: expect.stringMatching(/^ProviderRejected/) as string },
    ]);
    server.clock.advance(89_999);
    await deliverDueOutbox(deps);
    expect(await rows()).toMatchObject([{ attempts: 1 }]);
    server.clock.advance(1);
  }
  await deliverDueOutbox(deps);
  expect(await rows()).toMatchObject([{ state: 'delivered' }]);
});

test('a recurring payment unknown to the provider is no outage: the next command is sent at once', async () => {
  const { id: accountId } = await openAccount(server.db, server.deps, emailIdentity('a@example.org'));
  let isReady = false;
  const waiting: Deps = {
    ...deps,
    cardProvider: {
      ...server.fakeCardProvider,
      findRecurringPayments: () =>
        isReady ? Promise.resolve([]) : Promise.reject(new ProviderNotReady('not listed yet')),
    },
  };
  const task = (orderId: string): NewOutboxMessage => ({
    kind: 'provider',
    dedupeKey: `cancel-recurring-payment:${orderId}`,
    payload: {
      kind: 'cancelRecurringPayment',
      provider: 'cloudPayments',
      accountId,
      orderId,
      recurringPaymentId: null,
    },
  });
  for (let n = 0; n < 6; n += 1) await enqueue(server.db, task(`early-${n}`));
  await deliverLane(waiting, 'provider');
  expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual(
    Array.from({ length: 6 }, () => ['pending', 1]),
  );
  isReady = true;
  await enqueue(server.db, task('next'));
  await deliverLane(waiting, 'provider');
  expect((await rows()).at(-1)).toMatchObject({ state: 'delivered' });
});

test('a message of a process that died is delivered after its lease', async () => {
  await enqueue(server.db, emailMessage('a'));
  expect(await claimDue(server.db, server.clock.now(), 10, 'email', DUE_FIRST)).toHaveLength(1);
  await deliverDueOutbox(deps);
  expect(sent).toEqual([]);
  server.clock.advance(LEASE_MS.email);
  await deliverDueOutbox(deps);
  expect(sent).toHaveLength(1);
});

test("a sign-in email of a process that died is sent within half of its link's validity", async () => {
  await enqueue(server.db, emailMessage('signIn:1', { dropAfter: inMs(EMAIL_LINK_MS) }));
  expect(await claimDue(server.db, server.clock.now(), 10, 'signIn', DUE_FIRST)).toHaveLength(1);
  server.clock.advance(EMAIL_LINK_MS / 2);
  await deliverDueOutbox(deps);
  expect(sent).toEqual(['to@example.org signIn:1']);
});

test('several instances share the messages, and none is sent twice', async () => {
  const count = onPostgres ? 300 : 60;
  for (let n = 0; n < count; n += 1) await enqueue(server.db, emailMessage(`m-${n}`));
  const claimed = await Promise.all(
    Array.from({ length: 20 }, () => claimDue(server.db, server.clock.now(), 20, 'email', DUE_FIRST)),
  );
  const ids = claimed.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the job loop runs until it is stopped, and a failing round does not end it', async () => {
  await enqueue(server.db, emailMessage('a'));
  const times: number[] = [];
  const failing: Deps = {
    ...deps,
    // The VPN jobs are disabled, because they run concurrently and also read the clock.
    vpnNetwork: null,
    clock: {
      now: () => {
        times.push(times.length);
        if (times.length === 1) throw new Error('the first round fails');
        return server.clock.now();
      },
    },
  };
  const jobs = startJobs(failing, 1);
  await until(() => sent.length > 0);
  await jobs.stop();
  expect(sent).toEqual(['to@example.org a']);
  expect(server.logs).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'a round of jobs failed' }),
  );
});

test('a failing delivery is logged without its values', async () => {
  await server.db.execute(sql`alter table rejected_addresses rename to rejected_elsewhere`);
  try {
    await enqueue(server.db, emailMessage('a'));
    await deliverDueOutbox(deps);
  } finally {
    await server.db.execute(sql`alter table rejected_elsewhere rename to rejected_addresses`);
  }
  const told = server.logs.filter(({ message }) => message === 'a message will be tried again');
  expect(told).toMatchObject([{ details: { reason: 'unexpected: 42P01' } }]);
  expect(await rows()).toMatchObject([{ lastError: 'unexpected: 42P01' }]);
  expect(JSON.stringify(server.logs)).not.toContain('to@example.org');
});

test('an email that the mail server rejects alone is late only after its next attempt, unlike one in an outage', async () => {
  const secondsLate = async () =>
    (await readWaiting(server.db)).find(({ lane }) => lane === 'signIn')?.oldestSeconds ?? 0;
  const wait = (due: string) =>
    server.db.execute(
      sql`update outbox set wanted_at = now() - interval '10 minutes', due_at = ${sql.raw(due)}`,
    );
  await enqueue(server.db, emailMessage('signIn:1', { dropAfter: inMs(60 * 60_000) }));
  fault = new MailRejected('450 4.1.2');
  await deliverDueOutbox(deps);
  await wait(`now() + interval '1 minute'`);
  expect(await secondsLate()).toBe(0);
  await wait(`now() - interval '2 minutes'`);
  expect(Math.round((await secondsLate()) / 60)).toBe(2);
  fault = new MailServerFailed('ECONNREFUSED');
  await wait(`timestamp 'epoch'`);
  await deliverDueOutbox(deps);
  await wait(`now() + interval '1 minute'`);
  expect(Math.round((await secondsLate()) / 60)).toBe(10);
});
