import {
  createSecret,
  deriveSecret,
  hashOwnSecret,
  hashSecret,
  type Purpose,
} from '../../src/server/secrets';

const PURPOSES: Purpose[] = [
  'customerAccess',
  'staffAccess',
  'staffRefresh',
  'emailLink',
  'mailBinding',
  'restore',
];

describe.each(PURPOSES)('a secret for %s', (purpose) => {
  const secret = createSecret(purpose);

  it('holds 32 random bytes', () => {
    expect(secret).toMatch(/^[a-z]{2}_[\w-]{43}$/);
    expect(createSecret(purpose)).not.toBe(secret);
  });

  it('has a hash that depends on its purpose', () => {
    for (const other of PURPOSES) {
      expect(hashSecret(other, secret) === null).toBe(other !== purpose);
    }
    expect(() => hashOwnSecret(purpose === 'restore' ? 'emailLink' : 'restore', secret)).toThrow(TypeError);
  });

  it('has another hash than the same bytes with another prefix', () => {
    for (const other of PURPOSES.filter((name) => name !== purpose)) {
      const disguised = createSecret(other).slice(0, 3) + secret.slice(3);
      expect(hashSecret(other, disguised)).not.toBe(hashSecret(purpose, secret));
    }
  });

  it.each(['', 'x', secret.slice(0, -1), `${secret}A`, `${secret}\n`, secret.toUpperCase(), ` ${secret}`])(
    'is not %j',
    (text) => {
      expect(hashSecret(purpose, text)).toBeNull();
    },
  );
});

it('derived secrets depend on key, purpose and origin', () => {
  const derive = (purpose: Purpose, key: string, from: string) => deriveSecret(purpose, key, from);
  const one = derive('staffRefresh', 'key', 'origin');
  expect(derive('staffRefresh', 'key', 'origin')).toBe(one);
  expect(derive('staffRefresh', 'other key', 'origin')).not.toBe(one);
  expect(derive('staffRefresh', 'key', 'other origin')).not.toBe(one);
  expect(derive('staffAccess', 'key', 'origin').slice(3)).not.toBe(one.slice(3));
  expect(hashSecret('staffRefresh', one)).not.toBeNull();
});
