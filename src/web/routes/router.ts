/** Router of the application in the browser, with view transitions and scroll restoration. */
import { createBrowserRouter, createPath, type HydrationState, type To } from 'react-router-dom';
import type { FlowStore } from '../flows/flow';
import type { Platform } from '../platform/platform';
import { identityKnown } from './guardLoader';
import { createRoutes, loadScreen } from './routeTable';
import { withPlacesOfTheBrowser } from './scrollRestoration';

type Router = ReturnType<typeof createBrowserRouter>;

const LESS_MOTION = '(prefers-reduced-motion: reduce)';

/** Returns the path to which a navigation leads. If the target is null, the navigation leads to the current screen. */
function resolvePath(to: To | null, from: Location): string {
  if (to === null) return from.pathname;
  return new URL(typeof to === 'string' ? to : createPath(to), from.href).pathname;
}

/** Suppresses the unhandled rejection when a new navigation skips a running view transition. */
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
 * Adds a cross-fade view transition to navigations between screens, if the browser supports it and reduced motion is
 * not requested. A navigation that only changes the URL of the same screen has no transition.
 */
function withTransitions(router: Router): Router {
  letTransitionsBeSkipped(window);
  const navigate = router.navigate.bind(router);
  const go: Router['navigate'] = (to: To | null | number, options?: object) => {
    if (typeof to === 'number') return navigate(to);
    const isAnotherScreen = resolvePath(to, window.location) !== window.location.pathname;
    const viewTransition = isAnotherScreen && !window.matchMedia(LESS_MOTION).matches;
    return navigate(to, { ...options, viewTransition });
  };
  return Object.assign(router, { navigate: go });
}

/**
 * Assigns a unique history key to a document that was opened by its URL. React Router names every such entry `default`,
 * and would restore the scroll position of another entry.
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

/**
 * Creates the router for a document that already shows the screen of `path`. The promise rejects with `ChunkLost` if
 * the chunk of the screen cannot be loaded.
 */
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
