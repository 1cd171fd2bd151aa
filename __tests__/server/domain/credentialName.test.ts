/**
 * Tests the names of VPN credentials. The VPN panel must accept the names, and no name may match a panel user that an
 * administrator created manually.
 */
import { credentialName, parseCredentialName } from '../../../src/server/domain/credentialName';

/** Length limits of a Remnawave username, and the maximum length of the prefix in the configuration. */
const USERNAME = /^[a-zA-Z0-9_-]{3,36}$/;
const LONGEST_PREFIX = 'a'.repeat(16);

test.each([
  [{ deviceId: 77, generation: 1 }, '77'],
  [{ deviceId: 77, generation: 2 }, '77-2'],
  [{ deviceId: 2_147_483_647, generation: 99_999_999 }, '2147483647-99999999'],
])('the credential %o has a name that the panel accepts and that can be parsed', (id, name) => {
  expect(credentialName(id)).toBe(name);
  expect(parseCredentialName(name)).toEqual(id);
  expect(`${LONGEST_PREFIX}-${name}`).toMatch(USERNAME);
});

test.each([
  '',
  '0',
  '077',
  '77-',
  '77-0',
  '77-1',
  '77-02',
  '77-2-3',
  '-77',
  'person',
  '2147483648',
  '1-100000000',
])('the name «%s» is not one of our credential names', (name) => {
  expect(parseCredentialName(name)).toBeNull();
});
