/** Tests the import of `VPN_APPS` at the start of a server. */
import {
  importVpnAppsVariable,
  VPN_APPS_IGNORED,
} from '../../../src/server/composition/importVpnAppsVariable';
import { ConfigurationRejected } from '../../../src/server/configuration/environment';
import { findCurrentList } from '../../../src/server/store/vpnAppLists';
import type { VpnApp } from '../../../src/shared/vpnAppList';
import { startTestServer, type TestServer } from '../../support/server';

const APP: VpnApp = { id: 'other', name: 'Other', opens: 'other://add/{url}', stores: {} };
const WRONG = { problem: 'VPN_APPS must be a JSON list of VPN apps; the error is in 0.name' };

let server: TestServer;
let said: string;

beforeEach(async () => {
  server = await startTestServer();
  said = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});

afterEach(() => jest.restoreAllMocks());

it('imports the list at the first start, and reports later that the variable is no longer read', async () => {
  await importVpnAppsVariable(server.deps, { apps: [APP] });
  expect(said).toContain('Imported 1 VPN apps from VPN_APPS.');
  said = '';
  await importVpnAppsVariable(server.deps, { apps: [{ ...APP, name: 'Changed' }] });
  expect(said).toContain(`Warning: ${VPN_APPS_IGNORED}`);
  expect(await findCurrentList(server.db)).toEqual({ version: 1, apps: [APP] });
});

it('rejects an invalid value until a list is imported', async () => {
  await expect(importVpnAppsVariable(server.deps, WRONG)).rejects.toThrow(ConfigurationRejected);
  await importVpnAppsVariable(server.deps, { apps: [APP] });
  said = '';
  await importVpnAppsVariable(server.deps, WRONG);
  expect(said).toContain('VPN_APPS is no longer read');
});

it('does nothing if the variable is not set', async () => {
  await importVpnAppsVariable(server.deps, undefined);
  expect([said, await findCurrentList(server.db)]).toEqual(['', null]);
});
