import { openSealedSecret, sealSecret } from '../../../src/server/secondFactor/sealedSecret';

const KEY = 'a session secret of thirty-two bytes or more';
const SECRET = Buffer.from('12345678901234567890');

it('opens what it sealed, for the same owner under the same session secret', () => {
  const sealed = sealSecret(KEY, 'staff:7', SECRET);
  expect(openSealedSecret(KEY, 'staff:7', sealed)).toEqual(SECRET);
  expect(openSealedSecret(KEY, 'staff:8', sealed)).toBeNull();
  expect(openSealedSecret(`${KEY}!`, 'staff:7', sealed)).toBeNull();
});

it('shows nothing of the secret and is another text each time', () => {
  const sealed = sealSecret(KEY, 'staff:7', SECRET);
  expect(Buffer.from(sealed.slice(3), 'base64url').includes(SECRET)).toBe(false);
  expect(sealSecret(KEY, 'staff:7', SECRET)).not.toBe(sealed);
});

it('opens nothing that was changed or cut', () => {
  const sealed = sealSecret(KEY, 'staff:7', SECRET);
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(openSealedSecret(KEY, 'staff:7', `v1.${changed.toString('base64url')}`)).toBeNull();
  }
  for (const text of ['', 'v1.', 'v2.abc', sealed.slice(3), sealed.slice(0, 30), sealed.slice(0, -2)]) {
    expect(openSealedSecret(KEY, 'staff:7', text)).toBeNull();
  }
});
