/** The browser's router. */
import { createBrowserRouter, type HydrationState } from 'react-router-dom';
import type { FlowStore } from '../flows/flow';
import type { Platform } from '../platform/platform';
import { identityKnown } from './guardLoader';
import { createRoutes, loadScreen } from './routeTable';

export function createAppRouter(store: FlowStore, platform: Platform) {
  return createBrowserRouter(createRoutes(store, platform));
}

/** The router of a page that shows the screen of `path` already. Rejects with `ChunkLost`. */
export async function createRouterOfShown(path: string, store: FlowStore, platform: Platform) {
  const routes = createRoutes(store, platform);
  const hydrationData: HydrationState = await loadScreen(routes, path);
  await identityKnown(store);
  return createBrowserRouter(routes, { hydrationData });
}
