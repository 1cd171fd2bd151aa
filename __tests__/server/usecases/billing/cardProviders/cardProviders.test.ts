/** Tests how the server selects the card provider and the account of a command. */
import { ProviderRejected, ProviderUnavailable } from '../../../../../src/server/ports/cardProvider';
import {
  depsOfProvider,
  listCardProviders,
} from '../../../../../src/server/usecases/billing/cardProviders/cardProviders';
import { readCommandAccount } from '../../../../../src/server/usecases/billing/ledger/commandAccount';
import { cardCustomer } from '../../../../support/cardCustomer';
import { otherProvider } from '../../../../support/otherProvider';
import { PROVIDER } from '../../../../support/paymentEvents';
import { startTestServer, type TestServer } from '../../../../support/server';

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer({ newCardProvider: otherProvider() });
});

const listNames = (deps: TestServer['deps']) => listCardProviders(deps).map(({ name }) => name);

test('a former card provider executes its commands, and the other card providers stay available', () => {
  expect(listNames(server.deps)).toEqual(['other', PROVIDER]);
  expect(listNames(depsOfProvider(server.deps, PROVIDER))).toEqual([PROVIDER, 'other']);
  expect(listNames(depsOfProvider(server.deps, 'other'))).toEqual(['other', PROVIDER]);
});

test('a command for a card provider that is not configured is retried', () => {
  expect(() => depsOfProvider(server.deps, 'unknown')).toThrow(ProviderUnavailable);
});

test('a command for an account that does not exist is not retried', async () => {
  const { id, uid } = await cardCustomer(server, 'payer@example.org');
  expect(await readCommandAccount(server.deps, id)).toMatchObject({ uid });
  await expect(readCommandAccount(server.deps, id + 1)).rejects.toThrow(ProviderRejected);
});
