/** Tests the log output of the running product. */
import { createPinoLogger } from '../../../src/server/logging/pinoLogger';
import { withRequestId } from '../../../src/server/logging/requestId';

function capture(log: (logger: ReturnType<typeof createPinoLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  log(createPinoLogger('info', { write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('lines contain their level, time, details and message', () => {
  const [line] = capture((logger) => logger.info({ route: '/api/profile', status: 200 }, 'request'));
  expect(line).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
    route: '/api/profile',
    status: 200,
    msg: 'request',
  });
});

test('every line logged during a request contains the request id once', () => {
  const lines = capture((logger) => {
    withRequestId('the-request', () => {
      logger.info({ rejection: 'noConsent' }, 'a payment was rejected');
      logger.info({ requestId: 'the-request' }, 'request');
    });
    logger.info({}, 'a job');
  });
  expect(lines.map(({ requestId }) => requestId)).toEqual(['the-request', 'the-request', undefined]);
});

test('secrets and personal data are redacted in every field', () => {
  const lines = capture((logger) => {
    logger.warn({ order: { receiptPhone: '+79123456789', payerPhone: '+79123456789' } }, 'careless');
    logger.warn(
      { email: 'a@b.cd', phone: '+79123456789', session: { accessToken: 'ca_x', deep: { password: 'p' } } },
      'careless',
    );
  });
  expect(JSON.stringify(lines)).not.toMatch(/a@b\.cd|ca_x|"p"|79123456789/);
});

test('an error is logged by class, code and stack frames, never by message', () => {
  const cause = Object.assign(new Error('value a@b.cd'), { code: '23505' });
  const [line] = capture((logger) => {
    logger.error({ error: new TypeError('value a@b.cd', { cause }) }, 'failed');
  });
  expect(line).toMatchObject({ error: { errorType: 'TypeError', cause: { errorCode: '23505' } } });
  expect(JSON.stringify(line)).not.toContain('a@b.cd');
});

test('an email address inside foreign text is removed, but a package path is kept', () => {
  const [line] = capture((logger) => {
    const reason = 'subscriptions/update: no receipt to Vasilisa.P+1@mail.example.ru';
    logger.warn({ reason, stack: ['at /srv/node_modules/@hono/node-server/index.js:1:2'] }, 'failed');
  });
  expect(line).toMatchObject({
    reason: 'subscriptions/update: no receipt to [address]',
    stack: ['at /srv/node_modules/@hono/node-server/index.js:1:2'],
  });
});
