/** Tests the identity in browser storage: one raw key per field, for reading and writing. */
import { createStore } from '../../../src/web/app/store';
import {
  emailTyped,
  giftKeyRemoved,
  giftKeyStored,
  loggedOut,
} from '../../../src/web/identity/identitySlice';
import { EMPTY_IDENTITY, IDENTITY_FIELDS, type IdentityState } from '../../../src/web/identity/identityState';
import { fakePlatform, type FakePlatformOptions } from '../../support/fakePlatform';
import { seededRandom } from '../../support/seededRandom';

const STORED = {
  uid: 'u-1',
  email: 'somebody@example.com',
  emailFromQuery: 'named@example.com',
  photoURL: 'https://photos.example/1.png',
  providerId: 'google.com',
  expirationDate: '2026-12-28T09:00:00.000Z',
  subscriptionIsActive: 'true',
  firstPaymentActivated: 'false',
  subscriptionStatus: 'ACTIVE',
  amount: '449',
  currency: 'RUB',
  key: 'a-gift-key-of-length',
  accessToken: 'access',
  refreshToken: 'refresh',
  emailForSignIn: 'typed@example.com',
  mailToken: 'mail',
};

const READ: IdentityState = {
  ...STORED,
  subscriptionIsActive: true,
  firstPaymentActivated: false,
  amount: 449,
};

function start(options: FakePlatformOptions = {}) {
  const platform = fakePlatform(options);
  const store = createStore(platform);
  const identity = () => {
    const { _persist, ...fields } = store.getState().identity;
    return fields;
  };
  return { platform, store, identity, storage: platform.storage };
}

/** Waits until redux-persist has read the storage. */
async function rehydrated({ store }: ReturnType<typeof start>) {
  while (!store.getState().identity._persist.rehydrated) await Promise.resolve();
}

/** Number of corrupt storage states. `CORRUPT_STATES` sets the full number. */
const CORRUPT_STATES = Number(process.env['CORRUPT_STATES'] ?? 200);

it('is valid whatever the storage contains, and causes no navigation by itself', () => {
  const random = seededRandom(20_261_122);
  const pieces = ['', 'null', 'undefined', 'true', 'false', '{', '"', '[]', '{"a":1}', 'NaN', '-0', '1e999'];
  const odd = [...pieces, '\0', '\ud800', 'a'.repeat(70_000), '../..', 'javascript:alert(1)', '2026-13-45'];
  for (let state = 0; state < CORRUPT_STATES; state += 1) {
    const stored: Record<string, string> = {};
    for (const [name, value] of Object.entries({ ...STORED, 'persist:identity': '{}', unknown: 'x' })) {
      if (random.chance(0.3)) continue;
      const other = odd[random.between(0, odd.length - 1)] ?? '';
      stored[name] = random.chance(0.6) ? other : value.slice(random.between(0, 3)) + other.slice(0, 3);
    }
    const identity: Record<string, unknown> = start({ stored }).identity();
    expect(Object.keys(identity).sort()).toEqual(Object.keys(EMPTY_IDENTITY).sort());
    for (const [name, value] of Object.entries(identity)) {
      const wanted = typeof READ[name as keyof IdentityState];
      expect([stored, name, value === null || typeof value === wanted]).toEqual([stored, name, true]);
      expect(Number.isNaN(value)).toBe(false);
    }
  }
});

it('has one key for each field of the specification, and the mark of an email from a query [number-14, number-23]', () => {
  expect([...IDENTITY_FIELDS].sort()).toEqual(Object.keys(STORED).sort());
});

it('is restored before the first paint', () => {
  expect(start({ stored: STORED }).identity()).toEqual(READ);
});

it('is empty in a new browser and writes nothing there', async () => {
  const context = start();
  await rehydrated(context);
  expect(context.identity()).toEqual(EMPTY_IDENTITY);
  expect(context.storage.contents()).toEqual({});
});

it.each([
  ['subscriptionIsActive', 'maybe'],
  ['subscriptionIsActive', 'TRUE'],
  ['firstPaymentActivated', '1'],
  ['amount', 'abc'],
  ['amount', 'Infinity'],
  ['amount', '1e3'],
  ['amount', ''],
  ['email', ''],
])('reads the corrupt %s %j as absent', (field, value) => {
  expect(start({ stored: { [field]: value } }).identity()).toEqual(EMPTY_IDENTITY);
});

it('writes each change to its own key at once [number-14]', async () => {
  const context = start({ stored: STORED });
  await rehydrated(context);
  expect(context.storage.contents()).toEqual(STORED);
  context.store.dispatch(giftKeyRemoved(STORED.key));
  context.store.dispatch(emailTyped('other@example.com'));
  const { key: _key, ...rest } = STORED;
  expect(context.storage.contents()).toEqual({ ...rest, emailForSignIn: 'other@example.com' });
  context.store.dispatch(loggedOut());
  expect(context.storage.contents()).toEqual({});
});

it('does not change keys that do not belong to the identity', async () => {
  const context = start({ stored: { ...STORED, 'mui-mode': 'dark' } });
  await rehydrated(context);
  context.store.dispatch(loggedOut());
  expect(context.storage.contents()).toEqual({ 'mui-mode': 'dark' });
});

it('applies the changes of another tab, key by key', async () => {
  const context = start({ stored: STORED });
  await rehydrated(context);
  context.storage.changeElsewhere('subscriptionIsActive', 'false');
  context.storage.changeElsewhere('amount', 'nonsense');
  context.storage.changeElsewhere('photoURL', null);
  context.storage.changeElsewhere('unrelated', 'x');
  expect(context.identity()).toEqual({ ...READ, subscriptionIsActive: false, amount: null, photoURL: null });
});

it('is cleared if another tab clears the storage', async () => {
  const context = start({ stored: STORED });
  await rehydrated(context);
  context.storage.clearElsewhere();
  expect(context.identity()).toEqual(EMPTY_IDENTITY);
});

it("applies changes that the native shell writes into this document's storage", async () => {
  const context = start();
  await rehydrated(context);
  context.storage.changeSilently({ email: STORED.email, uid: STORED.uid, subscriptionIsActive: 'true' });
  expect(context.identity()).toEqual({
    ...EMPTY_IDENTITY,
    email: STORED.email,
    uid: STORED.uid,
    subscriptionIsActive: true,
  });
});

it('never restores a value that another tab removed', async () => {
  const context = start({ stored: STORED });
  await rehydrated(context);
  context.storage.changeElsewhere('accessToken', null);
  context.storage.changeElsewhere('email', null);
  context.store.dispatch(giftKeyStored('another-gift-key'));
  expect(context.storage.contents()).not.toHaveProperty('accessToken');
  expect(context.storage.contents()).not.toHaveProperty('email');
});

it('does not overwrite a value that another tab wrote and this tab did not change', async () => {
  const context = start({ stored: STORED });
  await rehydrated(context);
  context.storage.changeElsewhere('accessToken', 'newer');
  context.store.dispatch(giftKeyRemoved(STORED.key));
  expect(context.storage.contents()).toMatchObject({ accessToken: 'newer' });
});

it('writes no key again that has not changed', async () => {
  const context = start({ stored: STORED });
  await rehydrated(context);
  const written: string[] = [];
  const { set } = context.storage;
  context.storage.set = (key, value) => {
    written.push(key);
    set(key, value);
  };
  context.store.dispatch(emailTyped('other@example.com'));
  expect(written).toEqual(['emailForSignIn']);
});
