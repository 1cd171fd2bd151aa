/**
 * Kills a PostgreSQL server with synchronous commits repeatedly while the product uses the database. Acknowledged changes
 * must survive, and the product must become ready again by itself. `DATABASE_KILLS` sets the number of kills.
 */
import { sql } from 'drizzle-orm';
import { startTemporaryPostgres, type TemporaryPostgres } from '../../../.ci/temporaryPostgres.mjs';
import { buildApp } from '../../../src/server/http/app';
import { type OpenedDatabase, openPostgres } from '../../../src/server/store/openDatabase';
import { onPostgres } from '../../support/database';
import { instanceWith, startTestServer, TEST_ORIGIN } from '../../support/server';
import { makeStaff, STAFF_PASSWORD } from '../../support/signIn';

const KILLS = Number(process.env['DATABASE_KILLS'] ?? 1);
const CALLERS = 8;

jest.setTimeout(60_000 + KILLS * 30_000);

if (!onPostgres) {
  it('needs a dedicated PostgreSQL', () => {
    expect(onPostgres).toBe(false);
  });
} else {
  let postgres: TemporaryPostgres;
  let database: OpenedDatabase;

  beforeAll(async () => {
    postgres = await startTemporaryPostgres({ durable: true });
    database = await openPostgres(postgres.url);
  });

  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  it('a killed database loses no acknowledged change', async () => {
    const server = await startTestServer();
    const unexpected: unknown[] = [];
    const deps = instanceWith(server.deps, { db: database.db });
    const app = buildApp(deps, { onUnexpectedError: (error) => unexpected.push(error) });
    const post = (call: string, body: object, token?: string) =>
      app.fetch(
        new Request(`${TEST_ORIGIN}/api/${call}`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify(body),
        }),
      );
    await makeStaff({ ...server, db: database.db }, 'senior');
    const signedIn = await post('auth/login', { username: 'senior', password: STAFF_PASSWORD });
    const { accessToken } = (await signedIn.json()) as { accessToken: string };
    const emails: string[] = [];
    const gifts: string[] = [];
    const statuses = new Map<number, number>();
    let slowestReady = 0;
    let asked = 0;

    for (let kill = 0; kill < KILLS; kill += 1) {
      const callOn = async (caller: number): Promise<void> => {
        for (;;) {
          asked += 1;
          const email = `killed${asked}@example.org`;
          const response =
            caller % 2 === 0
              ? await post('emailVerification/send', { email, platform: 'web' })
              : await post('panel/createGift', { months: 1 }, accessToken);
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          if (response.status !== 200) return;
          const { activationKey } = (await response.json()) as { activationKey?: string };
          if (activationKey === undefined) emails.push(email);
          else gifts.push(activationKey);
        }
      };
      const crowd = Promise.all(Array.from({ length: CALLERS }, (_, caller) => callOn(caller)));
      // Each kill happens after a different number of requests.
      const enough = asked + 20 + ((kill * 7) % 40);
      const isOver = crowd.then(() => true);
      const turn = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)));
      // The server must have acknowledged both kinds of change before the kill, however slow the disk is.
      const isEnough = () => asked >= enough && emails.length > 0 && gifts.length > 0;
      while (!isEnough() && !(await Promise.race([isOver, turn()])));
      await postgres.kill();
      await crowd;
      await postgres.restart();
      const began = performance.now();
      while ((await app.fetch(new Request(`${TEST_ORIGIN}/readyz`))).status !== 200)
        await new Promise((resolve) => setTimeout(resolve, 50));
      slowestReady = Math.max(slowestReady, performance.now() - began);
    }

    const count = async (query: ReturnType<typeof sql>): Promise<number> =>
      (await database.db.execute<{ found: number }>(query)).rows[0]?.found ?? 0;
    const known = await count(sql`
      select count(distinct l.email)::int as found from email_links l
      where l.email in (select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb))`);
    const queued = await count(sql`select count(*)::int as found from outbox where kind = 'email'`);
    process.stdout.write(
      `${KILLS} kills of the database under ${CALLERS} callers: answers ${JSON.stringify(Object.fromEntries(statuses))}, ` +
        `${emails.length} emails and ${gifts.length} gifts acknowledged, ready again within ${Math.round(slowestReady)} ms\n`,
    );
    expect(known).toBe(emails.length);
    expect(queued).toBeGreaterThanOrEqual(emails.length);
    for (const key of gifts)
      expect(await (await post('checkGift', { key })).json()).toMatchObject({ months: 1 });
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(unexpected).toEqual([]);
    expect(emails.length * gifts.length).toBeGreaterThan(0);
  });
}
