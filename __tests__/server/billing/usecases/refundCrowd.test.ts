/** Many at once want the same thing of one customer, on two instances: it happens once, and nobody meets a 500. */
import { change } from '../../../../src/server/billing/change/change';
import { type App, buildApp } from '../../../../src/server/http/app';
import { type OpenedDatabase, openPostgres } from '../../../../src/server/store/openDatabase';
import { refunds } from '../../../../src/server/store/schema/refunds';
import { onPostgres, testDatabaseUrl } from '../../../support/database';
import { renewalPayment } from '../../../support/paymentFacts';
import { startTestServer, TEST_ORIGIN, type TestServer } from '../../../support/server';
import { signInByEmail, signInStaffAs } from '../../../support/signIn';

const EMAIL = 'vasilisa@example.com';
const KEY = 'a-request-key-of-the-dialog';
const CALLERS = onPostgres ? 200 : 20;

let server: TestServer;
let others: OpenedDatabase[];

beforeEach(async () => {
  server = await startTestServer();
  others = onPostgres ? [await openPostgres(testDatabaseUrl()), await openPostgres(testDatabaseUrl())] : [];
});

afterEach(async () => {
  for (const { close } of others.map((other) => ({ close: () => other.close() }))) await close();
});

it('a refund with one key is made once, and its repetition is answered like the first', async () => {
  const { uid } = await signInByEmail(server, EMAIL);
  const { accessToken } = await signInStaffAs(server, 'senior');
  const at = server.clock.now();
  const fact = renewalPayment({
    transactionId: '101',
    role: 'recurrent',
    recurrenceStartAt: at.toISOString(),
  });
  await server.db.transaction((tx) => change(tx, 1, [{ key: 'paid:101', at, fact }], at));

  const unexpected: unknown[] = [];
  const apps: App[] = others.map(({ db }) =>
    buildApp({ ...server.deps, db }, { onUnexpectedError: (error) => unexpected.push(error) }),
  );
  const refund = async (caller: number) => {
    const request = new Request(`${TEST_ORIGIN}/api/panel/refund`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ email: EMAIL, uid, transactionId: '101', requestKey: KEY }),
    });
    const answer = await (apps[caller % 2] ?? server.app).fetch(request);
    return {
      status: answer.status,
      retryAfter: answer.headers.get('Retry-After'),
      body: await answer.text(),
    };
  };

  const answers = await Promise.all(Array.from({ length: CALLERS }, (_, caller) => refund(caller)));
  const first = answers.find(({ status }) => status === 200);
  expect(first).toBeDefined();
  for (const answer of answers) {
    if (answer.status === 200) expect(answer.body).toBe(first?.body);
    else expect(answer).toMatchObject({ status: 503, retryAfter: '5' });
  }
  expect(await refund(0)).toMatchObject({ status: 200, body: first?.body });
  expect(await server.db.select().from(refunds)).toHaveLength(1);
  expect(unexpected).toEqual([]);
});
