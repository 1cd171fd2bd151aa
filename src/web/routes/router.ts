/** The browser's router. */
import { createBrowserRouter, type HydrationState } from 'react-router-dom';
import type { FlowStore } from '../flows/flow';
import type { Platform } from '../platform/platform';
import { identityKnown } from './guardLoader';
import { createRoutes, loadScreen } from './routeTable';

type Router = ReturnType<typeof createBrowserRouter>;

const LESS_MOTION = '(prefers-reduced-motion: reduce)';

/** One screen fades into the next, where the browser can and motion is welcome. */
function withTransitions(router: Router): Router {
  const navigate = router.navigate.bind(router);
  const go: Router['navigate'] = (to: Parameters<typeof navigate>[0] | number, options?: object) =>
    typeof to === 'number'
      ? navigate(to)
      : navigate(to, { ...options, viewTransition: !window.matchMedia(LESS_MOTION).matches });
  return Object.assign(router, { navigate: go });
}

export function createAppRouter(store: FlowStore, platform: Platform): Router {
  return withTransitions(createBrowserRouter(createRoutes(store, platform)));
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
  return withTransitions(createBrowserRouter(routes, { hydrationData }));
}
