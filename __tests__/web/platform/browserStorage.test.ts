/** Tests that browser storage never throws if it is blocked, full, corrupt or changed by another tab. */
import { createStore } from '../../../src/web/app/store';
import { emailTyped, giftKeyStored } from '../../../src/web/identity/identitySlice';
import { createBrowserStorage } from '../../../src/web/platform/browserStorage';
import { takeConsole } from '../../support/consoleSpy';
import { fakePlatform } from '../../support/fakePlatform';

beforeEach(() => localStorage.clear());

/**
 * Creates a page whose storage is `storage`. If `storage` is an error, every access to the storage throws this error.
 */
function pageWith(storage: Storage | Error): Window {
  return new Proxy(window, {
    get: (page, name) => {
      if (name === 'localStorage') {
        if (storage instanceof Error) throw storage;
        return storage;
      }
      const value: unknown = Reflect.get(page, name);
      return typeof value === 'function' ? (value.bind(page) as unknown) : value;
    },
  });
}

it('reads, writes and removes', () => {
  const storage = createBrowserStorage(window, 'localStorage');
  storage.set('email', 'a@b.example');
  expect(localStorage.getItem('email')).toBe('a@b.example');
  expect(storage.get('email')).toBe('a@b.example');
  storage.remove('email');
  expect(localStorage.getItem('email')).toBeNull();
  expect(storage.get('email')).toBeNull();
});

it('stores values in memory if the storage is blocked, and logs this once', () => {
  const lines = takeConsole();
  const storage = createBrowserStorage(pageWith(new DOMException('denied', 'SecurityError')), 'localStorage');
  expect(storage.get('email')).toBeNull();
  storage.set('email', 'a@b.example');
  expect(storage.get('email')).toBe('a@b.example');
  storage.remove('email');
  expect(storage.get('email')).toBeNull();
  expect(lines).toHaveLength(1);
});

it('keeps a value in memory that a full storage rejects', () => {
  const lines = takeConsole();
  const page = pageWith(
    new Proxy(localStorage, {
      get: (target, name) => {
        if (name === 'setItem') {
          return () => {
            throw new DOMException('full', 'QuotaExceededError');
          };
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    }),
  );
  localStorage.setItem('email', 'old@b.example');
  const storage = createBrowserStorage(page, 'localStorage');
  storage.set('email', 'new@b.example');
  expect(storage.get('email')).toBe('new@b.example');
  storage.remove('email');
  expect(storage.get('email')).toBeNull();
  expect(localStorage.getItem('email')).toBeNull();
  expect(lines).toHaveLength(1);
});

it('lets the product work without any storage', () => {
  takeConsole();
  const page = pageWith(new DOMException('denied', 'SecurityError'));
  const store = createStore({
    ...fakePlatform(),
    storage: createBrowserStorage(page, 'localStorage'),
    sessionStorage: createBrowserStorage(page, 'localStorage'),
  });
  store.dispatch(giftKeyStored('a-gift-key-of-length'));
  store.dispatch(emailTyped('a@b.example'));
  expect(store.getState().identity).toMatchObject({
    key: 'a-gift-key-of-length',
    emailForSignIn: 'a@b.example',
  });
});

it('reports changes by another tab and the return to this tab, until unsubscribed', () => {
  const storage = createBrowserStorage(window, 'localStorage');
  const heard: [string | null, string | null][] = [];
  const stop = storage.onForeignChange((key, value) => heard.push([key, value]));
  const change = { storageArea: localStorage, key: 'email', newValue: 'x' };
  window.dispatchEvent(new StorageEvent('storage', change));
  window.dispatchEvent(new StorageEvent('storage', { ...change, storageArea: sessionStorage }));
  window.dispatchEvent(new Event('focus'));
  stop();
  window.dispatchEvent(new StorageEvent('storage', change));
  window.dispatchEvent(new Event('focus'));
  expect(heard).toEqual([
    ['email', 'x'],
    [null, null],
  ]);
});
