/** Runs the drills of `npm run check:panel` against the fake VPN panel: each statement holds, and no user is left. */
import { systemClock } from '../../../../src/server/ports/clock';
import { createFakeVpnPanel } from '../../../../src/server/sandbox/fakeVpnPanel/fakeVpnPanel';
import { sandboxVpnUsers } from '../../../../src/server/sandbox/schema/vpn';
import { openSandboxTestDatabase } from '../../../support/database';
import { drillPanel } from './panelDrill';
import { drillProduct } from './productDrill';

const SQUAD = '5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11';

test('the fake VPN panel passes the drills, and the drills remove their users', async () => {
  const db = await openSandboxTestDatabase();
  const panel = createFakeVpnPanel({
    db,
    clock: systemClock,
    squads: [{ uuid: SQUAD, name: 'Default-Squad' }],
    token: 'token',
    subscriptionBaseUrl: 'https://panel.example/api/sub',
  });
  const options = {
    url: 'https://panel.example',
    token: 'token',
    squad: SQUAD,
    // A reverse proxy in front of the VPN panel rejects requests without its header.
    headers: { 'X-Api-Key': 'key' },
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      if (request.headers.get('x-api-key') !== 'key') return new Response('', { status: 401 });
      return panel.app.fetch(request);
    },
  };
  const statements = [...(await drillPanel(options)), ...(await drillProduct(options, db))];
  expect(statements.filter(({ holds }) => !holds)).toEqual([]);
  expect(statements.length).toBeGreaterThan(40);
  expect(await db.select().from(sandboxVpnUsers)).toEqual([]);
});
