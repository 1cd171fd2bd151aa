/** Tests the parsing of the VPN exits, and which IP addresses belong to an exit. */
import { createVpnExits, parseAddressRange } from '../../../src/server/configuration/vpnExits';

it.each([
  ['192.0.2.1', '192.0.2.1', true],
  ['192.0.2.1', '192.0.2.2', false],
  ['192.0.2.1', '::ffff:192.0.2.1', true],
  ['192.0.2.1', '::FFFF:C000:0201', true],
  ['192.0.2.1', '::192.0.2.1', false],
  ['192.0.2.16/28', '192.0.2.15', false],
  ['192.0.2.16/28', '192.0.2.16', true],
  ['192.0.2.16/28', '192.0.2.31', true],
  ['192.0.2.16/28', '192.0.2.32', false],
  // The IP range is written with an address in its middle.
  ['192.0.2.20/28', '192.0.2.16', true],
  ['192.0.2.1/32', '192.0.2.1', true],
  ['198.51.0.0/16', '198.51.255.255', true],
  ['2001:db8::1', '2001:0DB8:0:0::1', true],
  ['2001:db8::1', '2001:db8::2', false],
  ['2001:db8:7::/48', '2001:db8:7:ffff::9', true],
  ['2001:db8:7::/48', '2001:db8:8::9', false],
  ['2001:db8::/33', '2001:db8:7fff::1', true],
  ['2001:db8::/33', '2001:db8:8000::1', false],
  ['192.0.2.1', 'unknown', false],
  ['192.0.2.1', '', false],
])('%s includes %s: %s', async (range, address, expected) => {
  expect(await createVpnExits([range]).include(address)).toBe(expected);
});

it('includes the addresses of each of its ranges', async () => {
  const exits = createVpnExits(['192.0.2.1', '2001:db8::/32', '198.51.100.0/24']);
  const included = await Promise.all(
    ['192.0.2.1', '2001:db8::9', '198.51.100.9', '203.0.113.9'].map((each) => exits.include(each)),
  );
  expect(included).toEqual([true, true, true, false]);
});

it.each([
  '',
  'exit.example',
  '192.0.2.256',
  '192.0.2',
  '192.0.2.1/33',
  '192.0.2.0/-1',
  '192.0.2.0/',
  '192.0.2.0/24/8',
  '192.0.2.0/255.255.255.0',
  'fe80::1%eth0',
  '2001:db8::/129',
  // These IP ranges would include networks that do not belong to the VPN.
  '0.0.0.0/0',
  '10.0.0.0/8',
  '::/0',
  '2001::/16',
  '::ffff:192.0.2.1',
  '::ffff:0:0/96',
])('«%s» is no range of exits', (text) => {
  expect(parseAddressRange(text)).toBeNull();
});
