/** Tests the records of requests that failed unexpectedly, and how staff find them by the code that customers name. */
import { HANDLERS } from '../../../src/server/http/handlers';
import { failedRequests } from '../../../src/server/store/schema/failedRequests';
import { LIMITS } from '../../../src/server/throttle/limits';
import { recordFailedRequest } from '../../../src/server/usecases/audit/recordFailedRequest';
import { dropStale } from '../../../src/server/workers/jobs/dropStale';
import { SHORTER_PERIODS_DAYS } from '../../../src/shared/personalData';
import { deriveSupportCode } from '../../../src/web/api/callError';
import { startTestServer, type TestServer } from '../../support/server';
import { signInByEmail, signInStaffAs } from '../../support/signIn';

const DAY = 86_400_000;
const SECRET = 'vasilisa-writes-this@example.com';

let server: TestServer;

beforeEach(async () => {
  const fails = () =>
    Promise.reject(
      new Error(`broke on ${SECRET}`, { cause: Object.assign(new Error(SECRET), { code: '23505' }) }),
    );
  server = await startTestServer({ handlers: { ...HANDLERS, getShop: fails, checkGift: fails } });
});

/** Sends a request that fails unexpectedly, with the token of a customer or without one. */
const failing = async (token?: string) => {
  const { status, error } =
    token === undefined
      ? await server.call('checkGift', { body: { key: 'any' } })
      : await server.call('getShop', { token, body: {} });
  expect(server.takeUnexpectedErrors()).toHaveLength(1);
  return { status, error };
};

const find = async (value: string) => {
  const { accessToken } = await signInStaffAs(server, 'support');
  const { body } = await server.call('findUsers', { token: accessToken, body: { value } });
  return body.failedRequests;
};

it('finds a failed request by the shown code and by the full id, with call, error and customer', async () => {
  const customer = await signInByEmail(server, 'vasilisa@example.com');
  const { status, error } = await failing(customer.accessToken);
  const { requestId = '' } = error;
  const code = deriveSupportCode({ status, message: '', requestId }) ?? '';
  expect(code).toHaveLength(8);
  const found = await find(code);
  expect(found).toEqual([
    {
      ...{ requestId, at: server.clock.now().toISOString(), call: 'getShop', errorCode: '23505' },
      error: expect.stringMatching(/^Error ← Error 23505 at __tests__\/.*:\d+:\d+$/) as unknown,
      customer: { id: 1, email: 'vasilisa@example.com' },
    },
  ]);
  for (const value of [requestId, requestId.toUpperCase(), ` Код обращения: ${code}. `, `request ${code}`]) {
    expect(await find(value)).toEqual(found);
  }
  for (const value of [code.slice(0, 7), `${code}-`, requestId.slice(0, 20), '%'.repeat(8)]) {
    expect(await find(value)).toEqual([]);
  }
});

it('records a failed request without an account, and no request that was rejected', async () => {
  const { error } = await failing();
  await server.call('checkGift', { body: { key: '' } });
  await server.call('getProfile', { body: {} });
  expect(await find(error.requestId ?? '')).toMatchObject([{ call: 'checkGift', customer: null }]);
  const rows = await server.db.select().from(failedRequests);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(SECRET);
});

it('records a limited number of requests of one network, and responds as before', async () => {
  const { tries } = LIMITS.failedRequests;
  for (let count = 0; count < tries + 2; count += 1) {
    const { status, error } = await failing();
    expect([status, error.code]).toEqual([500, 'INTERNAL']);
  }
  expect(await server.db.select().from(failedRequests)).toHaveLength(tries);
});

it('changes no response if the record cannot be written', async () => {
  const failure = { requestId: 'r-1', call: 'getShop', accountId: null, errorCode: 'Error', error: 'Error' };
  await recordFailedRequest(server.deps, '192.0.2.1', failure);
  await recordFailedRequest(server.deps, '192.0.2.1', failure);
  expect(server.logs.filter(({ level }) => level === 'warn')).toEqual([
    { level: 'warn', details: { requestId: 'r-1' }, message: 'a failed request could not be recorded' },
  ]);
});

it('deletes the records after 30 days', async () => {
  await failing();
  server.clock.advance(SHORTER_PERIODS_DAYS.failedRequests * DAY);
  await dropStale(server.deps);
  expect(await server.db.select().from(failedRequests)).toHaveLength(1);
  server.clock.advance(1);
  await dropStale(server.deps);
  expect(await server.db.select().from(failedRequests)).toEqual([]);
});
