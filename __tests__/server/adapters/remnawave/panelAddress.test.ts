/** Tests that no spelling of the VPN panel's address remains in the headers of a configuration. */
import { withoutPanelAddress } from '../../../../src/server/adapters/remnawave/panelAddress';

const ID = 'AbC123xyz_-789';
const PANEL = 'https://panel.пример.example:8443';
const ASCII = 'panel.xn--e1afmkfd.example';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const inUtf8 = (text: string) => Buffer.from(text).toString('latin1');

const kept = (name: string, value: string, url = PANEL) =>
  withoutPanelAddress(new Headers({ 'content-type': 'text/plain', [name]: value }), url, ID).has(name);

test.each([
  ['a host name', `https://${ASCII}/`],
  ['another port', `https://${ASCII}:2053/x`],
  ['capital letters', `HTTPS://PANEL.XN--E1AFMKFD.EXAMPLE`],
  ['Unicode', inUtf8('https://panel.пример.example/')],
  ['Unicode capitals', inUtf8('https://PANEL.ПРИМЕР.EXAMPLE/')],
  ['a full stop of another script', inUtf8('https://panel。пример。example/')],
  ['full-width characters', inUtf8('https://ｐａｎｅｌ.пример.example/')],
  ['a soft hyphen', inUtf8('https://pa\u00adnel.пример.example/')],
  ['percent-encoding', `https://%70anel.xn--e1afmkfd.example/`],
  ['percent-encoded Unicode', `https://panel.${encodeURIComponent('пример')}.example/`],
  ['twice percent-encoded', `https://%2570anel.xn--e1afmkfd.example/`],
  ['base64 with a prefix', `base64:${base64(`Зайди на ${ASCII}`)}`],
  ['base64 without a prefix', base64(`https://${ASCII}/`)],
  ['base64 without padding', base64(`https://${ASCII}`).replace(/=+$/, '')],
  ['base64 in base64', `base64:${base64(base64(`https://${ASCII}/`))}`],
  ['percent-encoded base64', encodeURIComponent(base64(`https://${ASCII}/abc`))],
  ['base64 of percent-encoding', base64(`https://%70anel.xn--e1afmkfd.example/`)],
  ['base64 in a path', `https://cdn.example/x/${base64(`https://${ASCII}/`)}`],
  ['an IP address', 'https://192.0.2.7/path'],
  ['an IP address in a text', 'Go to 192.0.2.7, please'],
  ['an IPv6 address', 'https://[2001:db8::7]/'],
  ['an IP address as a number', 'https://3221225991/'],
  ['an IP address in hexadecimal', 'https://0xc0000207/'],
  ['the id of the subscription', `https://cdn.example/${ID}`],
  ['the id in base64', `base64:${base64(`https://cdn.example/${ID}`)}`],
  ['the path of a subscription', 'https://cdn.example/api/sub/other'],
])('%s does not pass', (_what, value) => {
  expect(kept('fallback-url', value)).toBe(false);
  expect(kept('announce', value)).toBe(false);
});

test.each([
  ['providerid', 'aB3dE6fG'],
  ['announce', `base64:${base64('Работы в субботу, с 2 до 4. Версия 2.8.1')}`],
  ['announce', 'Version 2.8.1, until 30.11.2026, 100%'],
  ['support-url', 'https://t.me/shop_bot'],
  ['new-domain', 'two.example'],
  ['fallback-url', 'https://two.example/s/vl_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ['profile-web-page-url', 'https://shop.example/profile?from=app'],
  ['routing', `happ://routing/add/${base64('{"RemoteDNSIP":"1.1.1.1","DirectIp":["10.0.0.0/8"]}')}`],
  ['content-disposition', 'attachment; filename=prosvet-12'],
])('%s: %s passes', (name, value) => {
  expect(kept(name, value)).toBe(true);
});

test('routing rules with the host name of the panel do not pass', () => {
  expect(kept('routing', `happ://routing/add/${base64(`{"DirectSites":["${ASCII}"]}`)}`)).toBe(false);
});

test('a host under which the panel serves this subscription does not pass in another header', () => {
  const headers = new Headers({
    'profile-web-page-url': `base64:${base64(`https://sub.panel.test/${ID}`)}`,
    'support-url': 'https://sub.panel.test/help',
    announce: 'hello',
  });
  expect([...withoutPanelAddress(headers, PANEL, ID).keys()]).toEqual(['announce']);
});

test('the name of the panel in its own network does not pass', () => {
  expect(kept('fallback-url', 'http://remnawave:3000/x', 'http://remnawave:3000')).toBe(false);
  expect(kept('content-type', 'text/plain', 'http://remnawave:3000')).toBe(true);
});

test('a value with very many encoded parts counts as an address', () => {
  const parts = Array.from({ length: 300 }, (_, number) => base64(`word number ${number}`));
  expect(kept('announce', parts.join(' '))).toBe(false);
});
