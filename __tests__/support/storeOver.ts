/**
 * Creates a Redux store that sends its requests to a scripted server. The customer is signed in unless the test passes
 * other options.
 */
import { createStore } from '../../src/web/app/store';
import { fakePlatform, type FakePlatformOptions } from './fakePlatform';
import { scriptedApi } from './scriptedApi';
import { takeToasts } from './toasts';

export const CUSTOMER = {
  email: 'somebody@example.com',
  uid: 'u-1',
  providerId: 'email',
  accessToken: 'the-token',
};

export function storeOver(options: FakePlatformOptions = { stored: CUSTOMER }) {
  const server = scriptedApi();
  const platform = fakePlatform({ fetch: server.fetch, ...options });
  const store = createStore(platform);
  const identity = () => store.getState().identity;
  takeToasts();
  return { server, platform, store, identity, dispatch: store.dispatch };
}

/** Returns the toasts that were shown since the store was created. */
export function shownToasts(): string[] {
  return takeToasts().map(({ type, text }) => `${type}: ${text}`);
}
