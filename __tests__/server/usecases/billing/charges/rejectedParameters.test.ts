/** Tests charges that the card provider rejects because of a parameter: who is declined, who waits, and who goes on. */
import { listChargePauses } from '../../../../../src/server/store/chargeLimits';
import { retryPutAside } from '../../../../../src/server/store/requestedPayments';
import { paymentIssues } from '../../../../../src/server/store/schema/paymentIssues';
import { findSubscription } from '../../../../../src/server/store/subscriptions';
import { runDueCharges } from '../../../../../src/server/usecases/billing/charges/runDueCharges';
import { readSubscription } from '../../../../../src/server/usecases/billing/subscriptions/readSubscription';
import { runAlone } from '../../../../support/runAlone';
import { instanceWith } from '../../../../support/server';
import {
  readChargeOutcomes,
  startYooKassaServer,
  type YooKassaCustomer,
  type YooKassaServer,
} from '../../../../support/yooKassaServer';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let server: YooKassaServer;

beforeEach(async () => {
  server = await startYooKassaServer();
});

const charges = () => server.sent.filter(({ body }) => 'payment_method_id' in body);
const emailOf = ({ body }: { body: Record<string, unknown> }): string =>
  (body['receipt'] as { customer: { email: string } }).customer.email;
const outcomes = (accountId: number) => readChargeOutcomes(server, accountId);
const issues = () => server.db.select().from(paymentIssues);
const declineEmails = (email: string) =>
  server.mailbox.emailsTo(email).filter(({ subject }) => /не прошл|не удал|отклон/i.test(subject));

/** Subscribes customers, and moves the clock to the due dates of their charges. */
async function dueCustomers(count: number): Promise<YooKassaCustomer[]> {
  const customers: YooKassaCustomer[] = [];
  for (let number = 1; number <= count; number += 1) {
    const customer = await server.customer(`payer${String(number)}@example.org`);
    await customer.subscribe(undefined, { fullPrice: true });
    customers.push(customer);
  }
  const { nextChargeAt } = await findSubscription(server.db, customers.at(-1)?.id ?? 0);
  const due = nextChargeAt?.getTime() ?? 0;
  server.clock.set(new Date(due - 3 * DAY_MS + MINUTE_MS));
  await server.settle();
  server.clock.set(new Date(due + MINUTE_MS));
  return customers;
}

/** Lets the card provider reject charges because of a parameter, of all customers or of one email address. */
function reject(parameter: string | null, email: string | null = null): void {
  let sent = server.sent.length;
  server.instead((request) => {
    if (request.method !== 'POST') return null;
    const charge = server.sent[server.sent.length - 1];
    sent += 1;
    if (charge === undefined || !('payment_method_id' in charge.body) || sent === 0) return null;
    if (email !== null && emailOf(charge) !== email) return null;
    const body = {
      type: 'error',
      id: '1',
      code: 'invalid_request',
      ...(parameter === null ? {} : { parameter }),
    };
    return Response.json(body, { status: 400 });
  });
}

const charge = () => runAlone(runDueCharges, server.deps);

it('declines the charge of a saved method that the card provider does not know', async () => {
  const [customer] = await dueCustomers(1);
  reject('payment_method_id');
  await server.settle();
  expect(await outcomes(customer?.id ?? 0)).toEqual(['rejected']);
  expect(await issues()).toEqual([]);
  server.clock.advance(DAY_MS);
  await server.settle();
  expect(charges()).toHaveLength(1);
});

it.each(['receipt.customer', 'receipt.customer.email', 'receipt.customer.phone'])(
  'puts the charge aside if the address of its receipt is rejected: %s',
  async (parameter) => {
    server.deps.settings.chargesInFlight = 1;
    const [first, second] = await dueCustomers(2);
    if (first === undefined || second === undefined) throw new Error('a customer is missing');
    reject(parameter, 'payer1@example.org');
    await server.settle();
    expect(await outcomes(first.id)).toEqual(['notSent']);
    expect(await outcomes(second.id)).toEqual(['completed']);
    expect(declineEmails('payer1@example.org')).toEqual([]);
    expect(await issues()).toMatchObject([{ question: 'chargeNotSent', accountId: first.id, outcome: null }]);
    expect(await listChargePauses(server.db)).toEqual([]);
    await server.settle();
    expect(await outcomes(first.id)).toEqual(['notSent']);
    server.clock.advance(DAY_MS);
    await server.settle();
    expect(await outcomes(first.id)).toEqual(['notSent', 'notSent']);
    server.clock.advance(60 * MINUTE_MS);
    server.instead(null);
    await retryPutAside(server.db, first.id);
    await server.settle();
    expect(await outcomes(first.id)).toEqual(['notSent', 'notSent', 'completed']);
    expect(await issues()).toMatchObject([{ question: 'chargeNotSent', outcome: 'done' }]);
    const { status, isActive } = await readSubscription(server.db, first.id, server.clock.now());
    expect({ status, isActive }).toEqual({ status: 'ACTIVE', isActive: true });
  },
);

it.each(['receipt.items', 'amount', 'metadata', null, 'receipt.customers'])(
  'pauses all charges after three customers in a row got the rejected parameter %p',
  async (parameter) => {
    server.deps.settings.chargesInFlight = 1;
    const customers = await dueCustomers(5);
    reject(parameter);
    await charge();
    expect(charges()).toHaveLength(3);
    expect(await listChargePauses(server.db)).toMatchObject([{ provider: 'yooKassa', reason: 'parameter' }]);
    await charge();
    expect(charges()).toHaveLength(3);
    // One charge every ten minutes probes, on whichever instance.
    for (let probe = 1; probe <= 3; probe += 1) {
      server.clock.advance(10 * MINUTE_MS + 1000);
      await charge();
      await runAlone(runDueCharges, instanceWith(server.deps, {}));
      expect(charges()).toHaveLength(3 + probe);
    }
    for (const { id } of customers) {
      expect(new Set(await outcomes(id))).not.toContain('rejected');
      expect(await readSubscription(server.db, id, server.clock.now())).toMatchObject({ isActive: true });
    }
    server.instead(null);
    server.clock.advance(10 * MINUTE_MS + 1000);
    await server.settle();
    await server.settle();
    expect(await listChargePauses(server.db)).toEqual([]);
    for (const [index, { id }] of customers.entries()) {
      expect((await outcomes(id)).filter((outcome) => outcome === 'completed')).toHaveLength(1);
      expect(declineEmails(`payer${String(index + 1)}@example.org`)).toEqual([]);
    }
    expect((await issues()).filter(({ outcome }) => outcome === null)).toEqual([]);
  },
);

it('does not pause if an accepted charge lies between the rejections', async () => {
  server.deps.settings.chargesInFlight = 1;
  await dueCustomers(4);
  const rejected = ['payer1@example.org', 'payer2@example.org', 'payer4@example.org'];
  server.instead((request) => {
    const sent = server.sent[server.sent.length - 1];
    if (request.method !== 'POST' || sent === undefined || !('payment_method_id' in sent.body)) return null;
    return rejected.includes(emailOf(sent))
      ? Response.json({ code: 'invalid_request', parameter: 'receipt.items' }, { status: 400 })
      : null;
  });
  await charge();
  expect(charges()).toHaveLength(4);
  expect(await listChargePauses(server.db)).toEqual([]);
});

it('probes with one charge every ten minutes while the credentials are rejected', async () => {
  await dueCustomers(5);
  server.deps.settings.chargesInFlight = 1;
  server.instead((request) => (request.method === 'POST' ? Response.json({}, { status: 401 }) : null));
  await charge();
  expect(charges()).toHaveLength(1);
  for (let probe = 1; probe <= 2; probe += 1) {
    server.clock.advance(10 * MINUTE_MS + 1000);
    await charge();
    await charge();
    expect(charges()).toHaveLength(1 + probe);
  }
  server.instead(null);
  server.clock.advance(10 * MINUTE_MS + 1000);
  await charge();
  await charge();
  expect(charges()).toHaveLength(8);
});

describe('after HTTP 429', () => {
  const crowded = (body: object) => () =>
    Response.json({ type: 'error', code: 'too_many_requests', ...body }, { status: 429 });

  it('waits as told, queries nothing, halves the pace, and charges each month once', async () => {
    const customers = await dueCustomers(4);
    server.deps.settings.chargesPerMinute = 4;
    let requests = 0;
    const respond = crowded({ retry_after: 90_000 });
    server.instead(() => {
      requests += 1;
      return respond();
    });
    await charge();
    const first = requests;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(4);
    server.clock.advance(80_000);
    await charge();
    expect(requests).toBe(first);
    server.instead(null);
    server.clock.advance(20_000);
    const before = charges().length;
    await charge();
    expect(charges()).toHaveLength(before + 2);
    server.clock.advance(MINUTE_MS + 1000);
    await charge();
    expect(charges()).toHaveLength(before + 4);
    for (const { id } of customers)
      expect((await outcomes(id)).filter((outcome) => outcome === 'completed')).toHaveLength(1);
  });
});

it('sends the domain of the receipt address in Punycode', async () => {
  const customer = await server.customer('anna@пример.рф');
  await customer.subscribe(undefined, { fullPrice: true });
  expect(server.sent.map(emailOf)).toEqual(['anna@xn--e1afmkfd.xn--p1ai']);
});
