/** Runs the drill of `npm run check:panel` against the fake VPN panel: each statement holds, and no user is left. */
import { systemClock } from '../../../../src/server/ports/clock';
import { createFakeVpnPanel } from '../../../../src/server/sandbox/fakeVpnPanel/fakeVpnPanel';
import { sandboxVpnUsers } from '../../../../src/server/sandbox/schema/vpn';
import { openSandboxTestDatabase } from '../../../support/database';
import { drillPanel } from './panelDrill';

const SQUAD = '5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11';

test('the fake VPN panel passes the drill, and the drill removes its users', async () => {
  const db = await openSandboxTestDatabase();
  const panel = createFakeVpnPanel({
    db,
    clock: systemClock,
    squads: [{ uuid: SQUAD, name: 'Default-Squad' }],
    token: 'token',
    subscriptionBaseUrl: 'https://panel.example/api/sub',
  });
  const statements = await drillPanel({
    url: 'https://panel.example',
    token: 'token',
    squad: SQUAD,
    fetch: async (input, init) => panel.app.fetch(new Request(input, init)),
  });
  expect(statements.filter(({ holds }) => !holds)).toEqual([]);
  expect(statements.length).toBeGreaterThan(25);
  expect(await db.select().from(sandboxVpnUsers)).toEqual([]);
});
