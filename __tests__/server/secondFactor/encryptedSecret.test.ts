import { decryptSecret, encryptSecret } from '../../../src/server/secondFactor/encryptedSecret';

const KEY = 'a session secret of thirty-two bytes or more';
const SECRET = Buffer.from('12345678901234567890');

it('decrypts its ciphertext for the same owner under the same session secret', () => {
  const encrypted = encryptSecret(KEY, 'staff:7', SECRET);
  expect(decryptSecret(KEY, 'staff:7', encrypted)).toEqual(SECRET);
  expect(decryptSecret(KEY, 'staff:8', encrypted)).toBeNull();
  expect(decryptSecret(`${KEY}!`, 'staff:7', encrypted)).toBeNull();
});

it('reveals nothing of the secret and has another ciphertext each time', () => {
  const encrypted = encryptSecret(KEY, 'staff:7', SECRET);
  expect(Buffer.from(encrypted.slice(3), 'base64url').includes(SECRET)).toBe(false);
  expect(encryptSecret(KEY, 'staff:7', SECRET)).not.toBe(encrypted);
});

it('decrypts nothing that was changed or truncated', () => {
  const encrypted = encryptSecret(KEY, 'staff:7', SECRET);
  const bytes = Buffer.from(encrypted.slice(3), 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(decryptSecret(KEY, 'staff:7', `v1.${changed.toString('base64url')}`)).toBeNull();
  }
  for (const text of [
    '',
    'v1.',
    'v2.abc',
    encrypted.slice(3),
    encrypted.slice(0, 30),
    encrypted.slice(0, -2),
  ]) {
    expect(decryptSecret(KEY, 'staff:7', text)).toBeNull();
  }
});
