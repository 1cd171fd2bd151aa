/** The server as a process: what it acknowledged survives SIGKILL, and it stops and refuses in order. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort, type RunningChild, startChild } from '../../support/childProcess';

const SERVER = path.resolve('__tests__/support/sandboxProcess.ts');
const LETTERS = 12;
/** How often it is killed while it acknowledges. */
const KILLS = Number(process.env['KILLS'] ?? 1);
jest.setTimeout(300_000 + KILLS * 60_000);

let folder: string;
let port: number;
let children: RunningChild[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'data-'));
  port = await freePort();
});

afterAll(async () => {
  for (const child of children) await child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

function start(env: Record<string, string> = {}): RunningChild {
  const child = startChild(SERVER, {
    env: { PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', STAFF_PASSWORD: '', ...env },
  });
  children = [...children, child];
  return child;
}

async function post(call: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}/api/${call}`, {
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

async function staffSignIn(): Promise<{ username: string; password: string }> {
  return JSON.parse(await readFile(path.join(folder, 'staff-sign-in.json'), 'utf8')) as {
    username: string;
    password: string;
  };
}

/** Asks for letters until it dies at some moment, and looks in the next process for those that it acknowledged. */
async function killWhileItAcknowledges(kill: number): Promise<void> {
  const server = start();
  await server.until('Ready.');
  const acknowledged: unknown[] = [];
  const asking = Promise.all(
    Array.from({ length: LETTERS }, (_, i) =>
      post('emailVerification/send', { email: `kill${kill}-${i}@example.com`, platform: 'web' }).then(
        ({ mailToken }) => acknowledged.push(mailToken),
        () => undefined,
      ),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, (kill * 37) % 250));
  await server.kill('SIGKILL');
  await asking;
  const next = start();
  await next.until('Ready.');
  for (const mailToken of acknowledged) {
    expect(await post('emailVerification/code', { mailToken, code: '00000000' })).toMatchObject({
      triesLeft: expect.any(Number) as unknown,
    });
  }
  await next.kill('SIGKILL');
}

test('nothing acknowledged is lost to SIGKILL, and the folder is free for the next start', async () => {
  for (let kill = 1; kill < KILLS; kill += 1) await killWhileItAcknowledges(kill);
  const first = start();
  await first.until('Ready.');
  const { accessToken } = await post('auth/login', await staffSignIn());
  const { activationKey } = await post('panel/createGift', { months: 3 }, String(accessToken));
  const asked = await Promise.all(
    Array.from({ length: LETTERS }, (_, i) =>
      post('emailVerification/send', { email: `a${i}@example.com`, platform: 'web' }),
    ),
  );
  await first.kill('SIGKILL');

  const second = start();
  await second.until('Ready.');
  for (const { mailToken } of asked) {
    expect(await post('emailVerification/code', { mailToken, code: '00000000' })).toMatchObject({
      success: false,
      triesLeft: expect.any(Number) as unknown,
    });
  }
  expect(await post('checkGift', { key: activationKey })).toMatchObject({ months: 3 });

  const rival = start({ PORT: String(await freePort()) });
  expect(await rival.exited).toBe(1);
  expect(rival.output()).toContain(`in use by process ${second.pid}`);
  expect(rival.output().trim().split('\n')).toHaveLength(1);

  expect(await second.kill('SIGTERM')).toBe(0);
  expect(second.output()).toContain('Stopped.');
});

test('the kept secrets are readable by their owner only, and the sign-in is printed', async () => {
  const { username, password } = await staffSignIn();
  expect(children[0]!.output()).toContain(`username ${username}  password ${password}`);
  for (const file of ['staff-sign-in.json', 'session-secret']) {
    expect((await stat(path.join(folder, file))).mode & 0o777).toBe(0o600);
  }
});

test('a port in use is named in one line, before anything is opened', async () => {
  const blocker = net.createServer();
  blocker.listen(port, '127.0.0.1');
  await once(blocker, 'listening');
  try {
    const late = start();
    expect(await late.exited).toBe(1);
    expect(late.output().trim()).toBe(
      `Port ${port} on 127.0.0.1 is in use: stop what listens there, or set PORT.`,
    );
  } finally {
    blocker.close();
  }
});
