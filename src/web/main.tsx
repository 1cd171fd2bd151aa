/**
 * Entry point of the application in the browser. The entry point hydrates the prerendered page, or renders from scratch
 * if the document has no prerendered page for this visitor.
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

/** Selector of the elements by which page translators replace texts. */
const TRANSLATED: string = 'font';

/**
 * Returns a function that writes what the visitor has typed into the fields of `container` into the fields with the same
 * names that have replaced them, and focuses the replacement of the focused field. The visitor may type until they are
 * replaced.
 */
function keepTyped(container: HTMLElement): () => void {
  const before = [...container.querySelectorAll('input')];
  const prerendered = [...container.children];
  let focused: EventTarget | null = document.activeElement;
  // A replacement with the attribute `autofocus` takes the focus before the returned function is called.
  const onFocus = ({ target }: Event): void => {
    if (target instanceof Node && prerendered.some((element) => element.contains(target))) focused = target;
  };
  container.addEventListener('focusin', onFocus);
  return () => {
    container.removeEventListener('focusin', onFocus);
    const typed = new Map(before.map(({ name, value }) => [name, value]));
    const left = before.find((field) => field === focused && !field.isConnected);
    for (const field of container.querySelectorAll('input')) {
      field.value ||= typed.get(field.name) ?? '';
      if (field.name === left?.name) field.focus({ preventScroll: true });
    }
  };
}

type Router = ReturnType<typeof createAppRouter>;

function start(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the document has no #root');

  const { documentElement } = document;

  const platform = createBrowserPlatform(window);
  const store = createStore(platform);
  setupListeners(store.dispatch);

  function announceReady(): void {
    // Mark that the HTML document no longer waits for the application to start.
    delete document.documentElement.dataset['starts'];
    window.dispatchEvent(new Event(APPLICATION_IS_READY));
  }

  function announceStart(): void {
    window.dispatchEvent(new Event(APPLICATION_STARTS));
  }

  /** Reveals the rendered application in place of the hidden prerendered page or the skeleton. */
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

  function rerender(
    container: HTMLElement,
    router = createAppRouter(store, platform),
    onPlaced?: () => void,
  ): void {
    // Each screen renders its own title, but the browser shows the first title element. Mark the static title for
    // removal.
    document.querySelector('title')?.setAttribute('data-static', '');
    // Render in time slices, so that the page stays responsive to input. The previous content of the page stays until
    // the render is complete.
    const steps = { onRendered: takeItsPlace, ...(onPlaced && { onPlaced }) };
    startTransition(() => createRoot(container).render(rendered(router, steps)));
  }

  /** Keeps the skeleton until the screen is ready, or until the screen to which its guard redirects is ready. */
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
    // The user has navigated to another page of the document in the meantime, or the browser has translated the
    // prerendered page, so that the page cannot be hydrated.
    if (documentElement.hasAttribute(HELD_ATTRIBUTE) || container.querySelector(TRANSLATED) !== null) {
      rerender(container, router, keepTyped(container));
      return;
    }
    announceStart();
    const reader = whereTheReaderIs(window, platform.sessionStorage);
    const writeTyped = keepTyped(container);
    const steps = {
      ...reader,
      onPlaced: () => {
        reader.onPlaced();
        writeTyped();
      },
    };
    const prerendered = [...container.children];
    // If the browser translates the page during hydration, React renders it anew. This is no fault of the product.
    const onRecoverableError = (error: unknown): void => {
      if (!prerendered.some((element) => element.querySelector(TRANSLATED) !== null)) reportError(error);
    };
    startTransition(() => void hydrateRoot(container, rendered(router, steps), { onRecoverableError }));
  }

  const showsThisView =
    documentElement.dataset['page'] !== undefined && !documentElement.hasAttribute(HELD_ATTRIBUTE);
  if (showsThisView && documentElement.hasAttribute(SKELETON_ATTRIBUTE)) replaceSkeleton(root);
  else if (showsThisView) takeOver(root).catch(() => rerender(root));
  else rerender(root);
}

// Wait until the HTML document is complete, because cached scripts can run earlier on a slow network. Elements that
// arrive later would appear next to the rendered application.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
// Start the application in a separate task, not in the task that evaluates the module, so that the browser can handle
// input in between.
else setTimeout(start);
