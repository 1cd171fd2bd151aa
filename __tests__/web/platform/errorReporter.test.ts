import { createErrorReporter, readDsn } from '../../../src/web/platform/errorReporter';
import { takeConsole } from '../../support/consoleSpy';

it.each([
  [
    'https://abc@errors.example/42',
    'https://errors.example/api/42/envelope/?sentry_key=abc&sentry_version=7',
  ],
  [
    'https://abc@errors.example/sub/path/7',
    'https://errors.example/sub/path/api/7/envelope/?sentry_key=abc&sentry_version=7',
  ],
])('reads the DSN %s', (dsn, url) => expect(readDsn(dsn)?.envelopeUrl).toBe(url));

it.each([
  '',
  'nonsense',
  'http://abc@errors.example/42',
  'https://errors.example/42',
  'https://abc@errors.example/',
])('reads no DSN from %j', (dsn) => expect(readDsn(dsn)).toBeNull());

it('is omitted if no DSN is configured', () => {
  expect(createErrorReporter(undefined)).toBeNull();
});

it('logs an error if the DSN is invalid', () => {
  const lines = takeConsole();
  expect(createErrorReporter('nonsense')).toBeNull();
  expect(lines).toHaveLength(1);
});

it('sends one envelope with the event and its details and nothing else of the page [error-6]', () => {
  const sent: unknown[] = [];
  const send: typeof fetch = (_url, options) => {
    sent.push(options?.body);
    return Promise.resolve(new Response('{}'));
  };
  createErrorReporter('https://abc@errors.example/42', send)?.report('profileFetchFailed', { status: 500 });
  expect(sent).toHaveLength(1);
  const [header, kind, event] = (sent[0] as string)
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(kind).toEqual({ type: 'event' });
  expect(event).toMatchObject({ message: 'profileFetchFailed', level: 'error', extra: { status: 500 } });
  expect(event?.['event_id']).toBe(header?.['event_id']);
  expect(Object.keys(event ?? {})).not.toEqual(expect.arrayContaining(['request', 'user', 'breadcrumbs']));
});
