/** Tests the sources of the browser application's configuration. */
import { DEFAULT_CLIENT_CONFIGURATION } from '../../../src/shared/configuration';
import { readConfiguration } from '../../../src/web/platform/env';
import { takeConsole } from '../../support/consoleSpy';

function pageWith(block: string | null): Document {
  const page = document.implementation.createHTMLDocument('');
  if (block !== null) {
    const script = page.createElement('script');
    script.type = 'application/json';
    script.id = 'configuration';
    script.textContent = block;
    page.head.append(script);
  }
  return page;
}

it('reads the configuration block of the document', () => {
  const configuration = { ...DEFAULT_CLIENT_CONFIGURATION, mode: 'sandbox', apiBaseUrl: '/elsewhere/' };
  expect(readConfiguration(pageWith(JSON.stringify(configuration)))).toEqual(configuration);
});

it.each([null, '', '  '])(
  'uses the build-time variables if the document has no configuration block (%j)',
  (block) => {
    expect(readConfiguration(pageWith(block), { VITE_API_BASE_URL: 'https://api.example/v1' })).toMatchObject(
      {
        mode: 'production',
        apiBaseUrl: 'https://api.example/v1/',
        google: { enabled: false },
      },
    );
  },
);

it('takes the Google and card terminal settings from the build-time variables', () => {
  const configuration = readConfiguration(pageWith(null), {
    VITE_FIREBASE_API_KEY: 'key',
    VITE_FIREBASE_PROJECT_ID: 'project',
    VITE_CARD_TERMINAL_ID: 'pk_1',
  });
  expect(configuration.google).toMatchObject({ enabled: true, apiKey: 'key', projectId: 'project' });
  expect(configuration.cardWidget.publicTerminalId).toBe('pk_1');
});

it.each([
  ['true', {}],
  ['false', undefined],
  ['', undefined],
])('with VITE_CONNECT=%s devices can be connected: %j', (VITE_CONNECT, connect) => {
  expect(readConfiguration(pageWith(null), { VITE_CONNECT }).connect).toEqual(connect);
});

it.each(['{', '[]', '{"mode":"sandbox"}'])('ignores the invalid block %s and logs one line', (block) => {
  const lines = takeConsole();
  expect(readConfiguration(pageWith(block), {})).toEqual(DEFAULT_CLIENT_CONFIGURATION);
  expect(lines).toHaveLength(1);
});
