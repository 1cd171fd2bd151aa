/** Tests the user whom a native shell passes in the query string of the profile screens. */
import { personInQuery, withoutPerson } from '../../../src/web/identity/personInQuery';

const GOOD = {
  email: ' Somebody@Example.com ',
  uid: 'Ab-1_c',
  photoURL: 'https://photos.example/1.png',
  providerId: 'google.com',
};

it('parses a valid query [screen-71]', () => {
  expect(personInQuery(new URLSearchParams(GOOD))).toEqual({ ...GOOD, email: 'somebody@example.com' });
});

it('keeps the provider, whatever its name is', () => {
  expect(personInQuery(new URLSearchParams({ ...GOOD, providerId: 'oidc.vk-id' }))?.providerId).toBe(
    'oidc.vk-id',
  );
});

it.each(['', 'nobody', 'a@b', 'javascript:alert(1)@x'])(
  'returns no user without a valid email (%j)',
  (email) => {
    expect(personInQuery(new URLSearchParams({ ...GOOD, email }))).toBeNull();
  },
);

it.each([
  ['uid', 'a b'],
  ['uid', 'x'.repeat(129)],
  ['photoURL', 'http://photos.example/1.png'],
  ['photoURL', 'javascript:alert(1)'],
  ['photoURL', `https://photos.example/${'x'.repeat(2048)}`],
  ['providerId', 'a provider <script>'],
])('leaves a bad %s out (%s)', (field, value) => {
  expect(personInQuery(new URLSearchParams({ ...GOOD, [field]: value }))).toMatchObject({ [field]: null });
});

it('returns the rest of the query', () => {
  expect(withoutPerson(new URLSearchParams('a=1'))).toBeNull();
  expect(withoutPerson(new URLSearchParams('email=x&uid=y'))).toBe('');
  expect(withoutPerson(new URLSearchParams('email=&a=1&providerId=p'))).toBe('?a=1');
});
