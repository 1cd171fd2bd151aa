/**
 * Process of the card provider in the benchmark of charges: the sandbox's fake of YooKassa over HTTP. The argument is the
 * time in ms that each POST request takes. Prints the port and the id of a saved payment method that all customers share.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { systemClock } from '../../../src/server/ports/clock';
import { openFakeYooKassa } from '../../../src/server/sandbox/fakeYooKassa/fakeYooKassa';
import { SANDBOX_MIGRATIONS } from '../../../src/server/sandbox/migrations';
import { openEmbeddedDatabase } from '../../../src/server/store/openDatabase';

const [postMs = '300', shopId = '', secretKey = ''] = process.argv.slice(2);
const CARD = '5555555555554444';

const { db } = await openEmbeddedDatabase({ furtherMigrations: [SANDBOX_MIGRATIONS] });
const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
const fake = await openFakeYooKassa({
  ...{ db, shopId, secretKey, clock: systemClock, logger: silent },
  fetch,
  notifyUrl: 'http://127.0.0.1:1/',
});
await fake.change({ retriesInWidget: false, drop: true });

const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`;
const response = await fake.app.request('/payments', {
  method: 'POST',
  headers: { Authorization: authorization, 'Idempotence-Key': 'first' },
  body: JSON.stringify({
    amount: { value: '449.00', currency: 'RUB' },
    capture: true,
    save_payment_method: true,
    confirmation: { type: 'embedded' },
  }),
});
const opened = (await response.json()) as { id: string; confirmation: { confirmation_token: string } };
await fake.pay(opened.confirmation.confirmation_token, CARD);

const respond = getRequestListener(async (request) => {
  if (request.method === 'POST') await pause(Number(postMs));
  return fake.app.fetch(request);
});
const server = createServer((request, reply) => void respond(request, reply));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`Ready ${String((server.address() as AddressInfo).port)} ${opened.id}\n`);
