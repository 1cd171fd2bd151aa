/**
 * Starts the application in the browser: over the finished view that the document shows, or, where there
 * is none or it is not this visitor's, in its place.
 */
import { setupListeners } from '@reduxjs/toolkit/query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { App } from './app/App';
import { createStore } from './app/store';
import {
  APPLICATION_IS_READY,
  APPLICATION_STARTS,
  HELD_ATTRIBUTE,
} from './beforeApplication/beforeApplication';
import { createBrowserPlatform } from './platform/browserPlatform';
import { createAppRouter, createRouterOfShown } from './routes/router';

const root = document.getElementById('root');
if (root === null) throw new Error('the document has no #root');

const platform = createBrowserPlatform(window);
const store = createStore(platform);
setupListeners(store.dispatch);

type Router = ReturnType<typeof createAppRouter>;

function tellThatItIsReady(): void {
  // Nothing of the document waits any more.
  delete document.documentElement.dataset['starts'];
  window.dispatchEvent(new Event(APPLICATION_IS_READY));
}

const drawn = (router: Router) => (
  <App platform={platform} store={store} onReady={tellThatItIsReady}>
    <RouterProvider router={router} />
  </App>
);

function drawAnew(container: HTMLElement): void {
  // The screens name themselves; a browser shows the first title it finds.
  document.querySelector('title')?.setAttribute('data-static', '');
  container.replaceChildren();
  document.documentElement.removeAttribute(HELD_ATTRIBUTE);
  window.dispatchEvent(new Event(APPLICATION_STARTS));
  createRoot(container).render(drawn(createAppRouter(store, platform)));
}

async function takeOver(container: HTMLElement): Promise<void> {
  const router = await createRouterOfShown(window.location.pathname, store, platform);
  window.dispatchEvent(new Event(APPLICATION_STARTS));
  hydrateRoot(container, drawn(router));
}

const { documentElement } = document;
const showsThisView =
  documentElement.dataset['page'] !== undefined && !documentElement.hasAttribute(HELD_ATTRIBUTE);
if (showsThisView) takeOver(root).catch(() => drawAnew(root));
else drawAnew(root);
