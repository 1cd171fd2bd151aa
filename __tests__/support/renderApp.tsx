/** Renders the whole application in jsdom at a given path, on a fake platform. */
import { setupListeners } from '@reduxjs/toolkit/query';
import { configure, render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { App } from '../../src/web/app/App';
import { type AppStore, createStore } from '../../src/web/app/store';
import { createRoutes } from '../../src/web/routes/routeTable';
import { type FakePlatform, fakePlatform } from './fakePlatform';
import { takeToasts } from './toasts';

// jsdom is slow at finding out whether an element is hidden, because it reads every style of every ancestor. Visibility is
// checked by the tests of the screens and by the browser tests.
configure({ defaultHidden: true });

export interface RenderedApp extends RenderResult {
  store: AppStore;
  platform: FakePlatform;
  user: UserEvent;
  router: ReturnType<typeof createMemoryRouter>;
  /** Returns the path, query and fragment that the address bar would show. */
  address(): string;
}

export interface RenderAppOptions {
  platform?: FakePlatform;
  /** URLs in the browser history, oldest first. The application shows the last URL. */
  history?: string[];
}

/**
 * Starts the application at `path` as a browser does. Closes toasts that the application of an earlier test left open.
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
