/** Tests the automatic refresh of staff tokens, and the `/refresh` screen. */
import { staffApi } from '../../../../src/web/api/endpoints/staff';
import { refreshStaff } from '../../../../src/web/flows/staff/staffSession';
import { takeConsole } from '../../../support/consoleSpy';
import { json, lostNetwork, rejection } from '../../../support/scriptedApi';
import { shownToasts, storeOver } from '../../../support/storeOver';

const STAFF = { accessToken: 'a-1', refreshToken: 'r-1' };

beforeEach(() => {
  takeConsole();
});

it('refreshes the token once for all requests that got a 401, and repeats them', async () => {
  const { server, dispatch, identity } = storeOver({ stored: STAFF });
  server.on('panel/users/search', ({ bearer }) =>
    bearer === 'a-2' ? json({ content: [] }) : rejection(401),
  );
  server.on('panel/createGift', ({ bearer }) =>
    bearer === 'a-2' ? json({ activationKey: 'k' }) : rejection(401),
  );
  server.on('auth/refreshToken', { accessToken: 'a-2', refreshToken: 'r-2' });
  const [search, gift] = await Promise.all([
    dispatch(staffApi.endpoints.searchUsers.initiate({ emailPart: 'a' })),
    dispatch(staffApi.endpoints.createGift.initiate({ months: 1 })),
  ]);
  expect(search.data).toEqual({ content: [] });
  expect(gift.data).toEqual({ activationKey: 'k' });
  expect(server.callsTo('auth/refreshToken')).toHaveLength(1);
  expect(server.callsTo('panel/createGift')).toHaveLength(2);
  expect(identity()).toMatchObject({ accessToken: 'a-2', refreshToken: 'r-2' });
});

it('returns the 401 to the caller if the refresh fails, and never ends the staff session on its own', async () => {
  const { server, dispatch, identity } = storeOver({ stored: STAFF });
  server.on('panel/users/search', () => rejection(401));
  server.on('auth/refreshToken', () => rejection(401));
  const { error } = await dispatch(staffApi.endpoints.searchUsers.initiate({ emailPart: 'a' }));
  expect(error).toMatchObject({ status: 401 });
  expect(identity()).toMatchObject(STAFF);
});

it('uses a token that arrived during a request, without another refresh', async () => {
  const { server, dispatch } = storeOver({ stored: STAFF });
  let responseLate: (response: Response) => void = () => undefined;
  server.on('panel/users/getUserById', ({ bearer }) =>
    bearer === 'a-2' ? json({ id: 7 }) : new Promise((resolve) => (responseLate = resolve)),
  );
  server.on('panel/users/search', ({ bearer }) =>
    bearer === 'a-2' ? json({ content: [] }) : rejection(401),
  );
  server.on('auth/refreshToken', { accessToken: 'a-2', refreshToken: 'r-2' });
  const late = dispatch(staffApi.endpoints.getUserById.initiate({ id: 7 }));
  await dispatch(staffApi.endpoints.searchUsers.initiate({ emailPart: 'a' }));
  responseLate(rejection(401));
  expect((await late).data).toMatchObject({ id: 7 });
  expect(server.callsTo('auth/refreshToken')).toHaveLength(1);
});

it('refreshes the token at most twice in 60 s, whatever requests the refresh', async () => {
  const { server, dispatch, platform, identity } = storeOver({ stored: STAFF });
  let now = 1_000_000;
  platform.now = () => now;
  server.on('panel/users/search', () => rejection(401));
  server.on('auth/refreshToken', (_call, count) =>
    json({ accessToken: `a-${count}`, refreshToken: `r-${count}` }),
  );
  for (const emailPart of ['a', 'b', 'c', 'd']) {
    const { error } = await dispatch(staffApi.endpoints.searchUsers.initiate({ emailPart }));
    expect(error).toMatchObject({ status: 401 });
  }
  expect(server.callsTo('auth/refreshToken')).toHaveLength(2);
  for (let time = 0; time < 3; time += 1) {
    expect(await dispatch(refreshStaff())).toEqual({ kind: 'staffRefreshFailed', reason: 'tooOften' });
  }
  expect(server.callsTo('auth/refreshToken')).toHaveLength(2);
  expect(identity()).toMatchObject({ accessToken: 'a-2', refreshToken: 'r-2' });
  now += 60_001;
  expect(await dispatch(refreshStaff())).toEqual({ kind: 'staffRefreshed' });
});

describe('/refresh', () => {
  it('stores new tokens [call-29, screen-79]', async () => {
    const { server, dispatch, identity } = storeOver({ stored: STAFF });
    server.on('auth/refreshToken', { accessToken: 'a-2', refreshToken: 'r-2' });
    expect(await dispatch(refreshStaff())).toEqual({ kind: 'staffRefreshed' });
    expect(server.calls).toMatchObject([{ bearer: null, body: { refreshToken: 'r-1' } }]);
    expect(identity()).toMatchObject({ accessToken: 'a-2', refreshToken: 'r-2' });
  });

  it('ends the session that the server has ended [flow-53]', async () => {
    const { server, dispatch, identity } = storeOver({ stored: STAFF });
    server.on('auth/refreshToken', () => rejection(401));
    expect(await dispatch(refreshStaff())).toEqual({ kind: 'staffRefreshFailed', reason: 'ended' });
    expect(identity()).toMatchObject({ accessToken: null, refreshToken: null });
  });

  it.each([
    ['a 500', () => rejection(500)],
    ['a 429', () => rejection(429)],
    ['an answer that cannot be read', () => new Response('<html>')],
  ])('never deletes the tokens after %s, and the next attempt may succeed', async (_name, script) => {
    const { server, dispatch, identity } = storeOver({ stored: STAFF });
    server.on('auth/refreshToken', script);
    expect(await dispatch(refreshStaff())).toEqual({ kind: 'staffRefreshFailed', reason: 'unreachable' });
    expect(identity()).toMatchObject(STAFF);
    server.on('auth/refreshToken', { accessToken: 'a-2', refreshToken: 'r-2' });
    expect(await dispatch(refreshStaff())).toEqual({ kind: 'staffRefreshed' });
  });

  it('keeps the session after a refresh without a response, however often', async () => {
    const { server, dispatch, identity } = storeOver({ stored: STAFF });
    server.on('auth/refreshToken', lostNetwork);
    for (const attempt of [1, 2, 3]) {
      expect(await dispatch(refreshStaff())).toEqual({ kind: 'staffRefreshUnanswered' });
      expect(server.callsTo('auth/refreshToken')).toHaveLength(attempt);
    }
    expect(identity()).toMatchObject(STAFF);
    expect(shownToasts()).toContainEqual(expect.stringMatching(/^warning: .*You’re still signed in/));
    server.on('auth/refreshToken', { accessToken: 'a-2', refreshToken: 'r-2' });
    expect(await dispatch(refreshStaff())).toEqual({ kind: 'staffRefreshed' });
  });

  it('keeps the tokens of a colleague who signed in in another tab meanwhile', async () => {
    const { server, dispatch, identity, platform } = storeOver({ stored: STAFF });
    const colleague = { accessToken: 'b-1', refreshToken: 's-1' };
    server.on('auth/refreshToken', () => {
      for (const [key, value] of Object.entries(colleague)) platform.storage.changeElsewhere(key, value);
      return json({ accessToken: 'a-2', refreshToken: 'r-2' });
    });
    expect(await dispatch(refreshStaff())).toEqual({ kind: 'staffRefreshed' });
    expect(identity()).toMatchObject(colleague);
    expect(platform.storage.contents()).toMatchObject(colleague);
  });

  it('fails without a refresh token [flow-53]', async () => {
    const { server, dispatch } = storeOver({});
    expect(await dispatch(refreshStaff())).toEqual({ kind: 'staffRefreshFailed', reason: 'ended' });
    expect(server.calls).toEqual([]);
  });

  it('refreshes the token once for requests that failed together', async () => {
    const { server, dispatch } = storeOver({ stored: STAFF });
    server.on('auth/refreshToken', { accessToken: 'a-2', refreshToken: 'r-2' });
    const outcomes = await Promise.all([1, 2, 3].map(() => dispatch(refreshStaff())));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['staffRefreshed', 'staffRefreshed', 'staffRefreshed']);
    expect(server.calls).toHaveLength(1);
  });

  it('stops if refreshing does not help: twice in 60 s', async () => {
    const { server, dispatch, platform, identity } = storeOver({ stored: STAFF });
    let now = 1_000_000;
    platform.now = () => now;
    server.on('auth/refreshToken', (_call, count) =>
      json({ accessToken: `a-${count}`, refreshToken: `r-${count}` }),
    );
    expect(await dispatch(refreshStaff())).toEqual({ kind: 'staffRefreshed' });
    now += 61_000;
    expect(await dispatch(refreshStaff())).toEqual({ kind: 'staffRefreshed' });
    expect(await dispatch(refreshStaff())).toEqual({ kind: 'staffRefreshed' });
    expect(await dispatch(refreshStaff())).toEqual({ kind: 'staffRefreshFailed', reason: 'tooOften' });
    expect(server.calls).toHaveLength(3);
    expect(identity()).toMatchObject({ accessToken: 'a-3', refreshToken: 'r-3' });
  });
});
