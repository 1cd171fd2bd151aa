/** Tests two tabs of one browser with the real server: a rotating refresh token never ends their session. */
import {
  STAFF_ACCESS_MS,
  STAFF_REFRESH_GRACE_MS,
  STAFF_SESSION_MS,
} from '../../src/server/usecases/accounts/sessions';
import { staffApi } from '../../src/web/api/endpoints/staff';
import { type AppStore, createStore } from '../../src/web/app/store';
import { refreshStaff } from '../../src/web/flows/staff/staffSession';
import { takeConsole } from '../support/consoleSpy';
import { type FakePlatform, fakePlatform } from '../support/fakePlatform';
import { startTestServer, type TestServer } from '../support/server';
import { signInStaffAs } from '../support/signIn';

/** Number of rounds in which both tabs refresh their tokens at the same time. */
const ROUNDS = Number(process.env['TAB_ROUNDS'] ?? 3);
jest.setTimeout(60_000 + ROUNDS * 1000);

let server: TestServer;
let tabs: { platform: FakePlatform; store: AppStore }[];
let refreshCalls: number;

/** Returns a lock that all tabs of the browser share, like the browser's Web Locks. */
function sharedLock(): FakePlatform['tabLock'] {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: (_name, story) => {
      const mine = last.then(story, story);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

/** Opens two tabs of a staff member who has just signed in. */
async function openTabs(username: string): Promise<void> {
  const { accessToken, refreshToken } = await signInStaffAs(server, 'support', username);
  const lock = sharedLock();
  const first = fakePlatform({ stored: { accessToken, refreshToken } });
  tabs = [first, fakePlatform()].map((platform) => {
    // Both tabs share one storage. A tab is notified of changes to the storage by the other tab only if the test sends
    // the notification.
    platform.storage = { ...first.storage, onForeignChange: () => () => undefined };
    platform.tabLock = lock;
    platform.now = () => server.clock.now().getTime();
    platform.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      if (url.includes('auth/refreshToken')) refreshCalls += 1;
      return server.fetch(input, init);
    };
    return { platform, store: createStore(platform) };
  });
}

beforeEach(async () => {
  takeConsole();
  server = await startTestServer();
  refreshCalls = 0;
  await openTabs('support');
});

const search = async (tab: { store: AppStore } | undefined, emailPart: string) =>
  tab!.store.dispatch(staffApi.endpoints.searchUsers.initiate({ emailPart }, { forceRefetch: true }));

it('share one token refresh when both get an expired token', async () => {
  server.clock.advance(STAFF_ACCESS_MS);
  const responses = await Promise.all(tabs.map((tab) => search(tab, 'abc')));
  expect(responses.map(({ error }) => error)).toEqual([undefined, undefined]);
  expect(refreshCalls).toBe(1);
  const [first, second] = tabs.map(({ store }) => store.getState().identity);
  expect(second?.refreshToken).toBe(first?.refreshToken);
});

it('keep their session over many refreshes, even if one tab is inactive far beyond the grace period of the server', async () => {
  for (let round = 0; round < 6; round += 1) {
    server.clock.advance(STAFF_ACCESS_MS);
    expect((await search(tabs[0], `part${String(round)}`)).error).toBeUndefined();
  }
  server.clock.advance(STAFF_REFRESH_GRACE_MS * 2);
  expect((await search(tabs[1], 'awake')).error).toBeUndefined();
  expect(refreshCalls).toBe(6);
  server.clock.advance(STAFF_ACCESS_MS);
  expect((await search(tabs[1], 'again')).error).toBeUndefined();
  expect((await search(tabs[0], 'and again')).error).toBeUndefined();
});

it.each([
  ['with a shared lock', true],
  ['in a browser without locks', false],
])('refresh expired tokens at the same time, many times, %s', async (_what, isLocked) => {
  const inOneSession = STAFF_SESSION_MS / STAFF_ACCESS_MS - 2;
  for (let round = 0; round < ROUNDS; round += 1) {
    // A session expires after its maximum duration, however often it is refreshed.
    if (round % inOneSession === 0) {
      await openTabs(`support${String(round)}`);
      if (!isLocked) for (const { platform } of tabs) platform.tabLock = sharedLock();
    }
    server.clock.advance(STAFF_ACCESS_MS);
    const inTurn = round % 2 === 0 ? tabs : [...tabs].reverse();
    const responses = await Promise.all(inTurn.map((tab) => search(tab, `part${String(round)}`)));
    expect([round, ...responses.map(({ error }) => error)]).toEqual([round, undefined, undefined]);
  }
  if (isLocked) expect(refreshCalls).toBe(ROUNDS);
});

it('use the tokens that the other tab has refreshed on /refresh [screen-79]', async () => {
  server.clock.advance(STAFF_ACCESS_MS);
  await search(tabs[0], 'abc');
  server.clock.advance(STAFF_REFRESH_GRACE_MS * 2);
  expect(await tabs[1]!.store.dispatch(refreshStaff())).toEqual({ kind: 'staffRefreshed' });
  expect(refreshCalls).toBe(1);
});

it('follow a sign-out in the other tab', async () => {
  server.clock.advance(STAFF_ACCESS_MS);
  tabs[0]!.platform.storage.remove('accessToken');
  tabs[0]!.platform.storage.remove('refreshToken');
  expect(await tabs[1]!.store.dispatch(refreshStaff())).toEqual({
    kind: 'staffRefreshFailed',
    reason: 'ended',
  });
  expect(refreshCalls).toBe(0);
});
