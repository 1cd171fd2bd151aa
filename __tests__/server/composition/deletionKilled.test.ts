/**
 * Tests that deletions of accounts survive SIGKILL. The server is killed while it deletes accounts with subscriptions and
 * devices. At that moment a random number of deletions is complete, others are running, and commands to the VPN panel are
 * waiting, because the panel is unavailable. After a restart, each deletion is finished exactly once.
 *
 * `DELETION_KILLS` sets the number of kills, and `DELETION_SEED` the seed of the moments, which a failed test prints.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { fileErasureJournal } from '../../../src/server/adapters/fileErasureJournal';
import { SANDBOX_MIGRATIONS } from '../../../src/server/sandbox/migrations';
import { openEmbeddedDatabase } from '../../../src/server/store/openDatabase';
import { outbox } from '../../../src/server/store/schema/outbox';
import type { RunningChild } from '../../support/childProcess';
import { sandboxServers } from '../../support/sandboxServers';
import { seededRandom } from '../../support/seededRandom';

/** Number of deletions that run concurrently until SIGKILL. */
const CONCURRENT = 6;
/** Number of customers per kill. More customers than a server can delete before SIGKILL. */
const ACCOUNTS = 12;
/** Highest number of deletions that are complete at SIGKILL. */
const MOST_COMPLETE = 4;
/** Number of times that the server is killed while it deletes accounts. */
const KILLS = Number(process.env['DELETION_KILLS'] ?? 1);
const SEED = Number(process.env['DELETION_SEED'] ?? 1);

jest.setTimeout(180_000 + KILLS * 120_000);

interface Person {
  id: number;
  email: string;
  credentials: string[];
}

const servers = sandboxServers();

async function startServer(): Promise<RunningChild> {
  const server = servers.start();
  await server.until('Ready.');
  return server;
}

const url = (route: string) => `http://127.0.0.1:${servers.port}/${route}`;

async function post(route: string, body: object, token?: string): Promise<Response> {
  return fetch(url(route), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
}

async function get<Result>(route: string): Promise<Result> {
  const response = await fetch(url(route));
  expect(response.status).toBe(200);
  return (await response.json()) as Result;
}

async function adminToken(): Promise<string> {
  const response = await post('api/auth/login', await servers.readSignIn());
  const { accessToken } = (await response.json()) as { accessToken: string };
  return accessToken;
}

interface CustomerRecord {
  email: string;
  deletedAt: string | null;
}
async function customerOf(token: string, id: number): Promise<CustomerRecord> {
  const response = await post(`api/panel/users/getUserById?id=${String(id)}`, {}, token);
  expect(response.status).toBe(200);
  return (await response.json()) as CustomerRecord;
}

const query = (email: string) => new URLSearchParams({ email }).toString();
async function renewalsOf(email: string): Promise<string[]> {
  const payments = await get<{ recurringPayment: { status: string } | null }[]>(
    `sandbox/api/payments?${query(email)}`,
  );
  return payments.flatMap(({ recurringPayment }) => recurringPayment?.status ?? []);
}

const credentialsIn = async (search: string) =>
  (await get<{ keys: { username: string }[] }>(`sandbox/api/vpn${search}`)).keys.map(
    ({ username }) => username,
  );

/** Returns demo customers in different states of the subscription. Each of them attaches another device, if allowed. */
async function demoCustomers(token: string, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let id = 1; id <= count; id += 1) {
    const { email } = await customerOf(token, id);
    await post('sandbox/api/devices', { email, deviceName: 'Phone', platform: 'android' });
    people.push({ id, email, credentials: [] });
  }
  await passTime('PT2M');
  let renewals = 0;
  for (const person of people) {
    person.credentials = await credentialsIn(`?${query(person.email)}`);
    if ((await renewalsOf(person.email)).includes('Active')) renewals += 1;
  }
  expect(renewals).toBeGreaterThan(0);
  expect(people.some(({ credentials }) => credentials.length > 0)).toBe(true);
  return people;
}

async function passTime(advance: string): Promise<void> {
  expect(await (await post('sandbox/api/clock', { advance })).json()).toMatchObject({
    now: expect.any(String) as unknown,
  });
}

const erase = ({ id, email }: Person, token: string) =>
  post('api/panel/users/erase', { userId: id, email, reason: 'customerRequest' }, token);

/**
 * Deletes accounts, `CONCURRENT` at a time, until `complete` deletions were reported, and kills the server `delayMs` later.
 * Returns the deletions that were reported, and the deletions that were requested without a response.
 */
async function killWhileDeleting(
  server: RunningChild,
  people: readonly Person[],
  { token, complete, delayMs }: { token: string; complete: number; delayMs: number },
): Promise<{ reported: Person[]; interrupted: Person[] }> {
  const waiting = [...people];
  const reported: Person[] = [];
  const interrupted: Person[] = [];
  let isKilled = false;
  const deleteInTurn = async (onReport: () => void): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !isKilled; next = waiting.shift()) {
      const person = next;
      const isReported = await erase(person, token).then(
        ({ ok }) => ok,
        () => false,
      );
      (isReported ? reported : interrupted).push(person);
      if (reported.length === complete) onReport();
    }
  };
  let turns: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    turns = Array.from({ length: CONCURRENT }, () => deleteInTurn(resolve));
  });
  await pause(delayMs);
  isKilled = true;
  await server.kill('SIGKILL');
  await Promise.all(turns);
  return { reported, interrupted };
}

/** Returns the number of commands to the VPN panel that the killed server had not sent. */
async function commandsWaiting(): Promise<number> {
  const { db, close } = await openEmbeddedDatabase({
    folder: path.join(servers.folder, 'pg'),
    furtherMigrations: [SANDBOX_MIGRATIONS],
  });
  const waiting = await db.$count(outbox, and(eq(outbox.kind, 'vpn'), eq(outbox.state, 'pending')));
  await close();
  return waiting;
}

const JOURNAL = 'erasures';
async function journaledIds(): Promise<Set<number>> {
  const entries = await fileErasureJournal(path.join(servers.folder, JOURNAL)).read();
  return new Set(entries.map(({ accountId }) => accountId));
}

test(`every deletion that SIGKILL interrupts is finished once after the restart (seed ${SEED})`, async () => {
  const random = seededRandom(SEED);
  let server = await startServer();
  await post('sandbox/api/seed', { customers: ACCOUNTS * KILLS });
  const everyone = await demoCustomers(await adminToken(), ACCOUNTS * KILLS);
  const deleted: Person[] = [];
  let interruptions = 0;

  for (let kill = 0; kill < KILLS; kill += 1) {
    const people = everyone.slice(kill * ACCOUNTS, (kill + 1) * ACCOUNTS);
    await post('sandbox/api/vpn/silence', { minutes: 5 });
    const { reported, interrupted } = await killWhileDeleting(server, people, {
      token: await adminToken(),
      complete: random.between(1, MOST_COMPLETE),
      delayMs: random.between(0, 20),
    });
    expect(interrupted).not.toEqual([]);
    interruptions += interrupted.length;
    expect(await commandsWaiting()).toBeGreaterThan(0);
    // A reported deletion is in the journal already.
    const journaled = await journaledIds();
    expect(reported.filter(({ id }) => !journaled.has(id))).toEqual([]);

    server = await startServer();
    const again = await adminToken();
    for (const person of reported) expect((await customerOf(again, person.id)).deletedAt).not.toBeNull();
    for (const person of interrupted) {
      const { deletedAt } = await customerOf(again, person.id);
      if (deletedAt === null) expect((await erase(person, again)).status).toBe(200);
    }
    deleted.push(...reported, ...interrupted);
  }

  // Messages that the killed processes had claimed are sent again after their lease.
  for (let round = 0; round < 3; round += 1) await passTime('PT15M');
  const token = await adminToken();
  const open = new Set(await credentialsIn(''));
  for (const { id, email, credentials } of deleted) {
    const user = await customerOf(token, id);
    expect(user.deletedAt).not.toBeNull();
    expect(user.email).not.toBe(email);
    expect((await renewalsOf(email)).filter((status) => status === 'Active')).toEqual([]);
    expect(credentials.filter((username) => open.has(username))).toEqual([]);
    const emails = await get<{ subject: string }[]>(
      `sandbox/api/mail?${new URLSearchParams({ to: email }).toString()}`,
    );
    expect(emails.filter(({ subject }) => subject.includes('удалён'))).toHaveLength(1);
  }
  expect([...(await journaledIds())].sort((a, b) => a - b)).toEqual(
    deleted.map(({ id }) => id).sort((a, b) => a - b),
  );
  const journal = await readFile(path.join(servers.folder, JOURNAL), 'utf8');
  expect(deleted.filter(({ email }) => journal.includes(email))).toEqual([]);
  if (KILLS > 1) process.stdout.write(`${deleted.length} deletions, ${interruptions} of them interrupted\n`);
});
