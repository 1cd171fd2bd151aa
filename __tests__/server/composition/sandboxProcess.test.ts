/** Tests the sandbox server as a process: acknowledged changes survive SIGKILL, and the server stops and rejects cleanly. */
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { freePort } from '../../../.ci/freePort.mjs';
import { LEASE_MS } from '../../../src/server/outbox/outbox';
import type { RunningChild } from '../../support/childProcess';
import { sandboxServers } from '../../support/sandboxServers';

const EMAILS = 10;
const GIFTS = 4;
/** Number of times that the server is killed while it acknowledges requests. */
const KILLS = Number(process.env['KILLS'] ?? 1);
/** Timeout of a test, which starts several servers with embedded databases. */
jest.setTimeout(120_000 + KILLS * 60_000);

const servers = sandboxServers();

async function post(call: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${servers.port}/api/${call}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

/** Results that the server has reported to its callers before the server was killed. */
interface Acknowledged {
  emails: { email: string; mailToken: unknown }[];
  gifts: unknown[];
}

/** Returns the sign-in code from the email to an address. */
async function codeFor(email: string): Promise<string> {
  const query = new URLSearchParams({ to: email }).toString();
  const result = await fetch(`http://127.0.0.1:${servers.port}/sandbox/api/mail?${query}`);
  const emails = (await result.json()) as { text: string }[];
  const code = /(?<!\d)\d{8}(?!\d)/.exec(emails[0]?.text.replace(/https?:\S+/g, '') ?? '')?.[0];
  if (code === undefined) throw new Error(`no email to ${email}`);
  return code;
}

/** Moves the clock past the lease of outbox messages, so that messages claimed by the killed process are sent. */
async function passLease(): Promise<void> {
  const result = await fetch(`http://127.0.0.1:${servers.port}/sandbox/api/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ advance: `PT${LEASE_MS.signIn / 1000}S` }),
  });
  // The response of a clock change starts immediately and ends when the clock has reached its target.
  expect(await result.json()).toMatchObject({ now: expect.any(String) as unknown });
}

/**
 * Asserts that each acknowledged email was sent, that the code in the email signs in, and that each acknowledged gift
 * exists.
 */
async function expectKept({ emails, gifts }: Acknowledged): Promise<void> {
  await passLease();
  await Promise.all([
    ...emails.map(async ({ email, mailToken }) =>
      expect(await post('emailVerification/code', { mailToken, code: await codeFor(email) })).toMatchObject({
        success: true,
      }),
    ),
    ...gifts.map(async (key) => expect(await post('checkGift', { key })).toMatchObject({ months: 3 })),
  ]);
}

/** Sends all requests at once, kills the server after some responses, and returns the acknowledged results. */
async function killWhileItAcknowledges(server: RunningChild, kill: number): Promise<Acknowledged> {
  const { accessToken } = await post('auth/login', await servers.readSignIn());
  const acknowledged: Acknowledged = { emails: [], gifts: [] };
  const last = 1 + ((kill * 5) % (EMAILS + GIFTS));
  let responses = 0;
  const count = (): void => {
    responses += 1;
    if (responses === last) void server.kill('SIGKILL');
  };
  const gifts = Array.from({ length: GIFTS }, async () => {
    const { activationKey } = await post('panel/createGift', { months: 3 }, String(accessToken));
    acknowledged.gifts.push(activationKey);
    count();
  });
  const emails = Array.from({ length: EMAILS }, async (_, i) => {
    const email = `kill${kill}-${i}@example.com`;
    const { mailToken } = await post('emailVerification/send', { email, platform: 'web' });
    acknowledged.emails.push({ email, mailToken });
    count();
  });
  // Requests that were pending when the server process was killed get no response.
  await Promise.allSettled([...gifts, ...emails]);
  expect(responses).toBeGreaterThanOrEqual(last);
  await server.exited;
  return acknowledged;
}

/** Returns the output of a server without its first line, which names the version of the product. */
function linesAfterVersion(child: RunningChild): string[] {
  const [version, ...lines] = child.output().trim().split('\n');
  expect(version).toMatch(/^Prosvet \S+ on Node\.js /);
  return lines;
}

/**
 * Starts one server process after another, and kills each of them. Each process must have the data that its predecessor
 * acknowledged.
 */
test('nothing acknowledged is lost to SIGKILL, and the folder is free for the next start', async () => {
  const kept: Acknowledged[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = servers.start();
    await server.until('Ready.');
    if (kill > 0) await expectKept(kept[kill - 1]!);
    kept.push(await killWhileItAcknowledges(server, kill));
  }

  const second = servers.start();
  await second.until('Ready.');
  const gifts = kept.flatMap((acknowledged) => acknowledged.gifts);
  await expectKept({ emails: kept.at(-1)!.emails, gifts });
  if (KILLS > 1) {
    const emails = kept.flatMap((acknowledged) => acknowledged.emails);
    process.stdout.write(
      `${KILLS} kills: ${emails.length} emails and ${gifts.length} gifts acknowledged before them\n`,
    );
  }

  const rival = servers.start({ PORT: String(await freePort()) });
  expect(await rival.exited).toBe(1);
  expect(rival.output()).toContain(`in use by process ${second.pid}`);
  expect(linesAfterVersion(rival)).toHaveLength(1);

  expect(await second.kill('SIGTERM')).toBe(0);
  expect(second.output()).toContain('Stopped.');
});

test('the stored secrets are readable by their owner only, and the sign-in is printed', async () => {
  const { username, password } = await servers.readSignIn();
  expect(servers.children[0]!.output()).toContain(`username ${username}  password ${password}`);
  for (const file of ['staff-sign-in.json', 'session-secret']) {
    expect((await stat(path.join(servers.folder, file))).mode & 0o777).toBe(0o600);
  }
});

test('a port in use is reported in one line, before any resource is opened', async () => {
  const blocker = net.createServer();
  blocker.listen(servers.port, '127.0.0.1');
  await once(blocker, 'listening');
  try {
    const late = servers.start();
    expect(await late.exited).toBe(1);
    expect(linesAfterVersion(late)).toEqual([
      `Port ${servers.port} on 127.0.0.1 is in use: stop what listens there, or set PORT.`,
    ]);
  } finally {
    blocker.close();
  }
});
