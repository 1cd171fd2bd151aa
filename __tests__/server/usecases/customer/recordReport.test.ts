import { LIMITS } from '../../../../src/server/throttle/limits';
import { maskText } from '../../../../src/server/usecases/customer/recordReport';
import { startTestServer } from '../../../support/server';

describe('masking', () => {
  it.each([
    ['HTTP error! status: 500', 'HTTP error! status: 500'],
    ['no account for vasilisa@yandex.ru, sorry', 'no account for [address] sorry'],
    ['bearer ca_5Wvuigzh5bzHHFGtFXnhLUcmcKi7OEg19Y1YnVy-qbg', 'bearer [secret]'],
    ['4242424242424242', '[secret]'],
    ['of +7 912 345-67-89, +375291234567', 'of [phone], [phone]'],
  ])('%j becomes %j', (text, masked) => expect(maskText(text)).toBe(masked));
});

it('writes a report to the log without personal data [error-6]', async () => {
  const server = await startTestServer();
  const response = await server.call('sendReport', {
    body: { event: 'profileFetchFailed', details: { status: 502, text: 'for ivan@example.com' } },
  });
  expect(response.body).toEqual({ success: true });
  const lines = server.logs.filter(({ message }) => message === 'the application reported a failure');
  expect(lines).toEqual([
    expect.objectContaining({
      details: { event: 'profileFetchFailed', details: { status: 502, text: 'for [address]' } },
    }),
  ]);
});

it('limits the number of reports per IP address', async () => {
  const server = await startTestServer();
  const report = () =>
    server.call('sendReport', { body: { event: 'screenFailed', details: { name: 'TypeError' } } });
  for (let i = 0; i < LIMITS.reports.tries; i += 1) expect((await report()).status).toBe(200);
  expect((await report()).status).toBe(429);
});
