/** The whole application in jsdom, at a path of one's choice, over a fake platform. */
import { setupListeners } from '@reduxjs/toolkit/query';
import { configure, render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { App } from '../../src/web/app/App';
import { type AppStore, createStore } from '../../src/web/app/store';
import { createRoutes } from '../../src/web/routes/routeTable';
import { type FakePlatform, fakePlatform } from './fakePlatform';
import { takeToasts } from './toasts';

// Whether an element is hidden costs jsdom a look at every style of every ancestor; the screens' own
// tests and the browser tests ask that.
configure({ defaultHidden: true });

export interface RenderedApp extends RenderResult {
  store: AppStore;
  platform: FakePlatform;
  user: UserEvent;
  router: ReturnType<typeof createMemoryRouter>;
  /** Path, query and fragment that the address bar would show. */
  address(): string;
}

export interface RenderAppOptions {
  platform?: FakePlatform;
  /** Addresses visited before, oldest first; the last one is shown. */
  history?: string[];
}

/**
 * Starts the application as a browser does at `path`: without the toasts that an application
 * before it left open.
 */
export function renderApp(
  path: string,
  { platform = fakePlatform(), history = [] }: RenderAppOptions = {},
): RenderedApp {
  takeToasts();
  const store = createStore(platform);
  setupListeners(store.dispatch);
  const router = createMemoryRouter(createRoutes(store, platform), { initialEntries: [...history, path] });
  const rendered = render(
    <App platform={platform} store={store}>
      <RouterProvider router={router} />
    </App>,
  );
  return {
    ...rendered,
    store,
    platform,
    router,
    user: userEvent.setup(),
    address: () => {
      const { pathname, search, hash } = router.state.location;
      return `${pathname}${search}${hash}`;
    },
  };
}
