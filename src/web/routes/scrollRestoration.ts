/**
 * Scroll restoration for two cases that React Router does not handle. In these cases, the user left a history entry
 * before the application had started or during hydration.
 */
import { type createBrowserRouter, NavigationType } from 'react-router-dom';
import type { KeyValueStorage } from '../platform/platform';

type Router = ReturnType<typeof createBrowserRouter>;

/** Subset of `Window` that scroll restoration uses. */
interface ReadPage {
  history: Pick<History, 'scrollRestoration' | 'state'>;
  location: Pick<Location, 'pathname'>;
  scrollY: number;
  scrollTo(x: number, y: number): void;
}

/** Session storage key under which React Router keeps the scroll positions, in px from the top, by history key. */
export const SCROLL_RESTORATION_KEY = 'scrollRestoration';

/**
 * Returns the scroll position that React Router stored for this history entry, or null if the router never left the
 * entry.
 */
function placeLeft(storage: KeyValueStorage, { state }: { state: unknown }): number | null {
  const { key = '' } = (state ?? {}) as { key?: string };
  try {
    const places = JSON.parse(storage.get(SCROLL_RESTORATION_KEY) ?? '{}') as Record<string, unknown> | null;
    const place = places?.[key];
    return typeof place === 'number' ? place : null;
  } catch {
    return null;
  }
}

/**
 * Keeps the scroll position during hydration. The user may have scrolled before hydration, or the browser may have
 * restored a scroll position on a back or forward navigation. If the history entry uses manual scroll restoration, the
 * scroll position that the router stored is used.
 */
export function whereTheReaderIs(page: ReadPage, storage: KeyValueStorage) {
  const { history, location } = page;
  const { pathname } = location;
  let place = 0;
  return {
    onRendered: () => {
      const left = history.scrollRestoration === 'manual' ? placeLeft(storage, history) : null;
      place = left ?? page.scrollY;
    },
    onPlaced: () => {
      if (location.pathname === pathname) page.scrollTo(0, place);
    },
  };
}

/**
 * Prevents React Router from scrolling to the top on a back or forward navigation within the same page, if the router
 * has no scroll position for the entry. The router has no scroll position if the user left the history entry before the
 * application started, or if the user navigates during hydration. In both cases, the browser has restored the correct
 * scroll position.
 */
export function withPlacesOfTheBrowser(router: Router): Router {
  let { location } = router.state;
  let isPlaced = false;
  const placed = (state: Router['state']): Router['state'] => {
    if (state.location !== location) {
      isPlaced =
        state.historyAction === NavigationType.Pop &&
        state.restoreScrollPosition === null &&
        state.location.pathname === location.pathname;
      ({ location } = state);
    }
    return isPlaced ? { ...state, restoreScrollPosition: false } : state;
  };
  // Wrap `subscribe` before the renderer subscribes, because the router keeps its state updates until then.
  const subscribe = router.subscribe.bind(router);
  const subscribeWithPlaces: Router['subscribe'] = (listen) =>
    subscribe((state, options) => listen(placed(state), options));
  return Object.assign(router, { subscribe: subscribeWithPlaces });
}
