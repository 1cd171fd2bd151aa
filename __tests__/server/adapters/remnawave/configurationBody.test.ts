/**
 * Tests which subscription bodies of the VPN panel contain a VPN server. The dead entries have the form that Remnawave
 * 3.3.2 gives them; an admin of the VPN panel can change their names, number and addresses.
 */
import { dump } from 'js-yaml';
import { examineBody } from '../../../../src/server/adapters/remnawave/configurationBody';

const NIL = '00000000-0000-0000-0000-000000000000';
const UUID = '5f0c3e1c-6a43-4a52-9d6b-0a1f5f1f2a11';

interface Server {
  name: string;
  address: string;
  id: string;
}

const EXPIRED = ['⌛ Subscription expired', 'Contact support'];
const DEAD: readonly (readonly [string, readonly Server[]])[] = [
  ['two entries of an expired user', EXPIRED.map((name) => ({ name, address: '0.0.0.0', id: NIL }))],
  [
    'four entries of a user without hosts',
    ['→ Remnawave', '→ No hosts found', '→ Check Hosts tab', '→ Check Internal Squads tab'].map((name) => ({
      name,
      address: '0.0.0.0',
      id: NIL,
    })),
  ],
  ["an operator's own text", [{ name: 'Продли подписку 🙏', address: '0.0.0.0', id: NIL }]],
  ['an address of the operator', [{ name: 'Renew', address: 'renew.example.com', id: NIL }]],
  ['the own device', [{ name: 'Renew', address: '127.0.0.1', id: UUID }]],
  ['the own device by name', [{ name: 'Renew', address: 'localhost', id: UUID }]],
  ['the unspecified IPv6 address', [{ name: 'Renew', address: '::', id: UUID }]],
  ['no entry', []],
];

const NL = { name: '🇳🇱 Netherlands', address: 'nl.example.com', id: UUID };
const LIVE: readonly (readonly [string, readonly Server[]])[] = [
  ['one server', [NL]],
  ['a server by IPv4', [{ ...NL, address: '203.0.113.7' }]],
  ['a server by IPv6', [{ ...NL, address: '2001:db8::7' }]],
  ['a server after an entry that is a headline', [{ ...NL, name: 'Traffic: 3 GB', address: '0.0.0.0' }, NL]],
  ['a server before a dead entry', [NL, { name: 'Contact support', address: '0.0.0.0', id: NIL }]],
  ['a server whose name is that of a dead entry', [{ ...NL, name: '⌛ Subscription expired' }]],
];

const formatHost = (address: string) => (address.includes(':') ? `[${address}]` : address);
const buildLink = ({ name, address, id }: Server) =>
  `vless://${id}@${formatHost(address)}:443?encryption=none&type=tcp&security=none#${encodeURIComponent(name)}`;
const links = (servers: readonly Server[]) => servers.map(buildLink).join('\n');

const buildXray = ({ name, address, id }: Server) => ({
  remarks: name,
  inbounds: [{ tag: 'socks', protocol: 'socks', listen: '127.0.0.1', port: 10808 }],
  outbounds: [
    {
      tag: 'proxy',
      protocol: 'vless',
      settings: { vnext: [{ address, port: 443, users: [{ id, encryption: 'none', flow: '' }] }] },
    },
    { tag: 'direct', protocol: 'freedom' },
    { tag: 'block', protocol: 'blackhole' },
  ],
});
const singbox = (servers: readonly Server[]) => ({
  inbounds: [{ type: 'mixed', tag: 'mixed-in', listen: '127.0.0.1', listen_port: 2412 }],
  outbounds: [
    { type: 'selector', tag: '→ Remnawave', outbounds: servers.map(({ name }) => name) },
    { type: 'direct', tag: 'direct' },
    ...servers.map(({ name, address, id }) => ({
      type: 'vless',
      tag: name,
      server: address,
      server_port: 443,
      uuid: id,
    })),
  ],
});
const clash = (servers: readonly Server[]) => ({
  'mixed-port': 7890,
  'external-controller': '127.0.0.1:9090',
  dns: { enable: true, nameserver: ['1.1.1.1'] },
  proxies: servers.map(({ name, address, id }) => ({
    name,
    type: 'vless',
    server: address,
    port: 443,
    uuid: id,
  })),
  'proxy-groups': [{ name: '→ Remnawave', type: 'select', proxies: servers.map(({ name }) => name) }],
  rules: ['MATCH,→ Remnawave'],
});

const FORMATS: readonly (readonly [string, string, (servers: readonly Server[]) => string])[] = [
  ['base64 links', 'links', (servers) => Buffer.from(links(servers)).toString('base64')],
  [
    'base64 links in lines',
    'links',
    (servers) =>
      Buffer.from(links(servers))
        .toString('base64')
        .replace(/(.{76})/g, '$1\r\n'),
  ],
  ['plain links', 'links', (servers) => `#profile-title: base64:0JA=\n${links(servers)}\n`],
  ['Xray', 'xray', (servers) => JSON.stringify(servers.map(buildXray))],
  ['sing-box', 'singbox', (servers) => JSON.stringify(singbox(servers), null, 2)],
  ['Clash', 'clash', (servers) => dump(clash(servers))],
  ['Clash in JSON', 'clash', (servers) => JSON.stringify(clash(servers))],
  ['Clash in one line', 'clash', (servers) => dump(clash(servers), { flowLevel: 1 })],
];

const examine = (text: string) => examineBody(new TextEncoder().encode(text));

describe.each(FORMATS)('%s', (_name, format, write) => {
  test.each(DEAD.filter(([, { length }]) => length > 0 || format !== 'links'))(
    'with %s has no server',
    (_what, servers) => {
      expect(examine(write(servers))).toEqual({ format, servers: 'dead' });
    },
  );
  test.each(LIVE)('with %s has one', (_what, servers) => {
    expect(examine(write(servers))).toEqual({ format, servers: 'live' });
  });
});

const ss = (text: string) => `ss://${Buffer.from(text).toString('base64')}`;

test.each<[string, string]>([
  ['Trojan', 'trojan://p%40ss@0.0.0.0:1?type=tcp#Expired'],
  ['Shadowsocks', `${ss('aes-128-gcm:pa/ss')}@0.0.0.0:1#Expired`],
  ['old Shadowsocks', `${ss('aes-128-gcm:secret@0.0.0.0:1')}#Expired`],
  ['Hysteria', 'hysteria2://auth@[::]:1/?sni=a#Expired'],
  ['VMess', `vmess://${Buffer.from(JSON.stringify({ add: '0.0.0.0', id: UUID })).toString('base64')}`],
  ['Happ routing', `happ://routing/onadd/eyJ9\nvless://${NIL}@0.0.0.0:1#Expired`],
])('a dead link of %s is no server', (_name, link) => {
  expect(examine(link)).toEqual({ format: 'links', servers: 'dead' });
});

test.each<[string, string]>([
  ['Trojan', 'trojan://p%40ss@de.example.com:443?type=tcp#Germany'],
  ['Shadowsocks', `${ss('aes-128-gcm:pa/ss')}@de.example.com:443#Germany`],
  ['old Shadowsocks', `${ss('aes-128-gcm:secret@de.example.com:443')}#Germany`],
  ['Hysteria', 'hysteria2://auth@de.example.com:443/?sni=a#Germany'],
  ['VMess', `vmess://${Buffer.from(JSON.stringify({ add: 'de.example.com', id: UUID })).toString('base64')}`],
  ['a protocol of the future', `next://something#Germany\nvless://${NIL}@0.0.0.0:1#x`],
])('a live link of %s is a server', (_name, link) => {
  expect(examine(link)).toEqual({ format: 'links', servers: 'live' });
});

test('servers outside the list of proxies count', () => {
  const dead = clash([{ name: 'x', address: '0.0.0.0', id: NIL }]);
  const remote = { ...dead, 'proxy-providers': { more: { type: 'http', url: 'https://a.example' } } };
  const inline = (server: string) => ({
    ...dead,
    proxies: null,
    'proxy-providers': { own: { payload: [{ name: 'y', type: 'trojan', server, password: 'p' }] } },
  });
  expect(examine(dump(remote)).servers).toBe('live');
  expect(examine(dump(inline('nl.example.com'))).servers).toBe('live');
  expect(examine(dump(inline('0.0.0.0'))).servers).toBe('dead');
  const wireGuard = { ...singbox([]), endpoints: [{ type: 'wireguard', tag: 'wg' }] };
  expect(examine(JSON.stringify(wireGuard)).servers).toBe('live');
  const peers = { protocol: 'wireguard', settings: { peers: [{ endpoint: 'nl.example.com:51820' }] } };
  expect(examine(JSON.stringify({ outbounds: [peers] }))).toEqual({ format: 'xray', servers: 'live' });
});

test.each<[string, string, string]>([
  [
    'the description of a subscription',
    JSON.stringify({ response: { isFound: true, links: [buildLink(NL)] } }),
    'foreign',
  ],
  ['an error', '{"statusCode":403,"message":"Forbidden"}', 'foreign'],
  ['a list of texts', '["vless"]', 'foreign'],
  ['a web page', '<!doctype html><html></html>', 'foreign'],
  [
    'an encrypted body',
    '-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n-----END AGE ENCRYPTED FILE-----',
    'unreadable',
  ],
  ['base64 of something else', Buffer.from('something else').toString('base64'), 'unreadable'],
  ['broken YAML', 'proxies:\n  - {name: "x\n', 'unreadable'],
])('%s has no known format', (_what, text, servers) => {
  expect(examine(text)).toEqual({ format: null, servers });
});

test.each(['', ' \r\n'])('an empty body (%j) has no server', (text) => {
  expect(examine(text)).toEqual({ format: null, servers: 'dead' });
});
