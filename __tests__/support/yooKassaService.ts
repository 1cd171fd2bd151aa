/** Serves the fake of YooKassa over HTTP to a production server that a check starts as a process. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Clock } from '../../src/server/ports/clock';
import { openFakeYooKassa } from '../../src/server/sandbox/fakeYooKassa/fakeYooKassa';
import { SANDBOX_MIGRATIONS } from '../../src/server/sandbox/migrations';
import { openEmbeddedDatabase } from '../../src/server/store/openDatabase';
import type { ProductionCustomer } from './productionCustomer';

const SHOP = { shopId: '100500', secretKey: 'live_secret_key_of_the_drill_0123456789' };
const CARD = '5555555555554444';

export interface YooKassaService {
  /** Variables with which a production server sells at this fake. */
  variables: Record<string, string>;
  /** Sets whether the fake responds, or closes each connection. */
  become(state: 'responding' | 'closing'): void;
  /** Sets whether the manager of YooKassa permits charges of saved payment methods. */
  permitCharges(isPermitted: boolean): Promise<void>;
  /** Pays an order of a customer in the payment widget. */
  pay(customer: ProductionCustomer, orderId: string): Promise<void>;
  /** Sends the due notifications. Resolves after the production server has responded to all. */
  notify(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the fake. It sends its notifications to the production server at `origin`. */
export async function startYooKassa(origin: string, clock: Clock): Promise<YooKassaService> {
  const sandbox = await openEmbeddedDatabase({ furtherMigrations: [SANDBOX_MIGRATIONS] });
  const fake = await openFakeYooKassa({
    ...SHOP,
    db: sandbox.db,
    clock,
    fetch: (input, init) => {
      const notification = new Request(input, init);
      notification.headers.set('X-Forwarded-For', '127.0.0.1');
      return fetch(notification);
    },
    notifyUrl: `${origin}/api/webhooks/yookassa`,
    logger: {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: () => undefined,
    },
  });
  await fake.change({ retriesInWidget: false });
  const respond = getRequestListener((request) => fake.app.fetch(request));
  let isClosing = false;
  const server = createServer((request, response) => {
    if (isClosing) request.socket.destroy();
    else void respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    variables: {
      CARD_PROVIDER: 'yookassa',
      YOOKASSA_SHOP_ID: SHOP.shopId,
      YOOKASSA_SECRET_KEY: SHOP.secretKey,
      YOOKASSA_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      YOOKASSA_SENDERS: '127.0.0.1',
      YOOKASSA_ACCEPT_TEST_PAYMENTS: 'true',
    },
    become: (state) => {
      isClosing = state === 'closing';
    },
    permitCharges: (isPermitted) => fake.change({ autopayments: isPermitted }),
    pay: async (customer, orderId) => {
      const { confirmationToken } = await customer.call('shop/openPayment', { orderId });
      await fake.pay(String(confirmationToken), CARD);
    },
    notify: () => fake.runDue(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await sandbox.close();
    },
  };
}
