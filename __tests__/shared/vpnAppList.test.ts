/** Tests the list of VPN apps: its schema, what customers are offered, and the changes between two lists. */
import * as v from 'valibot';
import { DEFAULT_VPN_APPS } from '../../src/shared/defaultVpnApps';
import {
  changesBetween,
  isSameList,
  listLinks,
  offeredApps,
  systemsWithoutApp,
  type VpnApp,
  vpnApp,
  vpnApps,
} from '../../src/shared/vpnAppList';
import { offeredVpnApp } from '../../src/shared/vpnApps';

const app = (id: string, more: Partial<VpnApp> = {}): VpnApp => ({
  id,
  name: id.toUpperCase(),
  stores: { ios: [{ kind: 'appStore', url: `https://store.example/${id}` }] },
  ...more,
});

describe('the shipped list', () => {
  it('is valid, and names the source with a date and the User-Agent of each app', () => {
    expect(v.safeParse(vpnApps, DEFAULT_VPN_APPS).issues).toBeUndefined();
    for (const { name, source, clients, opens } of DEFAULT_VPN_APPS)
      expect({ name, source, clients, opens }).toEqual({
        name,
        source: expect.stringMatching(/20\d\d-\d\d/) as string,
        clients: expect.arrayContaining([expect.any(String)]) as string[],
        opens: expect.stringContaining('://') as string,
      });
  });

  it('enables only the first four apps', () => {
    expect(DEFAULT_VPN_APPS.filter(({ disabled }) => disabled !== true).map(({ name }) => name)).toEqual([
      'Happ',
      'INCY',
      'v2RayTun',
      'Hiddify',
    ]);
    expect(DEFAULT_VPN_APPS.slice(4).map(({ name }) => name)).toEqual([
      'Streisand',
      'Shadowrocket',
      'Stash',
      'FlClash X',
      'Koala Clash',
      'Prizrak-Box',
      'Karing',
      'v2rayNG',
      'sing-box',
    ]);
  });

  it('offers an app for every system', () => {
    expect(systemsWithoutApp(DEFAULT_VPN_APPS)).toEqual([]);
  });
});

it.each<[string, object]>([
  ['opens', { opens: 'javascript://{url}' }],
  ['opens', { opens: 'https://thief.example/{url}' }],
  ['opens', { opens: 'happ://add/' }],
  ['sendsToTv', { sendsToTv: 'javascript:alert(1)' }],
  ['sendsToTv', { sendsToTv: 'https://user:secret@tv.example' }],
  ['stores.ios.0.url', { stores: { ios: [{ kind: 'appStore', url: 'http://a.example' }] } }],
  ['stores.ios.0.url', { stores: { ios: [{ kind: 'appStore', url: 'https://' }] } }],
  ['stores.ios.0.kind', { stores: { ios: [{ kind: 'other', url: 'https://a.example' }] } }],
  ['name', { name: '  ' }],
  ['clients.0', { clients: ['Happ/5'] }],
])('rejects %s in %j', (path, changes) => {
  const { issues } = v.safeParse(vpnApp, { ...app('one'), ...changes });
  expect(issues?.map((issue) => v.getDotPath(issue))).toEqual([path]);
});

it('rejects a list with two apps of one id, and an empty list', () => {
  expect(v.is(vpnApps, [app('one'), app('one')])).toBe(false);
  expect(v.is(vpnApps, [])).toBe(false);
  expect(v.is(vpnApps, [app('one'), app('two')])).toBe(true);
});

it('accepts an app without a deep link template', () => {
  expect(v.is(vpnApp, app('one'))).toBe(true);
});

it('offers customers the enabled apps only, without the fields for staff', () => {
  const offered = offeredApps([
    app('one', { disabled: true }),
    app('two', { clients: ['Two'], source: 'a' }),
  ]);
  expect(offered).toMatchObject([{ id: 'two' }]);
  expect(JSON.stringify(offered)).not.toMatch(/clients|source|disabled/);
  expect(v.is(v.array(offeredVpnApp), offered)).toBe(true);
});

it('counts a system without a link of an enabled app', () => {
  expect(systemsWithoutApp([app('one'), app('two', { disabled: true, stores: { tv: [] } })])).toEqual([
    'android',
    'windows',
    'macos',
    'linux',
    'tv',
  ]);
});

it('returns each link once', () => {
  const { ios } = app('one').stores;
  const apps = [app('one', { stores: { ios, macos: ios }, sendsToTv: 'https://tv.example' })];
  expect(listLinks(apps)).toEqual(['https://store.example/one', 'https://tv.example']);
});

it('names the changes between two lists', () => {
  const before = [app('one'), app('two'), app('three'), app('four')];
  const after = [app('three', { disabled: true, name: 'Third' }), app('one'), app('two'), app('five')];
  expect(changesBetween(before, after)).toEqual([
    { app: 'Third', change: 'disabled' },
    { app: 'Third', change: 'edited' },
    { app: 'FIVE', change: 'added' },
    { app: 'FOUR', change: 'removed' },
    { change: 'reordered' },
  ]);
  expect(changesBetween(before, before)).toEqual([]);
  expect(changesBetween([app('one', { disabled: true })], [app('one')])).toEqual([
    { app: 'ONE', change: 'enabled' },
  ]);
});

it('compares lists by their meaning', () => {
  expect(isSameList([app('one', { clients: [], disabled: false })], [app('one')])).toBe(true);
  expect(isSameList([app('one')], [app('one', { source: 'a' })])).toBe(false);
});
