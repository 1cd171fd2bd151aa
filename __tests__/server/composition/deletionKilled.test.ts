/**
 * Tests that deletions of accounts survive SIGKILL. The server is killed at different moments while it deletes accounts
 * with subscriptions and devices. After a restart, each deletion is finished exactly once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningChild } from '../../support/childProcess';
import { sandboxServers } from '../../support/sandboxServers';

/** Number of accounts that are deleted concurrently before each SIGKILL. */
const ACCOUNTS = 6;
/** Number of times that the server is killed while it deletes accounts. */
const KILLS = Number(process.env['DELETION_KILLS'] ?? 1);
/** Longest time between the first request and SIGKILL, in ms. All deletions take about this long. */
const LAST_KILL_MS = 400;

jest.setTimeout(120_000 + KILLS * 60_000);

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
async function readCustomer(token: string, id: number): Promise<CustomerRecord> {
  const response = await post(`api/panel/users/getUserById?id=${String(id)}`, {}, token);
  expect(response.status).toBe(200);
  return (await response.json()) as CustomerRecord;
}

const query = (email: string) => new URLSearchParams({ email }).toString();
async function readRenewals(email: string): Promise<string[]> {
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
    const { email } = await readCustomer(token, id);
    await post('sandbox/api/devices', { email, deviceName: 'Phone', platform: 'android' });
    people.push({ id, email, credentials: [] });
  }
  await passTime('PT2M');
  let renewals = 0;
  for (const person of people) {
    person.credentials = await credentialsIn(`?${query(person.email)}`);
    if ((await readRenewals(person.email)).includes('Active')) renewals += 1;
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

test('every deletion that SIGKILL interrupts is finished once after the restart', async () => {
  let server = await startServer();
  await post('sandbox/api/seed', { customers: ACCOUNTS * KILLS });
  const everyone = await demoCustomers(await adminToken(), ACCOUNTS * KILLS);
  let interrupted = 0;

  for (let kill = 0; kill < KILLS; kill += 1) {
    const people = everyone.slice(kill * ACCOUNTS, (kill + 1) * ACCOUNTS);
    const token = await adminToken();
    const answers = people.map((person) =>
      erase(person, token).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    await pause(((kill * 7 + 1) % 20) * (LAST_KILL_MS / 20));
    await server.kill('SIGKILL');
    const answered = await Promise.all(answers);
    interrupted += answered.filter((ok) => !ok).length;

    server = await startServer();
    const again = await adminToken();
    for (const [index, person] of people.entries()) {
      const user = await readCustomer(again, person.id);
      // A deletion that the server reported must not be lost.
      if (answered[index] === true) expect(user.deletedAt).not.toBeNull();
      if (user.deletedAt === null) expect((await erase(person, again)).status).toBe(200);
    }
  }

  // Messages that the killed processes had claimed are sent again after their lease.
  for (let round = 0; round < 3; round += 1) await passTime('PT15M');
  const token = await adminToken();
  const open = new Set(await credentialsIn(''));
  for (const { id, email, credentials } of everyone) {
    const user = await readCustomer(token, id);
    expect(user.deletedAt).not.toBeNull();
    expect(user.email).not.toBe(email);
    expect((await readRenewals(email)).filter((status) => status === 'Active')).toEqual([]);
    expect(credentials.filter((username) => open.has(username))).toEqual([]);
    const emails = await get<{ subject: string }[]>(
      `sandbox/api/mail?${new URLSearchParams({ to: email }).toString()}`,
    );
    expect(emails.filter(({ subject }) => subject.includes('удалён'))).toHaveLength(1);
  }
  if (KILLS > 1)
    process.stdout.write(
      `${KILLS} kills: ${everyone.length} deletions, ${interrupted} of them interrupted\n`,
    );
});
