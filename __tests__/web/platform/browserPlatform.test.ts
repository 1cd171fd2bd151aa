import { CONFIGURATION_ELEMENT_ID, DEFAULT_CLIENT_CONFIGURATION } from '../../../src/shared/configuration';
/** Tests that a browser in which an optional adapter cannot be created still gets a platform. */
import { createBrowserPlatform } from '../../../src/web/platform/browserPlatform';
import { takeConsole } from '../../support/consoleSpy';

/** A window in which each access to one of the properties throws. */
const windowWithout = (...names: string[]): Window & typeof globalThis =>
  new Proxy(window, {
    get: (page, name) => {
      if (names.includes(String(name))) throw new TypeError(`${String(name)} is not here`);
      const value: unknown = Reflect.get(page, name);
      return typeof value === 'function' ? (value.bind(page) as unknown) : value;
    },
  });

afterEach(() => {
  document.head.innerHTML = '';
});

it.each([['matchMedia'], ['trustedTypes'], ['localStorage', 'sessionStorage']])(
  'is created without %s',
  (...names) => {
    takeConsole();
    const platform = createBrowserPlatform(windowWithout(...names));
    expect(platform.storage.get('email')).toBeNull();
    expect(platform.keepsSignIn).toBe(!names.includes('localStorage'));
  },
);

it('is created with an error tracking service in a browser without `URL.canParse`', () => {
  const lines = takeConsole();
  const canParse: unknown = Reflect.get(URL, 'canParse');
  Reflect.deleteProperty(URL, 'canParse');
  const block = document.createElement('script');
  block.id = CONFIGURATION_ELEMENT_ID;
  block.type = 'application/json';
  block.textContent = JSON.stringify({
    ...DEFAULT_CLIENT_CONFIGURATION,
    errorReportingDsn: 'https://key@errors.example/1',
  });
  document.head.append(block);
  expect(createBrowserPlatform(window).errorReporter).not.toBeNull();
  if (canParse !== undefined) Reflect.set(URL, 'canParse', canParse);
  expect(lines).toEqual([]);
});
