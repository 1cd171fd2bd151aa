/** Tests in which order waiting sign-in emails are claimed if their requesters take turns. */
import { claimDue, enqueue, isCrowded } from '../../../../src/server/outbox/outbox';
import { knownBrowserTurn, networkTurn, type Rank, RANKS } from '../../../../src/server/outbox/turns';
import { startTestServer, type TestServer } from '../../../support/server';

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

const inMs = (by: number) => new Date(server.clock.now().getTime() + by);

async function ask(key: string, turn?: string): Promise<void> {
  await enqueue(server.db, {
    kind: 'email',
    dedupeKey: key,
    payload: { to: `${key}@example.org`, subject: 's', text: 't', html: 'h' },
    dropAfter: inMs(600_000),
    ...(turn === undefined ? {} : { turn }),
  });
}

/** Claims all emails one after another and returns their keys in the order of the claims. */
async function claimAll(withoutTurns: readonly string[] = []): Promise<string[]> {
  const after: Record<Rank, string> = { first: '', other: '' };
  const keys: string[] = [];
  for (;;) {
    const by = { kind: 'turns', after } as const;
    const [message] = await claimDue(server.db, server.clock.now(), 1, 'signIn', { by, withoutTurns });
    if (message === undefined) return keys;
    keys.push(message.dedupeKey);
    const rank = message.turn?.startsWith(RANKS.first) === true ? 'first' : 'other';
    after[rank] = message.turn ?? '';
  }
}

test('known browsers come first, then each network has one turn, and its newest email comes first', async () => {
  for (let n = 0; n < 5; n += 1) await ask(`flood-${n}`, networkTurn('203.0.113.0/24', false));
  await ask('neighbor', networkTurn('203.0.113.0/24', true));
  await ask('buyer', networkTurn('198.51.100.0/24', false));
  await ask('known-1', knownBrowserTurn('a@example.org'));
  await ask('known-2', knownBrowserTurn('b@example.org'));
  const keys = await claimAll();
  expect(keys.slice(0, 2).sort()).toEqual(['known-1', 'known-2']);
  // The order of the requesters is the order of their hashes.
  expect(keys.slice(2, 5).sort()).toEqual(['buyer', 'flood-4', 'neighbor']);
  expect(keys.slice(5)).toEqual(['flood-3', 'flood-2', 'flood-1', 'flood-0']);
});

test('one requester cannot have two turns while another waits, whatever their hashes are', async () => {
  const networks = Array.from({ length: 20 }, (_, n) => `10.0.${n}.0/24`);
  for (let n = 0; n < 3; n += 1)
    for (const network of networks) await ask(`${network}-${n}`, networkTurn(network, false));
  const keys = await claimAll();
  expect(keys).toHaveLength(60);
  for (const round of [0, 1, 2])
    expect(new Set(keys.slice(20 * round, 20 * round + 20).map((key) => key.split('-')[0])).size).toBe(20);
});

test('requesters whose emails are being delivered are left out, and emails of earlier releases are not', async () => {
  const busy = networkTurn('203.0.113.0/24', false);
  await ask('busy', busy);
  await ask('unnamed');
  await ask('free', networkTurn('198.51.100.0/24', false));
  expect((await claimAll([busy])).sort()).toEqual(['free', 'unnamed']);
});

test('a message that waits for its next attempt does not hide a newer message, and expired messages are dropped', async () => {
  const turn = networkTurn('203.0.113.0/24', false);
  await ask('first', turn);
  expect(await claimAll()).toEqual(['first']);
  await ask('second', turn);
  expect(await claimAll()).toEqual(['second']);
  await ask('third', turn);
  server.clock.advance(600_000);
  await ask('fourth', turn);
  expect(await claimAll()).toEqual(['fourth']);
});

test('a lane is crowded above the number of waiting or recent emails', async () => {
  const turn = networkTurn('203.0.113.0/24', false);
  for (let n = 0; n < 3; n += 1) await ask(`email-${n}`, turn);
  expect(await isCrowded(server.db, 'signIn', 3)).toBe(false);
  expect(await isCrowded(server.db, 'signIn', 2)).toBe(true);
  expect(await isCrowded(server.db, 'confirmation', 0)).toBe(false);
});
