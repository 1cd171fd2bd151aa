/** The browser's router. */
import { createBrowserRouter, createPath, type HydrationState, type To } from 'react-router-dom';
import type { FlowStore } from '../flows/flow';
import type { Platform } from '../platform/platform';
import { identityKnown } from './guardLoader';
import { createRoutes, loadScreen } from './routeTable';
import { withPlacesOfTheBrowser } from './scrollRestoration';

type Router = ReturnType<typeof createBrowserRouter>;

const LESS_MOTION = '(prefers-reduced-motion: reduce)';

/** Where a navigation leads; null: to the same screen. */
function pathOf(to: To | null, from: Location): string {
  if (to === null) return from.pathname;
  return new URL(typeof to === 'string' ? to : createPath(to), from.href).pathname;
}

/** A fading that the next navigation cuts short is no error, and no promise of it may say so. */
function letTransitionsBeSkipped({ document }: Window): void {
  if (!('startViewTransition' in document)) return;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => undefined);
    return transition;
  };
}

/**
 * One screen fades into the next, where the browser can and motion is welcome. What only changes the address of the
 * same screen is drawn at once.
 */
function withTransitions(router: Router): Router {
  letTransitionsBeSkipped(window);
  const navigate = router.navigate.bind(router);
  const go: Router['navigate'] = (to: To | null | number, options?: object) => {
    if (typeof to === 'number') return navigate(to);
    const isAnotherScreen = pathOf(to, window.location) !== window.location.pathname;
    const viewTransition = isAnotherScreen && !window.matchMedia(LESS_MOTION).matches;
    return navigate(to, { ...options, viewTransition });
  };
  return Object.assign(router, { navigate: go });
}

/**
 * Gives a document that was opened by its address a name of its own in the history, as one that was led to has: the
 * router calls each of them «default», and would scroll it to where the one before it was left.
 */
function nameEntry({ history }: Window): void {
  const state = history.state as { key?: string } | null;
  if (state?.key === undefined)
    history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, '');
}

function browserRouter(routes: ReturnType<typeof createRoutes>, hydrationData?: HydrationState): Router {
  return withPlacesOfTheBrowser(
    withTransitions(createBrowserRouter(routes, hydrationData && { hydrationData })),
  );
}

export function createAppRouter(store: FlowStore, platform: Platform): Router {
  nameEntry(window);
  return browserRouter(createRoutes(store, platform));
}

/** The router of a page that shows the screen of `path` already. Rejects with `ChunkLost`. */
export async function createRouterOfShown(
  path: string,
  store: FlowStore,
  platform: Platform,
): Promise<Router> {
  const routes = createRoutes(store, platform);
  const hydrationData: HydrationState = await loadScreen(routes, path);
  await identityKnown(store);
  nameEntry(window);
  return browserRouter(routes, hydrationData);
}
