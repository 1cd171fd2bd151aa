/** The browser's router. */
import { createBrowserRouter } from 'react-router-dom';
import type { FlowStore } from '../flows/flow';
import type { Platform } from '../platform/platform';
import { createRoutes } from './routeTable';

export function createAppRouter(store: FlowStore, platform: Platform) {
  return createBrowserRouter(createRoutes(store, platform));
}
