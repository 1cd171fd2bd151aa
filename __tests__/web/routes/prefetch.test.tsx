/** Tests that the profile is prefetched once while its screen is loading. */
import '../../../src/web/screens/mobileDetach/MobileDetach';
import '../../../src/web/screens/mobileProfile/MobileProfile';
import '../../../src/web/screens/profile/Profile';
import '../../../src/web/screens/subscription/Subscription';
import { act, screen, waitFor } from '@testing-library/react';
import { ACCOUNT_IS_FRESH_S } from '../../../src/web/api/endpoints/profile';
import { profileResponse, shopResponse, storedCustomer, storedVisitor } from '../../support/customer';
import { fakePlatform } from '../../support/fakePlatform';
import { renderApp } from '../../support/renderApp';
import { json, scriptedApi } from '../../support/scriptedApi';

/**
 * The clock is stopped, because a busy machine may need longer to load a screen than the prefetched response stays fresh.
 */
const ALL_BUT_DATE = [
  'cancelAnimationFrame',
  'cancelIdleCallback',
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'requestAnimationFrame',
  'requestIdleCallback',
  'setImmediate',
  'setInterval',
  'setTimeout',
] as const;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: [...ALL_BUT_DATE] });
});

afterEach(() => {
  jest.useRealTimers();
});

const heading = () => document.querySelector('h1');

/**
 * Opens the path in the application. `seen` contains the heading that the page shows at each request of the profile.
 */
function open(path: string, stored = storedCustomer()) {
  const server = scriptedApi();
  const seen: (string | null)[] = [];
  server.on('profile', () => {
    seen.push(heading()?.textContent ?? null);
    return json(profileResponse(1));
  });
  server.on('subscriptions/payments', { success: true, payments: [] });
  server.on('shop/getShop', shopResponse('trial'));
  const app = renderApp(path, { platform: fakePlatform({ fetch: server.fetch, stored }) });
  return { ...app, seen };
}

/** Waits until the effects of the rendered screen have sent their requests. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

it.each(['/profile', '/mobileProfile', '/mobileDetach', '/subscription'])(
  '%s prefetches the profile before it is rendered, and uses that response',
  async (path) => {
    const { seen } = open(path);
    await waitFor(() => expect(heading()).not.toBeNull());
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    await settled();
    expect(seen).toEqual([null]);
  },
);

it('prefetches nothing if the guard rejects', async () => {
  const { seen, address } = open('/profile', storedVisitor());
  await waitFor(() => expect(address()).toBe('/shop'));
  await settled();
  expect(seen).toEqual([]);
});

it('fetches again for a screen that is opened when the response is no longer fresh', async () => {
  const { seen, router } = open('/profile');
  await screen.findByText('Список устройств 1/3');
  await act(() => router.navigate('/subscription'));
  await settled();
  expect(seen).toHaveLength(1);
  jest.setSystemTime(Date.now() + ACCOUNT_IS_FRESH_S * 1000);
  await act(() => router.navigate('/profile'));
  await waitFor(() => expect(seen).toHaveLength(2));
});
