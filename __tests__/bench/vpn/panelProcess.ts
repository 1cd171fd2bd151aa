/**
 * Runs the strict fake of the VPN panel in its own process, with credentials of the product and a delay before each
 * response. `PANEL_DATABASE_URL`, `PANEL_CREDENTIALS` and `PANEL_DELAY_MS` set the database, the number of credentials and
 * the delay in ms. Prints `Panel on <port>` when it responds.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { freePort } from '../../../.ci/freePort.mjs';
import { createServerFor, listen } from '../../../src/server/http/listen';
import { systemClock } from '../../../src/server/ports/clock';
import { createFakeVpnPanel } from '../../../src/server/sandbox/fakeVpnPanel/fakeVpnPanel';
import { SANDBOX_MIGRATIONS } from '../../../src/server/sandbox/migrations';
import { openPostgres } from '../../../src/server/store/openDatabase';
import { print } from '../databases';
import { PANEL_PREFIX, PANEL_SQUAD, PANEL_TOKEN } from './panelAccess';

const CREDENTIALS = Number(process.env['PANEL_CREDENTIALS']);
const DELAY_MS = Number(process.env['PANEL_DELAY_MS']);
const STEP = 10_000;

const { db } = await openPostgres(process.env['PANEL_DATABASE_URL'] ?? '', {
  furtherMigrations: [SANDBOX_MIGRATIONS],
});
for (let from = 1; from <= CREDENTIALS; from += STEP) {
  const to = Math.min(from + STEP - 1, CREDENTIALS);
  await db.execute(sql`
    insert into sandbox_vpn_users (username, short_uuid, vless_uuid, trojan_password, ss_password, expire_at, tag,
      description, hwid_device_limit, traffic_limit_strategy, squads, created_at, updated_at)
    select ${`${PANEL_PREFIX}-`}::text || n, 'ref-' || n, gen_random_uuid(), md5(n::text), md5(n::text),
      date_trunc('hour', now()) + interval '30 days', ${PANEL_PREFIX.toUpperCase()}::text, 'account ' || n, 0, 'NO_RESET',
      ${JSON.stringify([PANEL_SQUAD])}::jsonb, now() - interval '1 day', now()
      from generate_series(${from}::int, ${to}::int) as n`);
}
await db.execute(sql`
  insert into sandbox_vpn_server_keys (vless_uuid) select vless_uuid from sandbox_vpn_users`);
await db.execute(sql`vacuum analyze`);

const fake = createFakeVpnPanel({
  db,
  clock: systemClock,
  squads: [{ uuid: PANEL_SQUAD, name: 'Default-Squad' }],
  token: PANEL_TOKEN,
  subscriptionBaseUrl: 'https://panel.example/api/sub',
});
const port = await freePort();
await listen(
  createServerFor(async (request) => {
    await pause(DELAY_MS);
    return fake.app.fetch(request);
  }),
  { port, host: '127.0.0.1' },
);
print(`Panel on ${port}`);
