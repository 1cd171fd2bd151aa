/** Tests the problems of card providers on the console's home page, with payments at YooKassa. */
import {
  markProviderBack,
  markProviderGone,
  readGoneProviders,
} from '../../../../src/server/usecases/billing/providerOutage/markProvider';
import { payOrder } from '../../../support/payments';
import { signInStaffAs, STAFF_PASSWORD } from '../../../support/signIn';
import {
  startYooKassaServer,
  type YooKassaCustomer,
  type YooKassaServer,
} from '../../../support/yooKassaServer';

const COMMAND = { staffId: null, username: 'command', ip: 'command', requestId: 'command' };

let server: YooKassaServer;
let customer: YooKassaCustomer;

beforeEach(async () => {
  server = await startYooKassaServer();
  await signInStaffAs(server, 'support');
  customer = await server.customer('anna@example.org');
});

async function problems() {
  const body = { username: 'support', password: STAFF_PASSWORD };
  const { accessToken: token } = (await server.call('staffLogin', { body })).body;
  return (await server.call('readStaffHome', { token, body: {} })).body.cardProviders;
}

describe('a card provider that is marked as gone', () => {
  it('shows the same numbers of customers as the command, until the mark is taken back', async () => {
    await customer.subscribe();
    await (await server.customer('boris@example.org')).subscribe();
    expect(await problems()).toEqual([]);
    const at = server.clock.now().toISOString();
    await markProviderGone(server.deps, COMMAND, { provider: 'yooKassa', days: 14 });
    await server.settle();
    const gone = { provider: 'yooKassa', problem: 'gone', at };
    expect(await problems()).toEqual([{ ...gone, customers: { affected: 2, moved: 0, waiting: 2 } }]);
    const { cardProvider, formerCardProviders } = server.deps;
    Object.assign(server.deps, { cardProvider: formerCardProviders[0], formerCardProviders: [cardProvider] });
    const { order } = (await server.call('getCardChange', { token: customer.token })).body;
    if (!order) throw new Error('there is no order');
    await payOrder(server, order, '5555');
    await server.settle();
    const customers = { affected: 2, moved: 1, waiting: 1 };
    expect(await problems()).toEqual([{ ...gone, customers }]);
    expect(await readGoneProviders(server.db)).toMatchObject([customers]);
    await markProviderBack(server.deps, COMMAND, 'yooKassa');
    expect(await problems()).toEqual([]);
  });
});

describe('a card provider that does not permit autopayments', () => {
  it('is shown from a rejected payment on, until it accepts a payment', async () => {
    await server.fake.change({ autopayments: false });
    const orderId = await customer.order();
    expect(await customer.open(orderId)).toEqual({ kind: 'unavailable' });
    const at = server.clock.now().toISOString();
    expect(await problems()).toEqual([
      { provider: 'yooKassa', problem: 'noAutopayments', at, customers: null },
    ]);
    await server.fake.change({ autopayments: true });
    expect(await customer.open(orderId)).toMatchObject({ kind: 'opened' });
    expect(await problems()).toEqual([]);
  });

  it('is shown if it rejects a charge of a saved card', async () => {
    await customer.subscribe();
    expect(await problems()).toEqual([]);
    await server.fake.change({ autopayments: false });
    await server.passDays(7.5);
    expect(await problems()).toMatchObject([{ provider: 'yooKassa', problem: 'noAutopayments' }]);
    await server.fake.change({ autopayments: true });
    await server.passDays(0.5);
    expect(await problems()).toEqual([]);
  });
});
