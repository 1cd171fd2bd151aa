/** The browser's router. */
import { createBrowserRouter } from 'react-router-dom';
import type { AppStore } from '../app/store';
import type { Platform } from '../platform/platform';
import { createRoutes } from './routeTable';

export function createAppRouter(store: AppStore, platform: Platform) {
  return createBrowserRouter(createRoutes(store, platform));
}
