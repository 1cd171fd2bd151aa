/**
 * Starts the application in the browser: over the finished view that the document shows, or, where there
 * is none or it is not this visitor's, in its place.
 */
import { setupListeners } from '@reduxjs/toolkit/query';
import { type ComponentProps, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { App } from './app/App';
import { createStore } from './app/store';
import {
  APPLICATION_IS_READY,
  APPLICATION_STARTS,
  HELD_ATTRIBUTE,
  SKELETON_ATTRIBUTE,
} from './beforeApplication/beforeApplication';
import { createBrowserPlatform } from './platform/browserPlatform';
import { createAppRouter, createRouterOfShown } from './routes/router';
import { whereTheReaderIs } from './routes/scrollRestoration';

type Router = ReturnType<typeof createAppRouter>;

function start(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the document has no #root');

  const { documentElement } = document;

  const platform = createBrowserPlatform(window);
  const store = createStore(platform);
  setupListeners(store.dispatch);

  function announceReady(): void {
    // Nothing of the document waits any more.
    delete document.documentElement.dataset['starts'];
    window.dispatchEvent(new Event(APPLICATION_IS_READY));
  }

  function announceStart(): void {
    window.dispatchEvent(new Event(APPLICATION_STARTS));
  }

  /** Shows what is drawn in the place of what stood there. */
  function takeItsPlace(): void {
    documentElement.removeAttribute(HELD_ATTRIBUTE);
    documentElement.removeAttribute(SKELETON_ATTRIBUTE);
    announceStart();
  }

  const rendered = (router: Router, steps: Pick<ComponentProps<typeof App>, 'onRendered' | 'onPlaced'>) => (
    <App platform={platform} store={store} onReady={announceReady} {...steps}>
      <RouterProvider router={router} />
    </App>
  );

  function rerender(container: HTMLElement, router = createAppRouter(store, platform)): void {
    // The screens name themselves; a browser shows the first title it finds.
    document.querySelector('title')?.setAttribute('data-static', '');
    // In slices, so that a press is heard meanwhile; what stands here stays until all of it is ready.
    startTransition(() => createRoot(container).render(rendered(router, { onRendered: takeItsPlace })));
  }

  /** What stands for the screen stays until the screen, or where its guard leads, is there. */
  function replaceSkeleton(container: HTMLElement): void {
    const router = createAppRouter(store, platform);
    const draw = () => rerender(container, router);
    if (router.state.initialized) {
      draw();
      return;
    }
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      draw();
    });
  }

  async function takeOver(container: HTMLElement): Promise<void> {
    const router = await createRouterOfShown(window.location.pathname, store, platform);
    announceStart();
    startTransition(
      () => void hydrateRoot(container, rendered(router, whereTheReaderIs(window, platform.sessionStorage))),
    );
  }

  const showsThisView =
    documentElement.dataset['page'] !== undefined && !documentElement.hasAttribute(HELD_ATTRIBUTE);
  if (showsThisView && documentElement.hasAttribute(SKELETON_ATTRIBUTE)) replaceSkeleton(root);
  else if (showsThisView) takeOver(root).catch(() => rerender(root));
  else rerender(root);
}

// Scripts from the browser's cache are quicker than a document on a slow network: what has not come yet would be missed,
// and stand beside what has been drawn.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
// Not in the task that evaluates the file: a press is heard between the two.
else setTimeout(start);
