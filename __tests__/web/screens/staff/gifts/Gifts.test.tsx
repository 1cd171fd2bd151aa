/** Tests `/adept/gifts`: keys shown once, the CSV file, the print sheet, the list, and a lost response. */
import '../../../../../src/web/screens/staff/gifts/Gifts';
import { screen, waitFor, within } from '@testing-library/react';
import { readTabValue } from '../../../../../src/web/tabStorage/tabStorage';
import { GIFTS_TEXTS } from '../../../../../src/web/texts/staff/gifts';
import { takeConsole } from '../../../../support/consoleSpy';
import { fakePlatform, type FakePlatformOptions } from '../../../../support/fakePlatform';
import { renderApp } from '../../../../support/renderApp';
import { lostNetwork, rejection, scriptedApi } from '../../../../support/scriptedApi';

const KEYS = ['0123456789ABCDEFGHJKMNPQRS', 'SRQPNMKJHGFEDCBA9876543210'];
const LINKS = KEYS.map((key) => `https://prosvet.example/gift?key=${key}`);
const GIFT = {
  ...{ id: 2, keyEnding: 'PQRS', months: 3, state: 'new', batch: { id: 7, name: 'Spring' } },
  ...{ createdAt: '2026-11-21T09:00:00.000Z', createdBy: 'ann', activatedAt: null, activatedBy: null },
  ...{ revokedAt: null, revokedBy: null },
};

function openGifts({
  role = 'senior',
  path = '/adept/gifts',
  ...options
}: { role?: string; path?: string } & FakePlatformOptions = {}) {
  const server = scriptedApi();
  server.on('panel/me', { username: 'ann', role });
  server.on('panel/gifts/list', { content: [GIFT], last: true });
  server.on('panel/gifts/batches', { content: [], last: true });
  server.on('panel/gifts/createBatch', { batchId: 7, keys: KEYS });
  server.on('auth/refreshToken', { accessToken: 'a-2', refreshToken: 'r-2' });
  const platform = fakePlatform({
    fetch: server.fetch,
    stored: { accessToken: 'a-1', refreshToken: 'r-1' },
    configuration: { publicUrl: 'https://prosvet.example' },
    ...options,
  });
  return { ...renderApp(path, { platform }), server, platform };
}

async function makeBatch(user: ReturnType<typeof openGifts>['user']) {
  await user.type(await screen.findByLabelText('Name'), 'Spring');
  const size = screen.getByLabelText('Gifts', { selector: 'input' });
  await user.clear(size);
  await user.type(size, '2');
  await user.click(screen.getByRole('button', { name: 'Create batch' }));
}

it('shows the links of a batch once, and warns before leaving the screen', async () => {
  const { user, server, platform, address } = openGifts();
  await makeBatch(user);
  const links = await screen.findByRole('list', { name: 'Gift links' });
  expect(
    within(links)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(LINKS);
  expect(server.callsTo('panel/gifts/createBatch')).toMatchObject([
    { body: { name: 'Spring', months: 1, size: 2 } },
  ]);
  await user.click(screen.getByRole('link', { name: 'Partners' }));
  expect(await screen.findByRole('dialog', { name: 'Discard these keys?' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Go back' }));
  expect(address()).toBe('/adept/gifts');
  await user.click(screen.getByRole('button', { name: 'Copy all' }));
  await waitFor(() => expect(platform.copied).toEqual([LINKS.join('\n')]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('link', { name: 'Partners' }));
  await waitFor(() => expect(address()).toBe('/exorcio'));
});

it('saves the CSV and prints a card for each gift', async () => {
  const { user, platform } = openGifts();
  await makeBatch(user);
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  expect(platform.savedFiles.map(({ name }) => name)).toEqual(['gifts-spring.csv']);
  expect(await platform.savedFiles[0]?.content.text()).toContain(`2;"Spring";1;`);
  await user.click(screen.getByRole('button', { name: 'Print QR codes' }));
  await waitFor(() => expect(platform.printed()).toBe(1));
  expect(document.querySelectorAll('[data-gift-sheet] svg')).toHaveLength(2);
});

const storedBatch = ({ sessionStorage }: ReturnType<typeof openGifts>['platform']) =>
  readTabValue(sessionStorage, 'staffDrafts')?.['giftBatch']?.sent ?? null;

it('repeats a batch whose response was lost with the same request id', async () => {
  takeConsole();
  const asked = { requestKey: '5f0c6a4e-9f53-4a3e-8d0e-0d2d1e6c7b11', name: 'Spring', months: 3, size: 2 };
  const sent = { body: JSON.stringify(asked), isUnconfirmed: true };
  const staffDrafts = JSON.stringify({ giftBatch: { texts: {}, sent } });
  const { user, server, platform } = openGifts({ storedInTab: { staffDrafts } });
  expect(await screen.findByText('We didn’t get a response for “Spring”')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Retrieve keys' }));
  expect(await screen.findByRole('list', { name: 'Gift links' })).toBeInTheDocument();
  expect(server.callsTo('panel/gifts/createBatch').map(({ body }) => body)).toEqual([asked]);
  expect(storedBatch(platform)).toBeNull();
});

it('keeps the request id after a lost response, and discards it after a rejection', async () => {
  takeConsole();
  const { user, server, platform, address } = openGifts();
  server.on('panel/gifts/createBatch', () => rejection(409, 'CONFLICT'));
  await makeBatch(user);
  expect(await screen.findByText('rejected with 409')).toBeInTheDocument();
  expect(storedBatch(platform)).toBeNull();
  server.on('panel/gifts/createBatch', lostNetwork);
  await user.click(screen.getByRole('button', { name: 'Create batch' }));
  // If the response is lost, the screen stays open and the same request can be repeated.
  expect(await screen.findByText('We didn’t get a response for “Spring”')).toBeInTheDocument();
  expect(storedBatch(platform)?.body).toContain('"name":"Spring"');
  expect(server.callsTo('auth/refreshToken')).toEqual([]);
  expect(address()).toBe('/adept/gifts');
  // A request that is repeated after a rejection has a new request id. A request that is repeated after a lost response
  // keeps its request id.
  server.on('panel/gifts/createBatch', { batchId: 7, keys: KEYS });
  await user.click(screen.getByRole('button', { name: 'Create batch' }));
  expect(await screen.findByRole('list', { name: 'Gift links' })).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).toBeNull();
  const [rejected, lost, repeated] = server.callsTo('panel/gifts/createBatch').map(({ body }) => body);
  expect(lost).not.toEqual(rejected);
  expect(repeated).toEqual(lost);
});

it('keeps a lost request that is repeated offline, until it is discarded', async () => {
  takeConsole();
  const { user, server, platform } = openGifts();
  server.on('panel/gifts/createBatch', lostNetwork);
  await makeBatch(user);
  const again = await screen.findByRole('button', { name: 'Retrieve keys' });
  const lost = storedBatch(platform);
  platform.setOnline(false);
  await user.click(again);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Retrieve keys' })).toBeInTheDocument());
  expect(storedBatch(platform)).toEqual(lost);
  await user.click(screen.getByRole('button', { name: GIFTS_TEXTS.lost.forget }));
  expect(screen.queryByRole('button', { name: 'Retrieve keys' })).toBeNull();
  expect(storedBatch(platform)).toBeNull();
});

it('asks for a confirmation before revoking gifts, and shows why a revocation failed', async () => {
  takeConsole();
  const { user, server } = openGifts();
  server.on('panel/gifts/revoke', () => rejection(409, 'CONFLICT'));
  await user.click(await screen.findByRole('button', { name: 'Revoke the gift …PQRS' }));
  expect(server.callsTo('panel/gifts/revoke')).toEqual([]);
  const dialog = await screen.findByRole('dialog', { name: 'Revoke this gift?' });
  expect(dialog).toHaveAccessibleDescription(/^The key …PQRS /);
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  expect(await within(dialog).findByText('rejected with 409')).toBeInTheDocument();
  server.on('panel/gifts/revoke', { success: true });
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.callsTo('panel/gifts/revoke')).toMatchObject([{ body: { giftId: 2 } }, {}]);
});

it('reads its filters from the URL, and is read-only for support', async () => {
  const { server } = openGifts({ role: 'support', path: '/adept/gifts?state=new&batch=7&page=2' });
  await screen.findByText('…PQRS');
  expect(server.callsTo('panel/gifts/list')[0]?.query).toMatchObject({
    state: 'new',
    batchId: '7',
    page: '1',
  });
  expect(screen.queryByRole('button', { name: 'Create batch' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull();
});

it('finds a gift by the end of its key, and writes no more of the key to the URL', async () => {
  const { user, server, address } = openGifts();
  await user.type(await screen.findByLabelText('Key ends with'), `${KEYS[0] ?? ''}{Enter}`);
  await waitFor(() => expect(address()).toBe('/adept/gifts?key=PQRS'));
  await waitFor(() =>
    expect(server.callsTo('panel/gifts/list').at(-1)?.query).toMatchObject({ keyEnding: 'PQRS' }),
  );
});
